# SPDX-License-Identifier: GPL-3.0-or-later
"""A running `cabrankd` for the tests that talk to it from outside: a small town with a certificate of its own."""

import http.client
import json
import os
import re
import ssl
import subprocess
import sys
import time
import uuid

PROGRAM = os.environ["CABRANKD"]
CITY = """
cabrank: 1
name: small
title: Small town
start: 2026-03-02
length: 1 d
city: {grid: {rows: 1, columns: 3, cell: 1 km, anchor: {longitude: 9.185, latitude: 45.456}}}
drivers: [{name: cabs, count: COUNT}]
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

    def __init__(self, folder, program=PROGRAM, **more):
        """Starts it, and waits until it serves; `more` goes to the process."""
        self.folder = folder
        self.process = subprocess.Popen(
            [program, folder / "server.yaml"],
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | more,
        )
        # One line for each port, in any order.
        line = self.process.stdout.readline() + self.process.stdout.readline()
        found = re.search(r"https://([0-9.]+):(\d+)", line)
        if not found:
            sys.exit(f"the server did not start: {line}{self.process.communicate(timeout=10)[1]}")
        self.host, self.port = found[1], int(found[2])
        self.operations = int(re.search(r"http://127\.0\.0\.1:(\d+)", line)[1])
        self.tls = ssl.create_default_context(cafile=folder / "certificate.pem")

    def ask(self, method, path, form=None, token=None, key=None, device=None, headers=(), timeout=30):
        sent = dict(headers)
        if device:
            sent["Authorization"] = f"Device {device}"
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if key:
            sent["Idempotency-Key"] = key
        body = None
        if form is not None:
            body = form if isinstance(form, bytes) else json.dumps(form).encode()
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPSConnection(self.host, self.port, context=self.tls, timeout=timeout)
        connection.request(method, f"/api/v1{path}", body, sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None, dict((k.lower(), v) for k, v in answer.getheaders())

    def health(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.operations, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def link(self, address):
        """The link of the newest mail to an address."""
        for _ in range(100):
            for file in sorted((self.folder / "outbox").glob("*.txt"), key=lambda file: file.stat().st_mtime, reverse=True):
                text = file.read_text()
                if f"To: {address}" in text:
                    check(file.stat().st_mode & 0o077 == 0, "only its owner reads a mail")
                    return re.search(r"/links/([0-9a-f]{64})", text)[1]
            time.sleep(0.05)
        sys.exit(f"no mail to {address}")

    def person(self, kind, name, **more):
        form = dict(
            username=name, email=f"{name}@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="A",
            surname="B", consent=True, **more,
        )
        status, answer, _ = self.ask("POST", f"/accounts/{kind}", form, key=str(uuid.uuid4()))
        check(status == 202, f"{kind}: {answer}")
        status, answer, _ = self.ask("POST", f"/links/{self.link(form['email'])}", key=str(uuid.uuid4()))
        check(status == 200, f"link: {answer}")
        status, answer, _ = self.ask("POST", "/sessions", dict(username=name, password="Passw0rd1", token=True))
        check(status == 201, f"login: {answer}")
        return answer["token"]


def certify(folder):
    """Makes a certificate for this machine, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"],
        check=True, capture_output=True,
    )


def driver(number):
    """What else the form of a driver has."""
    return dict(address=f"Via Dante {number}", phone=f"+39 02 {number}", licence=number, licenceExpiry="2035-01-01",
                taxiNumber=f"AB{number}", seats=4)


def secret(folder, name, text):
    """A file that only its owner may read."""
    (folder / name).write_text(text)
    (folder / name).chmod(0o600)


def prepare(folder, drivers=2, more="", **changes):
    """Makes the folder of a server with so many taxis, and more in its scenario; other keys of its file as they are given."""
    folder.mkdir()
    (folder / "city.yaml").write_text(CITY.replace("COUNT", str(drivers)) + more)
    certify(folder)
    config = {"cabrankd": 1, "city": "city.yaml", "listen": "127.0.0.1:0", "certificate": "certificate.pem",
              "private-key": "key.pem", "mail": "outbox", "log": "inputs", "log-key": "log.key", "operations": "127.0.0.1:0"}
    config.update({name.replace("_", "-"): value for name, value in changes.items()})
    secret(folder, "log.key", os.urandom(32).hex())
    (folder / "server.yaml").write_text("".join(f"{key}: {value}\n" for key, value in config.items()))
    return folder
