// SPDX-License-Identifier: Apache-2.0
// The options of projects (party_project.h).
#include "cli/party_project.h"

namespace guise::cli {

void declare_project(OptionSet& app, ProjectWords& words) {
  app.add_option("--owner", words.owners, "plan: the public file of an owner; once for each").take_all().type_name("OWNER.pub");
  app.add_option("--miner", words.miner,
                 "plan: the public file of the miner (default: every owner mines); run: https://HOST:PORT/PROJECT")
      .type_name("MINER");
  app.add_option("--title", words.title, "plan: what the project is for").type_name("TEXT");
  app.add_option("--columns", words.columns,
                 "plan: A,B of all owners, who hold other records; OWNER=A,B of each owner, who hold other columns of the same "
                 "people")
      .take_all()
      .type_name("A,B");
  app.add_option("--keep", words.keep, "plan: columns that are released unmasked, such as the label; as --columns")
      .take_all()
      .type_name("A,B");
  app.add_option("--by", words.by, "plan: column that identifies people; it is not released").type_name("ID");
  app.add_option("--label", words.label, "plan: kept column that tasks learn from").type_name("COLUMN");
  app.add_option("--mask", words.mask, "plan: the mask, without the change of units").type_name("SPEC");
  app.add_option("--task", words.tasks, "plan: what is mined; once for each").take_all().type_name("TASK");
  app.add_flag("--joint-units", words.joint_units,
               "plan: standardize by means and sds over all owners, which masked sums make; three owners or more");
  app.add_option("--center", words.center, "plan: public centers to standardize by, one for each column")
      .delimiter(',')
      .type_name("X,Y");
  app.add_option("--scale", words.scale, "plan: public scales to standardize by").delimiter(',').type_name("X,Y");
  app.add_option("--deadline", words.deadline, "plan, restart: until when all steps are done (default: 14 days)")
      .type_name("DATE");
  app.add_option("--least-owners", words.least_owners, "plan: owners that a restart needs (default: 2)").type_name("N");
  app.add_option("--least-people", words.least_people, "plan: common people that a release needs (default: 1)").type_name("N");
  app.add_option("--most-people", words.most_people, "plan: people of one owner that are compared (default: 100000)")
      .type_name("N");
  app.add_option("--table", words.table, "next, run, restart, threat: your own table").type_name("MINE");
  app.add_flag("--agree", words.agree, "next, run: sign the plan, after reading it and comparing fingerprints");
  app.add_option("--results", words.results, "next, run: folder for what was found (default: beside your private files)")
      .type_name("DIR");
  app.add_option("--trust", words.trust, "run: certificates to believe, PEM (default: those of the system)").type_name("FILE");
  app.add_option("--every", words.every, "run: seconds between two looks at the server (default: 5)").type_name("N");
  app.add_option("--without", words.without, "restart: an owner to leave out (default: all that are silent)")
      .take_all()
      .type_name("NAME");
}

}  // namespace guise::cli
