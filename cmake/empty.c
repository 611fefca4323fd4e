/* SPDX-License-Identifier: Apache-2.0
 * A shared library needs a source; all code of libguise comes from the layers. */
typedef int guise_empty;
