#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a running `cabrankd` what its own description says that can be asked, in thousands of right and wrong forms (schemathesis).

    python3 -m venv .tools/fuzz-venv && .tools/fuzz-venv/bin/pip install 'schemathesis~=4.32'
    CABRANKD=.build/release/cabrankd .tools/fuzz-venv/bin/python Tests/Outside/fuzz_server.py
    CABRANK_EXAMPLES=60 ...    so many drawn forms for each operation and person, 3 by default: with those that schemathesis makes of each bound
                               of the description more than 30,000; four minutes

As a passenger, as a driver, with the key of a totem and as nobody. Every answer is one that the description has: no status of 500 or more but
503, the type of content and the content that it says. Left out are the streams of events and what waits until something happens, which
test_server_faults.py tries, and what ends the session that the others need. Not a part of continuous integration: schemathesis
brings thirty packages. Exits with 1 when an answer is another one.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import live_server
from faults.town import Town, prepare

EXAMPLES = os.environ.get("CABRANK_EXAMPLES", "3")
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance,unsupported_method"
STORES = """
stores:
  groups:
    - {name: corner, chain: Corner, count: 1, zones: {1: 1}, limit: 2, quotas: {normal: 2, priority: 0, booking: 0}, hours: "00:00-24:00"}
"""
LEFT_OUT = r"^(/events|/offers/current|/sessions/current|/me/deletion|/me/password|/calls/\{id\}|/totems/.*/displays)$"


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "city"
        totem = os.urandom(20).hex()
        prepare(folder, drivers=4, more=STORES, devices="[{name: door, kind: totem, store: 1, key-file: totem.key}]")
        live_server.secret(folder, "totem.key", totem)
        total, failed = 0, []
        with Town(folder) as server:
            persons = {
                "passenger": f"Bearer {server.person('passengers', 'ada1')}", "driver": f"Bearer {server.cab('max1', 1)}",
                "totem": f"Device {totem}", "nobody": None}
            for name, credential in persons.items():
                command = [
                    sys.executable, "-m", "schemathesis.cli", "run", f"https://127.0.0.1:{server.port}/api/v1/openapi.json", "--tls-verify",
                    str(folder / "certificate.pem"), "--checks", CHECKS, "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing",
                    "--continue-on-failure", "--suppress-health-check", "all", "--generation-database", "none", "--request-timeout", "20",
                    "--no-color", "--warnings", "off", "--seed", "35"]
                if credential:
                    command += ["-H", f"Authorization: {credential}"]
                command += ["--exclude-path-regex", LEFT_OUT]
                run = subprocess.run(command, capture_output=True, text=True, cwd=temporary)
                print(run.stdout[-12_000:] if run.returncode else run.stdout[-900:], run.stderr[-2000:], flush=True)
                found = re.search(r"(\d+) generated", run.stdout)
                total += int(found[1]) if found else 0
                if run.returncode:
                    failed.append(name)
                server.lives(f"after the {name}")
            if server.says():
                failed.append(f"the server says {server.says()[-2000:]}")
    if total < 10_000:
        failed.append(f"only {total} forms were tried")
    print(f"{total} forms; {'all answers are as the description says' if not failed else failed}")
    sys.exit(bool(failed))


main()
