#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A project over HTTPS: miner.py GUISE. Three owners and a miner, each in a network namespace of its own where the system lets
us make them, else on one machine. The miner is killed and started again on the way, and meanwhile many connections send their
requests slowly."""
import contextlib
import csv
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

GUISE = os.path.abspath(sys.argv[1])
OWNERS = ("east", "north", "south")
SLOW = 150  # connections that never finish a request; above the limit of one address
NAME = f"gs{os.getpid() % 100000}"


def run(*words, **more):
    return subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)


class Machines:
    """Where each party runs, and under which address it sees the miner."""

    def __init__(self):
        self.made, self.where = [], {}
        try:
            self.make("lab")
            for number, who in enumerate(OWNERS, 1):
                self.make(who)
                one, other = f"{NAME}a{number}", f"{NAME}b{number}"
                run("ip", "link", "add", one, "netns", f"{NAME}-lab", "type", "veth", "peer", "name", other, "netns", f"{NAME}-{who}")
                run("ip", "-n", f"{NAME}-lab", "addr", "add", f"10.213.{number}.1/24", "dev", one)
                run("ip", "-n", f"{NAME}-lab", "link", "set", one, "up")
                run("ip", "-n", f"{NAME}-{who}", "addr", "add", f"10.213.{number}.2/24", "dev", other)
                run("ip", "-n", f"{NAME}-{who}", "link", "set", other, "up")
                self.where[who] = f"10.213.{number}.1"
            self.apart = True
        except (OSError, subprocess.CalledProcessError):
            self.remove()
            self.apart, self.where = False, {who: "127.0.0.1" for who in OWNERS}

    def make(self, who):
        run("ip", "netns", "add", f"{NAME}-{who}")
        self.made.append(f"{NAME}-{who}")
        run("ip", "-n", f"{NAME}-{who}", "link", "set", "lo", "up")

    def remove(self):
        for name in self.made:
            subprocess.run(["ip", "netns", "del", name], check=False)
        self.made = []

    def words(self, who, *words):
        return ["ip", "netns", "exec", f"{NAME}-{who}", *words] if self.apart else list(words)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make(dice, machines):
    for who in (*OWNERS, "lab"):
        os.mkdir(who)
        run(GUISE, "party", "new", who, cwd=who)
    for who in OWNERS:
        with open(f"{who}/{who}.csv", "w") as out:
            print("id,age,sugar", file=out)
            for i in range(120):
                print(f"{who[0]}{i},{30 + 25 * (i % 3) + dice.random():.3f},{90 + 30 * (i % 3 == 1) + dice.random():.3f}", file=out)
    names = ",".join(f"IP:{each}" for each in {"127.0.0.1", *machines.where.values()})
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "lab/tls.key", "-out", "lab/tls.pem", "-days", "2", "-subj",
        "/CN=lab", "-addext", f"subjectAltName={names}")
    os.mkdir("lab/projects")
    owners = [word for who in OWNERS for word in ("--owner", f"{who}/{who}.pub")]
    run(GUISE, "party", "plan", "lab/projects/study", *owners, "--miner", "lab/lab.pub", "--columns", "age,sugar", "--by", "id",
        "--joint-units", "--mask", "rotate", "--task", "kmeans(k=3)")


def serve(machines, port):
    server = subprocess.Popen(machines.words("lab", GUISE, "miner", "serve", "lab/projects", "--as", "lab/lab.secret", "--certificate",
                                             "lab/tls.pem", "--private-key", "lab/tls.key", "--address", "0.0.0.0", "--port", str(port),
                                             "--agree"), stderr=open("lab/log", "a"))
    for _ in range(200):
        if "listening" in open("lab/log").read().split("started")[-1]:
            return server
        time.sleep(0.05)
    sys.exit("the miner does not listen: " + open("lab/log").read())


def take_part(machines, who, port):
    return subprocess.Popen(machines.words(who, GUISE, "party", "run", f"{who}/study", "--miner",
                                           f"https://{machines.where[who]}:{port}/study", "--as", f"{who}/{who}.secret", "--table",
                                           f"{who}/{who}.csv", "--trust", "lab/tls.pem", "--agree", "--every", "1", "--results",
                                           f"{who}/results"), stdout=open(f"{who}/out", "w"), stderr=subprocess.STDOUT)


def ask(port, path, verb="GET", body=None, head=None):
    context = ssl.create_default_context(cafile="lab/tls.pem")
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", data=body, method=verb, headers=head or {})
    try:
        with urllib.request.urlopen(request, context=context, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def check_answers(port):
    """Of a miner on this machine: what strangers get."""
    assert ask(port, "/projects/study")[0] == 200
    for path in ("/projects/study/../../lab.secret", "/projects/..", "/projects/study/messages/x.msg", "/projects/none", "/lab.secret",
                 "/projects/study/releases/../plan.json"):
        assert ask(port, path)[0] == 404, path
    stored = "/projects/study/messages/" + 32 * "0" + ".msg"
    assert ask(port, stored, "PUT", b"hello") == (422, '{"error":"a message is named by its hash"}')
    assert ask(port, "/projects/study/plan-2.json", "PUT", b"{}")[0] == 422
    release = "/projects/study/releases/north-" + 32 * "0" + ".csv"
    assert ask(port, release, "PUT", b"1,2\n")[1].startswith('{"error":"no owner signed a manifest')
    assert ask(port, "/projects/study/plan.json", "DELETE")[0] == 405
    assert ask(port, "/projects/study", head={"X-Long": 9000 * "x"})[0] == 431
    assert ask(port, stored, "PUT", b"", {"Content-Length": str(1 << 40)})[0] == 413
    assert "guise_requests_total" in ask(port, "/metrics")[1]
    page = ask(port, "/")[1]
    assert "<h2>study</h2>" in page and "north" in page


def slow_connections(port):
    """Half of them say nothing, the others a piece of a head."""
    held = []
    context = ssl.create_default_context(cafile="lab/tls.pem")
    for i in range(SLOW):
        with contextlib.suppress(OSError):
            plain = socket.create_connection(("127.0.0.1", port), timeout=1)
            held.append(plain if i % 2 else context.wrap_socket(plain, server_hostname="127.0.0.1"))
            if i % 2 == 0:
                held[-1].send(b"GET /projects/study HTTP/1.1\r\nHo")
    return held


def check_alone(port):
    """On one machine: answers, and that slow connections are turned away above a number and ended after a time."""
    machines = Machines.__new__(Machines)
    machines.apart = False
    server = serve(machines, port)
    check_answers(port)
    held = slow_connections(port)
    turned_away = 0
    for each in held:
        with contextlib.suppress(OSError):
            each.settimeout(0.01)
            turned_away += each.recv(1) == b""
    assert len(held) - turned_away <= 64, (len(held), turned_away)
    for each in held[:40]:
        each.close()
    began = time.monotonic()
    assert ask(port, "/projects/study")[0] == 200
    quick = time.monotonic() - began
    assert quick < 3, quick
    for each in held:
        each.close()
    server.send_signal(signal.SIGTERM)
    assert server.wait(20) == 0
    assert open("lab/log").read().strip().endswith('"stopped":true}')


def main():
    machines = Machines()
    try:
        make(random.Random(3), machines)
        check_alone(free_port())
        open("lab/log", "a").write("started\n")
        port = free_port()
        server = serve(machines, port)
        owners = {who: take_part(machines, who, port) for who in OWNERS}
        time.sleep(2.5)
        server.kill()
        server.wait()
        if machines.apart:  # no owner listens
            for who in OWNERS:
                sockets = subprocess.run(machines.words(who, "ss", "-Hltn"), capture_output=True, text=True, check=False).stdout
                assert not sockets.strip(), sockets
        open("lab/log", "a").write("started\n")
        server = serve(machines, port)
        for who, process in owners.items():
            assert process.wait(60) == 0, (who, open(f"{who}/out").read())
        rows = [row for who in OWNERS for row in csv.DictReader(open(f"{who}/results/1-kmeans.csv"))]
        assert len(rows) == 360
        groups = {(int(row["id"][1:]) % 3, row["cluster"]) for row in rows}
        assert len(groups) == 3, groups
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
        log = open("lab/log").read()
        secrets = [line.split("=")[1].strip() for who in OWNERS for line in open(next(
            os.path.join(folder, "project.key") for folder, _, files in os.walk(f"{who}/{who}.projects") if "project.key" in files))
            if line.startswith(("shared=", "own="))]
        for folder, _, files in os.walk("lab"):
            for name in files:
                text = open(os.path.join(folder, name), errors="replace").read()
                assert not any(secret in text for secret in secrets), name
        assert all(json.loads(line) for line in log.splitlines() if line.startswith("{"))
        print("in namespaces" if machines.apart else "on one machine")
    finally:
        machines.remove()


with tempfile.TemporaryDirectory(prefix="guise-miner-") as folder:
    os.chdir(folder)
    main()
