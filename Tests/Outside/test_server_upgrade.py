#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the accounts of a live server to another build of `cabrankd`, as the article "A live server" says under "An upgrade".

The other build is a copy of the program with another number in its note. Whoever had an account logs in there with the password of
before; nobody's name can be taken; the new log alone brings the city back, and its report has the fingerprint that the server noted at
its end. Each refusal names what is wrong, and touches nothing.

Needs openssl, readelf and CABRANKD, which names the server's program. Run from anywhere; exits with 1 when a check fails.
"""

import contextlib
import json
import mmap
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time

import live_server
import live_services
from live_server import PLACE, PROGRAM, Server, check, prepare

STORES = """
stores:
  groups:
    - {name: corner, chain: Corner, count: 1, zones: {1: 1}, limit: 2, quotas: {normal: 2, priority: 0, booking: 0}, hours: "00:00-24:00"}
"""
STAFF = "{number: 1, username: %s, email: chief@example.org, name: Ada, surname: B, password-file: chief.password}"
PHONE = "+39 333 1234567"


def other_build(copy):
    """A copy of the program that is of another build: another number in its note, or one byte more where it has none."""
    shutil.copy(PROGRAM, copy)
    notes = subprocess.run(["readelf", "-n", PROGRAM], check=True, capture_output=True, text=True).stdout
    number = re.search(r"Build ID: ([0-9a-f]+)", notes)
    with open(copy, "r+b") as file:
        if number:
            number = bytes.fromhex(number[1])
            with mmap.mmap(file.fileno(), 0) as content:
                place = content.find(number)
                content[place:place + len(number)] = bytes(byte ^ 0xFF for byte in number)
        else:
            file.seek(0, os.SEEK_END)
            file.write(b"\0")
    return copy


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, timeout=120)


def done(says, program, *words):
    """What a command prints that succeeds."""
    process = run(program, *words)
    check(process.returncode == 0 and says in process.stdout, f"{words[0]}: {process.returncode} {process.stdout} {process.stderr}")
    return process


def refused(says, program, *words):
    """A command says what is wrong, in one message with its place, and ends with 2."""
    process = run(program, *words)
    check(process.returncode == 2 and says in process.stderr and not process.stdout, f"{says}: {process.returncode} {process.stderr}")
    check(re.search(r"^[^\n]+:\d+:\d+: error: ", process.stderr) and process.stderr.count("error: ") == 1, process.stderr)


def content(log):
    """All inputs of a log, to see that none has changed: of a copy, since whoever opens a log may move what is written ahead into its file."""
    with tempfile.TemporaryDirectory() as copy:
        for file in log.glob("inputs.sqlite*"):
            shutil.copy(file, copy)
        with contextlib.closing(sqlite3.connect(pathlib.Path(copy) / "inputs.sqlite")) as inputs:
            return inputs.execute("SELECT * FROM input ORDER BY number").fetchall()


def end(server):
    server.process.terminate()
    check(server.process.wait(20) == 0, "SIGTERM")


def login(server, name, password="Passw0rd1", path="/sessions"):
    return server.ask("POST", path, dict(username=name, password=password, token=True))


def by_phone(server):
    """The session of the shopper of PHONE, by the code of a text."""
    # A new log counts its texts from 1 again.
    text = server.folder / "outbox" / "sms-1.txt"
    text.unlink(missing_ok=True)
    check(server.ask("POST", "/phone-codes", {"phone": PHONE}, key="code")[0] == 202, "a code is asked for")
    for _ in range(100):
        if text.exists() and text.read_text():
            break
        time.sleep(0.05)
    code = text.read_text().split()[-1].rstrip(".")
    status, answer, _ = server.ask("POST", "/phone-sessions", {"phone": PHONE, "code": code, "token": True})
    check(status == 201, f"phone session: {answer}")
    return answer["token"]


def old_day(folder):
    """Opens accounts of all kinds, and ends. Returns what their owners know."""
    server = Server(folder)
    passenger = server.person("passengers", "ada1")
    driver = server.person("drivers", "max1", **live_server.driver(1))
    profiles = [server.ask("GET", "/me", token=token)[1] for token in (passenger, driver)]
    form = dict(username="eve1", email="eve1@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="E", surname="F", consent=True)
    check(server.ask("POST", "/accounts/passengers", form, key="eve")[0] == 202, "a pending account")
    link = server.link("eve1@example.org")
    by_phone(server)
    # Accounts of several services are numbered far apart.
    form = dict(form, username="leo1", email="leo1@example.org", identityNumber="RSSMRA85T10A562S", birth="1985-12-10", residence=PLACE, consentText=2)
    status, answer, _ = server.ask("POST", "/accounts/wearers", form, key="leo")
    check(status == 201, f"a wearer: {status} {answer}")
    wearer = live_services.session(server, "/health/sessions", "leo1")
    profiles += [server.ask("GET", "/me", token=wearer)[1], server.ask("GET", "/me/wearer", token=wearer)[1]["wearer"]]
    # The password of a member of the staff is another one than in the file that the server's file names.
    status, chief, _ = login(server, "chief1", path="/staff/sessions")
    check(status == 201, f"staff: {chief}")
    change = {"current": "Passw0rd1", "new": "Passw0rd2", "newRepeat": "Passw0rd2"}
    status, answer, _ = server.ask("PUT", "/me/password", change, chief["token"])
    check(status == 200 and server.ask("GET", "/me/staff", token=answer["token"])[0] == 200, f"a new session of the staff: {status} {answer}")
    check(server.ask("GET", "/me/staff", token=chief["token"])[0] == 401, "the session with the old password is over")
    status, answer, _ = login(server, "chief1", "Passw0rd2", "/staff/sessions")
    check(status == 201, f"staff, new password: {answer}")
    end(server)
    return passenger, profiles, link


def refusals(folder, other, config, file):
    """What `begin` does not take, beside no log: nothing of one is there afterwards."""
    def wrong(says, words=None, config=config, file=file):
        refused(says, other, "begin", config, "--accounts", file)
        check(not (folder / "inputs").exists(), f"{says}: something was written")

    def written(name, text):
        (folder / name).write_text(text)
        return folder / name

    lines = file.read_text().split("\n")
    wrong("there is no file", file=folder / "nothing")
    wrong("server.yaml:1:1: error: this is no file of accounts", file=config)
    newer = lines[0].replace("cabrankd-accounts 1 ", "cabrankd-accounts 2 ")
    wrong("the file has version 2, and this program reads version 1", file=written("newer", "\n".join([newer, *lines[1:]])))
    wrong("swapped:2:1: error: the line was changed or moved", file=written("swapped", "\n".join([lines[0], lines[2], lines[1], *lines[3:]])))
    wrong("whole lines of accounts", file=written("cut", "\n".join(lines[:3]) + "\n"))
    # Under another key.
    key = (folder / "log.key").read_text()
    (folder / "log.key").write_text(os.urandom(32).hex())
    wrong("accounts:1:1: error: the file was written under another key")
    (folder / "log.key").write_text(key)
    # A city without stores has neither staff nor shoppers.
    written("taxis.yaml", (folder / "city.yaml").read_text().replace(STORES, ""))
    text = "".join(line for line in config.read_text().splitlines(True) if not line.startswith("staff:"))
    wrong("the account cannot be taken in: no service of this city has accounts of `stores`",
          config=written("taxis-server.yaml", text.replace("city.yaml", "taxis.yaml")))


def left_out(folder, other, config, file):
    """Whoever is not on the staff any more has no account; who has the seat now gets none of before."""
    text = config.read_text().replace("chief1", "carla1").replace("log: inputs\n", "log: inputs-carla\n")
    (folder / "carla.yaml").write_text(text)
    process = done("5 accounts: driver 1, passenger 2, phone 1, wearer 1", other, "begin", folder / "carla.yaml", "--accounts", file)
    check("staff 1 is left out" in process.stderr and process.stderr.count("\n") == 1, process.stderr)


def new_day(folder, other, known):
    """The accounts are there, and nobody is logged in; after a restart too, without the file."""
    passenger, (*profiles, profile, wearer), link = known
    server = Server(folder, program=other)
    check(server.ask("GET", "/me", token=passenger)[0] == 401, "a session of before")
    status, answer, _ = login(server, "ada1")
    check(status == 201, f"the password of before: {answer}")
    ada = answer["token"]
    status, answer, _ = login(server, "max1")
    check(status == 201, f"a driver: {answer}")
    driver = answer["token"]
    check([server.ask("GET", "/me", token=token)[1] for token in (ada, driver)] == profiles, "what is theirs is as it was")
    leo = live_services.session(server, "/health/sessions", "leo1")
    check(server.ask("GET", "/me", token=leo)[1] == profile, "the profile of a wearer")
    check(server.ask("GET", "/me/wearer", token=leo)[1]["wearer"] == wearer, "the number of a wearer")
    form = dict(username="ada1", email="other@example.org", password="Passw0rd1", passwordRepeat="Passw0rd1", name="A", surname="B", consent=True)
    status, answer, _ = server.ask("POST", "/accounts/passengers", form, key="taken")
    check((status, answer["word"]) == (409, "duplicateUsername"), f"a name that is taken: {status} {answer}")
    form = {**form, **live_server.driver(1), "username": "max2"}
    status, answer, _ = server.ask("POST", "/accounts/drivers", form, key="licence")
    check((status, answer["word"]) == (409, "duplicateLicence"), f"a licence that is taken: {status} {answer}")
    # The link of a mail that the server of before has sent.
    check(login(server, "eve1")[0] != 201, "an account that is not confirmed")
    check(server.ask("POST", f"/links/{link}", key="eve")[0] == 200, "a link of before")
    check(login(server, "eve1")[0] == 201, "the account is confirmed")
    check(login(server, "chief1", "Passw0rd2", "/staff/sessions")[0] == 201, "the password that the staff has set")
    check(login(server, "chief1", "Passw0rd1", "/staff/sessions")[0] == 401, "the password of the file counts again")
    by_phone(server)
    # The driver has the taxi of before.
    check(server.ask("PUT", "/me/location", PLACE, driver)[0] == 204, "location")
    check(server.ask("PUT", "/me/status", {"inService": True}, driver)[0] == 204, "status")
    status, called, _ = server.ask("POST", "/calls", {"meeting": PLACE, "travelers": 2}, ada, key="call")
    check(status == 201, f"call: {called}")
    check(server.ask("GET", "/offers/current", token=driver)[1]["travelers"] == 2, "the driver has the offer")
    server.process.kill()
    server.process.wait()

    server = Server(folder, program=other)
    check(server.ask("GET", "/me", token=ada)[1]["username"] == "ada1", "after a restart: the session goes on")
    check(login(server, "eve1")[0] == 201, "after a restart: the account is confirmed")
    end(server)


def main():
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        folder, other = temporary / "town", other_build(temporary / "cabrankd-other")
        prepare(folder, more=STORES + live_services.HEALTH, staff="[" + STAFF % "chief1" + "]")
        live_server.secret(folder, "chief.password", "Passw0rd1")
        config, file, log = folder / "server.yaml", folder / "accounts", folder / "inputs"
        refused("there is no log yet", PROGRAM, "accounts", config, "--out", file)
        known = old_day(folder)

        before = content(log)
        done("6 accounts: driver 1, passenger 2, phone 1, staff 1, wearer 1", PROGRAM, "accounts", config, "--out", file)
        text = file.read_text()
        check(file.stat().st_mode & 0o777 == 0o600 and text.startswith("cabrankd-accounts 1 6 "), f"the file: {text[:40]}")
        check(not any(word in text for word in ("ada1", "argon2", "example.org")), "a name or a hash stands in clear")
        refused("the file is there already", PROGRAM, "accounts", config, "--out", file)
        # The other build takes neither the log nor accounts out of it, and says what to do.
        refused("the log was written by build", other, config)
        refused("`cabrankd accounts`", other, config)
        refused("the log was written by build", other, "accounts", config, "--out", folder / "none")
        refused("the log is not empty", other, "begin", config, "--accounts", file)
        check(content(log) == before and not (folder / "none").exists(), "a log that was read or refused has changed")

        log.rename(folder / "inputs-before")
        refusals(folder, other, config, file)
        left_out(folder, other, config, file)
        done("6 accounts: driver 1, passenger 2, phone 1, staff 1, wearer 1", other, "begin", config, "--accounts", file)
        check((log / "inputs.sqlite").stat().st_mode & 0o777 == 0o600, "others may read the log")
        before = content(log)
        refused("the log is not empty", other, "begin", config, "--accounts", file)
        check(content(log) == before, "a log that was begun has changed")
        file.unlink()
        new_day(folder, other, known)

        # A report is held to the fingerprint that the server noted at its end, and fails beside another.
        fingerprints = []
        for name in ("day", "again"):
            process = run(other, "report", config, "--out", folder / name)
            check(process.returncode == 0, f"report: {process.returncode} {process.stdout} {process.stderr}")
            fingerprints.append(json.loads((folder / name / "summary.json").read_text())["fingerprint"])
        check(fingerprints[0] == fingerprints[1], f"fingerprints: {fingerprints}")
    print(f"{live_server.checks} checks of an upgrade hold")


main()
