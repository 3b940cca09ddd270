#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a ride through `cabrankd` from both sides, over HTTPS by other programs: Python's HTTP/1.1 and curl's HTTP/2.

Needs openssl, curl with HTTP/2, and CABRANKD, which names the server's program. Run from anywhere; exits with 1 when a check fails.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import time
import warnings

import live_server
import live_services
from live_server import PLACE, PROGRAM, Server, certify, check, prepare

# Old versions of TLS are tried on purpose.
warnings.simplefilter("ignore", DeprecationWarning)


def ride(server):
    passenger = server.person("passengers", "ada1")
    driver = server.person("drivers", "max1", **live_server.driver(1))
    answer = server.ask("PUT", "/me/location", PLACE, driver)
    check(answer[0] == 204, f"location: {answer}")
    check(server.ask("PUT", "/me/status", {"inService": True}, driver)[0] == 204, "status")
    status, called, _ = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 2}, passenger, key="one")
    check(status == 201, f"call: {called}")
    status, again, headers = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 2}, passenger, key="one")
    check((status, again, headers.get("idempotent-replayed")) == (201, called, "true"), f"again: {again}")
    status, other, _ = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 3}, passenger, key="one")
    check((status, other["word"]) == (422, "keyUsed"), f"other: {other}")
    status, twice, headers = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 2}, passenger, key="two")
    check((status, twice["rule"]) == (409, "TAXI-CALL-18"), f"twice: {twice}")
    check(headers["content-type"] == "application/problem+json", headers)

    settled = []
    waiting = threading.Thread(
        target=lambda: settled.append(server.ask("GET", f"/calls/{called['request']}", token=passenger))
    )
    waiting.start()
    status, offer, _ = server.ask("GET", "/offers/current", token=driver)
    check(status == 200 and offer["travelers"] == 2, f"offer: {offer}")
    status, taken, _ = server.ask("POST", f"/offers/{offer['offer']}/answer", {"accept": True}, driver, key="o")
    check(status == 200 and taken["request"] == called["request"], f"accepted: {taken}")
    waiting.join(10)
    check(settled and settled[0][0] == 200, f"the passenger is told when the taxi comes: {settled}")
    path = f"/rides/{called['request']}"
    check(server.ask("PUT", "/me/location", PLACE, driver)[0] == 204, "the taxi is there")
    status, answer, _ = server.ask("POST", f"{path}/boarded", {"travelers": 2}, driver, key="b")
    check(status == 204, f"boarded: {answer}")
    check(server.ask("POST", f"{path}/end", {}, driver, key="e")[0] == 204, "end")
    status, history, _ = server.ask("GET", "/me/history", token=passenger)
    check(status == 200 and history["rides"], f"history: {history}")
    return passenger


class Stream:
    """What a person is told, read by curl on a connection of its own."""

    def __init__(self, server, token, *more):
        self.process = subprocess.Popen(
            ["curl", "-sS", "--no-buffer", "--cacert", server.folder / "certificate.pem", "-H", f"Authorization: Bearer {token}", *more,
             f"https://127.0.0.1:{server.port}/api/v1/events"], stdout=subprocess.PIPE, text=True)

    def next(self):
        """The next event as its number, name and content; None at the end."""
        event = {}
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if not line and "event" in event:
                return int(event["id"]), event["event"], json.loads(event["data"])
            if ": " in line:
                name, _, value = line.partition(": ")
                event[name] = value
        return None


def restart(folder):
    """Nothing that somebody was told is lost when the process is killed, and nothing is done twice."""
    server = Server(folder)
    passenger = server.person("passengers", "eve1")
    driver = server.person("drivers", "tom1", **live_server.driver(1))
    check(server.ask("PUT", "/me/location", PLACE, driver)[0] == 204, "location")
    check(server.ask("PUT", "/me/status", {"inService": True}, driver)[0] == 204, "status")
    told = Stream(server, passenger)
    check(told.next()[1] == "open", "the stream is open")
    status, called, _ = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 1}, passenger, key="once")
    check(status == 201, called)
    number, name, content = told.next()
    check((name, content["news"]["request"]) == ("call.stored", called["request"]), f"told: {name} {content}")
    status, offer, _ = server.ask("GET", "/offers/current", token=driver)
    server.process.kill()
    server.process.wait()
    check(told.next() is None, "the stream ends with the process")

    server = Server(folder)
    status, again, headers = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 1}, passenger, key="once")
    check((status, again, headers.get("idempotent-replayed")) == (201, called, "true"), f"after a restart: {status} {again}")
    status, other, _ = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 2}, passenger, key="once")
    check((status, other["word"]) == (422, "keyUsed"), f"another body after a restart: {other}")
    status, stands, _ = server.ask("GET", "/me/passenger", token=passenger)
    check(status == 200 and stands["state"]["call"]["request"] == called["request"], f"how things stand: {stands}")
    check(stands["last"] >= number, f"the numbers of notices go on: {stands}")
    status, stands, _ = server.ask("GET", "/me/driver", token=driver)
    check(status == 200 and stands["state"]["offer"] == offer, f"the offer is still shown: {stands}")
    told = Stream(server, passenger, "-H", f"Last-Event-ID: {number}")
    check(told.next()[1] == "open", "the stream is open again")
    status, taken, _ = server.ask("POST", f"/offers/{offer['offer']}/answer", {"accept": True}, driver, key="yes")
    check(status == 200 and taken["request"] == called["request"], f"accepted after a restart: {taken}")
    check(told.next()[1] == "call.accepted", "the passenger is told")

    # Another server does not touch the folder.
    run = subprocess.run([PROGRAM, folder / "server.yaml"], capture_output=True, text=True, timeout=60)
    check(run.returncode == 2 and "another server holds" in run.stderr and "server.yaml:" in run.stderr, run.stderr)

    check(server.health("/health/live") == (200, "live\n") and server.health("/health/ready") == (200, "ready\n"), "health")
    status, metrics = server.health("/metrics")
    check('cabrank_request_seconds_count{method="POST",path="/api/v1/calls",status="201"} 1' in metrics, metrics)
    check("cabrank_streams 1\n" in metrics, metrics)

    # The new certificate is shown after SIGHUP; one that does not fit changes nothing.
    def shown():
        return ssl.get_server_certificate(("127.0.0.1", server.port))
    before = shown()
    fits = (folder / "key.pem").read_bytes()
    certify(folder)
    new = folder / "key.pem"
    key = new.read_bytes()
    new.write_bytes(fits)
    server.process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    check(shown() == before, "a certificate that does not fit is shown")
    new.write_bytes(key)
    server.process.send_signal(signal.SIGHUP)
    for _ in range(100):
        if shown() != before:
            break
        time.sleep(0.05)
    check(shown() == (folder / "certificate.pem").read_text(), "the new certificate is not shown")

    begin = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    status = server.process.wait(20)
    check(status == 0 and time.monotonic() - begin < 5, f"SIGTERM: {status} in {time.monotonic() - begin:.1f} s")
    last = None
    while event := told.next():
        last = event
    check(last[1] == "end", f"a stream ends with a last event: {last}")
    return passenger


def report(folder):
    """The day that was served is a run: the city of its log has the fingerprint of the one that ended, and its report."""
    def written(name):
        run = subprocess.run([PROGRAM, "report", folder / "server.yaml", "--out", folder / name], capture_output=True, text=True, timeout=120)
        check(run.returncode == 0, f"report: {run.returncode} {run.stdout} {run.stderr}")
        with contextlib.closing(sqlite3.connect(folder / name / "results.sqlite")) as results:
            rows = results.execute("SELECT * FROM requests").fetchall()
        return json.loads((folder / name / "summary.json").read_text()), rows

    summary, rows = written("day")
    check(len(rows) == 1 and (folder / "day" / "report.html").stat().st_size > 10_000, f"the call of the day: {rows}")
    check(summary["fingerprint"] == written("again")[0]["fingerprint"], "another fingerprint of the same day")
    # Somebody else's end is not this city's.
    copy = folder.parent / "forged"
    shutil.copytree(folder, copy)
    server = Server(copy)
    server.process.terminate()
    check(server.process.wait(20) == 0, "a server that goes on from an ended day ends as it was told to")
    return summary


STORES = """
stores:
  groups:
    - {name: corner, chain: Corner, count: 1, zones: {1: 1}, limit: 2, quotas: {normal: 2, priority: 0, booking: 0}, hours: "00:00-24:00"}
"""


def passwords(server):
    """A new password ends all other sessions of the account, and begins a new one."""
    form = dict(username="ada1", password="Passw0rd1", token=True)
    first, second = (server.ask("POST", "/sessions", form)[1]["token"] for _ in range(2))
    change = {"current": "Passw0rd1", "new": "Passw0rd2", "newRepeat": "Passw0rd2"}
    status, answer, _ = server.ask("PUT", "/me/password", change, first)
    check(status == 200 and answer["token"] != first, f"a new password: {status} {answer}")
    check(server.ask("GET", "/me", token=answer["token"])[0] == 200, "the new session")
    check([server.ask("GET", "/me", token=token)[0] for token in (first, second)] == [401, 401], "the sessions of before")


def hostile(folder):
    """What nobody sends by mistake neither stops the server nor spoils its log."""
    server = Server(prepare(folder))
    status, answer, _ = server.ask("POST", "/device-sessions", {"identifier": "354823091234567"}, key="d")
    check(status == 404, f"a service that is not served: {status} {answer}")
    deep = b'{"a":' + b"[" * 4000 + b"]" * 4000 + b"}"
    begin = time.monotonic()
    check(server.ask("POST", "/sessions", deep)[1]["word"] == "badContent", "a deep content")
    check(time.monotonic() - begin < 2, f"a deep content takes {time.monotonic() - begin:.1f} s")
    # A key of nobody's session is kept for nobody.
    check(server.ask("POST", "/calls", {}, "0" * 64, key="q")[0] == 401, "a token of nobody")
    check(server.ask("POST", "/links/abc", None, "1" * 64, key="q")[0] == 404, "a link, with the cookie of a session that has ended")
    server.process.kill()
    server.process.wait()
    server = Server(folder)
    server.process.terminate()
    check(server.process.wait(20) == 0, "it goes on from its log")


def stores(folder):
    """A shopper queues by phone, a totem issues a ticket, and the manager sees both, also after a restart."""
    keys = {name: os.urandom(20).hex() for name in ("totem", "gate", "board", "sms")}
    prepare(
        folder, more=STORES,
        devices="[{name: door, kind: totem, store: 1, key-file: totem.key}, {name: gate, kind: gate, store: 1, key-file: gate.key}, "
        "{name: board, kind: dispatcher, key-file: board.key}, {name: sms, kind: carrier, key-file: sms.key}]",
        staff="[{number: 1, username: chief1, email: chief@example.org, name: Ada, surname: B, password-file: chief.password}]")
    for name, key in keys.items():
        live_server.secret(folder, f"{name}.key", key)
    live_server.secret(folder, "chief.password", "Passw0rd1")
    server = Server(folder)
    check(server.ask("POST", "/phone-codes", {"phone": "+39 333 1234567"}, key="code")[0] == 202, "a code is asked for")
    for _ in range(100):
        if texts := list((folder / "outbox").glob("sms-*.txt")):
            break
        time.sleep(0.05)
    code = texts[0].read_text().split()[-1].rstrip(".")
    status, answer, _ = server.ask("POST", "/phone-sessions", {"phone": "+39 333 1234567", "code": code, "token": True})
    check(status == 201, f"phone session: {answer}")
    shopper = answer["token"]
    check(server.ask("POST", "/phone-codes", {"phone": "+39 333 7654321"}, key="lost")[0] == 202, "another code is asked for")
    for _ in range(100):
        if (folder / "outbox" / "sms-2.txt").exists():
            break
        time.sleep(0.05)
    lost = {"phone": "+39 333 7654321", "code": (folder / "outbox" / "sms-2.txt").read_text().split()[-1].rstrip(".")}
    check(server.ask("POST", "/texts/2/failure", device=keys["gate"], key="no")[0] == 403, "a gate reports a text")
    check(server.ask("POST", "/texts/9/failure", device=keys["sms"], key="none")[0] == 404, "a text that nobody sent")
    check(server.ask("POST", "/texts/2/failure", device=keys["sms"], key="lost")[0] == 204, "a text that could not be brought")
    status, ticket, _ = server.ask("POST", "/stores/1/tickets", {}, shopper, key="join")
    check(status == 201, f"ticket: {ticket}")
    status, issued, _ = server.ask("POST", "/totems/1/tickets", device=keys["totem"], key="totem")
    check(status == 201, f"totem: {issued}")
    check(server.ask("POST", "/totems/1/tickets", device=keys["gate"], key="gate")[0] == 403, "a gate issues a ticket")
    check(server.ask("POST", "/totems/1/tickets", key="none")[0] == 401, "anybody is a totem")
    server.process.kill()
    server.process.wait()

    server = Server(folder)
    status, answer, _ = server.ask("POST", "/phone-sessions", lost)
    check((status, answer["word"]) == (401, "noSms"), f"the code of a lost text: {status} {answer}")
    status, again, headers = server.ask("POST", "/totems/1/tickets", device=keys["totem"], key="totem")
    check((status, again, headers.get("idempotent-replayed")) == (201, issued, "true"), f"a totem's ticket twice: {again}")
    status, own, _ = server.ask("GET", "/me/pass", token=shopper)
    check(status == 200 and own["pass"], f"the place in the queue: {own}")
    status, chief, _ = server.ask("POST", "/staff/sessions", {"username": "chief1", "password": "Passw0rd1", "token": True})
    check(status == 201, f"staff: {chief}")
    status, board, _ = server.ask("GET", "/board", device=keys["board"])
    check(status == 200 and len(board["taxis"]) == 2 and len(board["zones"]) == 3, f"board: {board}")
    check(server.ask("GET", "/board", device=keys["totem"])[0] == 403, "a totem reads the board")
    check(len(server.ask("GET", "/zones")[1]["zones"]) == 3, "zones")
    server.process.terminate()
    check(server.process.wait(20) == 0, "SIGTERM")

    # What is wrong with a device is said where it stands.
    (folder / "totem.key").chmod(0o644)
    run = subprocess.run([PROGRAM, folder / "server.yaml"], capture_output=True, text=True, timeout=60)
    check(run.returncode == 2 and "others may read" in run.stderr and re.search(r"server\.yaml:\d+:\d+: error", run.stderr), run.stderr)


def pages(server):
    """What people see in a browser comes with its policy, and no page is one of the interface."""
    def page(path):
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=server.tls, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.getheader("content-type"), answer.getheader("content-security-policy"), answer.read()

    status, kind, policy, text = page("/")
    check(status == 200 and kind.startswith("text/html") and b"<h1" in text, f"the home page: {status} {kind}")
    check("default-src 'self'" in policy and "unsafe" not in policy, policy)
    check(page("/languages/en.json")[0] == 200 and page("/../server.yaml")[0] == 404 and page("/nothing")[0] == 404, "files")


def other_logs(folder):
    """A log is taken up by its own city only, and stays as it is."""
    def inputs():
        # Of a copy: whoever opens a log may move what is written ahead into its file.
        with tempfile.TemporaryDirectory() as copy:
            for file in (folder / "inputs").glob("inputs.sqlite*"):
                shutil.copy(file, copy)
            with contextlib.closing(sqlite3.connect(pathlib.Path(copy) / "inputs.sqlite")) as log:
                return log.execute("SELECT * FROM input ORDER BY number").fetchall()

    before = inputs()
    check(len(before) > 10, "the log holds what happened")

    def wrong(says):
        run = subprocess.run([PROGRAM, folder / "server.yaml"], capture_output=True, text=True, timeout=60)
        check(run.returncode == 2 and says in run.stderr and not run.stdout, f"{says}: {run.returncode} {run.stderr}")
        check(inputs() == before, "a log that was refused has changed")

    city = (folder / "city.yaml").read_text()
    (folder / "city.yaml").write_text(city + "seed: 2\n")
    wrong("the log is of city")
    (folder / "city.yaml").write_text(city)
    key = (folder / "log.key").read_text()
    (folder / "log.key").write_text(os.urandom(32).hex())
    wrong("key")
    (folder / "log.key").write_text(key)
    (folder / "log.key").chmod(0o644)
    wrong("key")


def safety(server, token):
    _, _, headers = server.ask("GET", "/openapi.json")
    check("max-age" in headers["strict-transport-security"] and headers["x-content-type-options"] == "nosniff", headers)
    # No plain port: bytes without TLS get no answer of HTTP.
    with socket.create_connection(("127.0.0.1", server.port)) as plain:
        plain.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
        plain.settimeout(10)
        check(not plain.recv(100).startswith(b"HTTP/"), "a plain request is answered")
    old = ssl.create_default_context(cafile=server.folder / "certificate.pem")
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    try:
        with socket.create_connection(("127.0.0.1", server.port)) as raw, old.wrap_socket(raw, server_hostname="127.0.0.1"):
            check(False, "TLS 1.1 is accepted")
    except (ssl.SSLError, ConnectionError):
        check(True, "")
    check(server.ask("POST", "/calls", b"x" * 20_000, token, key="l")[0] == 413, "a long content")
    status = server.ask("GET", "/me", token=token, headers={"X-Long": "x" * 9000})[0]
    check(status == 431, f"long headers: {status}")
    check(server.ask("GET", "/me", token="0" * 32)[0] == 401, "a token of nobody")
    check(server.ask("GET", "/nothing", token=token)[0] == 404, "no path")
    status, _, headers = server.ask("PUT", "/calls", {}, token)
    check(status == 405 and "POST" in headers["allow"], headers)
    # By HTTP/2, as browsers do.
    run = subprocess.run(
        ["curl", "-sS", "--http2", "--cacert", server.folder / "certificate.pem", "-H", f"Authorization: Bearer {token}",
         "-w", "\n%{http_version} %{http_code}", f"https://127.0.0.1:{server.port}/api/v1/me"],
        capture_output=True, text=True,
    )
    check(run.stdout.endswith("\n2 200") and '"username":"ada1"' in run.stdout, run.stdout + run.stderr)


def refused(folder, says):
    run = subprocess.run([PROGRAM, folder / "server.yaml"], capture_output=True, text=True, timeout=60)
    check(run.returncode == 2 and says in run.stderr and not run.stdout, f"{says}: {run.returncode} {run.stderr}")
    check(not (folder / "outbox").exists() and not (folder / "inputs").exists(), "a server that did not start has written something")


def main():
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        server = Server(prepare(temporary / "ride"))
        safety(server, ride(server))
        pages(server)
        passwords(server)
        # Whoever waits is told, and the process ends.
        begin = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(20)
        check(status == 0 and time.monotonic() - begin < 5, f"SIGTERM: {status} in {time.monotonic() - begin:.1f} s")

        restart(prepare(temporary / "restart"))
        report(temporary / "restart")
        stores(temporary / "stores")
        live_services.health(temporary / "health")
        live_services.races(temporary / "races")
        live_services.trips(temporary / "trips")
        hostile(temporary / "hostile")
        other_logs(temporary / "restart")

        refused(prepare(temporary / "unknown", lisen="x"), "unknown key `lisen` in a server's file")
        refused(prepare(temporary / "address", listen="nowhere"), "server.yaml:3:9: error: `listen`: `nowhere` is no host with a port")
        refused(prepare(temporary / "lacking", certificate="no.pem"), "no.pem")
        other = prepare(temporary / "other")
        foreign = prepare(temporary / "foreign")
        (foreign / "key.pem").write_bytes((other / "key.pem").read_bytes())
        refused(foreign, "does not fit")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            refused(prepare(temporary / "taken", listen=f"127.0.0.1:{taken.getsockname()[1]}"), "in use")
        refused(prepare(temporary / "public", operations="0.0.0.0:0"), "no address of this machine alone")
    print(f"{live_server.checks} checks of the server hold")


main()
