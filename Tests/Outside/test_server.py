#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a ride through `cabrankd` from both sides, over HTTPS by other programs: Python's HTTP/1.1 and curl's HTTP/2.

Needs openssl, curl with HTTP/2, and CABRANKD, which names the server's program. Run from anywhere; exits with 1 when a check fails.
"""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import warnings

# Old versions of TLS are tried on purpose.
warnings.simplefilter("ignore", DeprecationWarning)

PROGRAM = os.environ["CABRANKD"]
CITY = """
cabrank: 1
name: small
title: Small town
start: 2026-03-02
length: 1 d
city: {grid: {rows: 1, columns: 3, cell: 1 km, anchor: {longitude: 9.185, latitude: 45.456}}}
drivers: [{name: cabs, count: 2}]
reservations: {}
sharing: {}
"""
PLACE = {"latitude": 45.46, "longitude": 9.19}
checks = 0


def check(truth, says):
    global checks
    checks += 1
    if not truth:
        print(f"FAILED: {says}")
        sys.exit(1)


class Server:
    """A running cabrankd in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            [PROGRAM, folder / "server.yaml"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        found = re.search(r"https://127\.0\.0\.1:(\d+)", line)
        if not found:
            sys.exit(f"the server did not start: {line}{self.process.communicate(timeout=10)[1]}")
        self.port = int(found[1])
        self.tls = ssl.create_default_context(cafile=folder / "certificate.pem")

    def ask(self, method, path, form=None, token=None, key=None, headers=(), timeout=30):
        sent = dict(headers)
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if key:
            sent["Idempotency-Key"] = key
        body = None
        if form is not None:
            body = form if isinstance(form, bytes) else json.dumps(form).encode()
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=self.tls, timeout=timeout)
        connection.request(method, f"/api/v1{path}", body, sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None, dict((k.lower(), v) for k, v in answer.getheaders())

    def link(self, address):
        """The link of the newest mail to an address."""
        for _ in range(100):
            for file in sorted((self.folder / "outbox").glob("*.txt"), key=lambda file: file.stat().st_mtime, reverse=True):
                text = file.read_text()
                if f"To: {address}" in text:
                    check(file.stat().st_mode & 0o077 == 0, "only its owner reads a mail")
                    return re.search(r"/links/([0-9a-f]{32})", text)[1]
            time.sleep(0.05)
        sys.exit(f"no mail to {address}")

    def person(self, kind, name, **more):
        form = dict(
            username=name, email=f"{name}@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="A",
            surname="B", consent=True, **more,
        )
        status, answer, _ = self.ask("POST", f"/accounts/{kind}", form, key=str(uuid.uuid4()))
        check(status == 202, f"{kind}: {answer}")
        status, answer, _ = self.ask("POST", f"/links/{self.link(form['email'])}")
        check(status == 200, f"link: {answer}")
        status, answer, _ = self.ask("POST", "/sessions", dict(username=name, password="Passw0rd1", token=True))
        check(status == 201, f"login: {answer}")
        return answer["token"]


def prepare(folder, **changes):
    folder.mkdir()
    (folder / "city.yaml").write_text(CITY)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"],
        check=True, capture_output=True,
    )
    config = {"cabrankd": 1, "city": "city.yaml", "listen": "127.0.0.1:0", "certificate": "certificate.pem",
              "private-key": "key.pem", "mail": "outbox"}
    config.update(changes)
    (folder / "server.yaml").write_text("".join(f"{key}: {value}\n" for key, value in config.items()))
    return folder


def ride(server):
    passenger = server.person("passengers", "ada1")
    driver = server.person(
        "drivers", "max1", address="Via Dante 1", phone="+39 02 1", licence=1, licenceExpiry="2035-01-01", taxiNumber="AB1",
        seats=4,
    )
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
    status, taken, _ = server.ask("POST", f"/offers/{offer['offer']}/answer", {"accept": True}, driver)
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
    check(not (folder / "outbox").exists(), "a server that did not start has written something")


def main():
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        server = Server(prepare(temporary / "ride"))
        safety(server, ride(server))
        # Whoever waits is told, and the process ends.
        begin = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(20)
        check(status == 0 and time.monotonic() - begin < 5, f"SIGTERM: {status} in {time.monotonic() - begin:.1f} s")

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
    print(f"{checks} checks of the server hold")


main()
