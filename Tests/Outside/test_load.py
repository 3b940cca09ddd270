# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends the people of a small scenario to a running server, twice, and looks at what both say of it.

The first load opens the accounts, the second finds them. Nothing may be lost, refused for a form, or told twice; and the report of the log
has the rides that the people were told of.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import live_server
from live_services import HEALTH
from live_server import Server, check, prepare

# Everything is quick: a ride takes some seconds, and who got off thinks of the next.
CITY = """
server: {}
accounts: {password-cost: reduced, wrong-passwords: 10%}
travel: {approach: 2 s, ride: 4 s}
passengers:
  - name: people
    population: {people: 12, thinking: {exponential: 6 s}}
"""
# Stores at the door: who comes by phone is called a minute later, since ways are stated in minutes.
STORES = """
server: {}
stores:
  rules: {least-visit: 1 s}
  groups:
    - {name: corner, chain: Corner, count: 2, zones: {1: 1, 2: 1}, limit: 60, quotas: {normal: 60, priority: 0, booking: 0}, hours: "00:00-24:00"}
  shoppers:
    - name: neighbours
      population: {people: 16, pause: {exponential: 5 s}}
      without-phone: 40%
      special-needs: 5%
      radius: 1 km
      set-out: {uniform: {from: 0 s, to: 1 s}}
      early: {uniform: {from: 0 s, to: 1 s}}
      visit: {uniform: {from: 2 s, to: 5 s}}
"""
DEVICES = [(kind, store) for store in (1, 2) for kind in ("totem", "gate", "exit")]
LENGTH = os.environ.get("CABRANK_LOAD", "25 s")


def load(server, folder, out, *words, scenario="city.yaml", length=LENGTH):
    process = subprocess.run(
        [live_server.PROGRAM, "load", folder / scenario, "--server", f"https://127.0.0.1:{server.port}",
         "--certificate", folder / "certificate.pem", "--for", length, "--out", folder / out, *words],
        capture_output=True, text=True, timeout=300,
    )
    print(process.stdout + process.stderr)
    return process


def shoppers(folder):
    """Shoppers sign in, queue, are let in and go out; those without a phone take a ticket at the totem."""
    listed = ", ".join(f"{{name: {kind}{store}, kind: {kind}, store: {store}, key-file: {kind}{store}.key}}" for kind, store in DEVICES)
    prepare(folder, more=STORES, devices=f"[{listed}]", proxy="127.0.0.1")
    city = folder / "city.yaml"
    city.write_text(city.read_text().replace("cell: 1 km", "cell: 20 m"))
    for kind, store in DEVICES:
        live_server.secret(folder, f"{kind}{store}.key", os.urandom(20).hex())
    server = Server(folder)
    first = load(server, folder, "stores", "--mail", folder / "outbox", "--addresses", "--devices", folder / "server.yaml", length="90 s")
    check(first.returncode == 0, f"the load of stores: {first.returncode}")
    check("phones: 16 signed in, 0 failed" in first.stderr, "everybody's phone is signed in")
    check("not sent: stores.shoppers.special-needs" in first.stderr, "what needs the staff is named")
    seen = json.loads((folder / "stores" / "load.json").read_text())
    measured = seen["measured"]
    kinds = {kind["kind"]: kind for kind in measured["kinds"]}
    check(seen["lost"] == 0 and measured["gaps"] == 0, f"nothing is lost: {seen}")
    check(seen["notSent"] == ["stores.shoppers.special-needs"], f"the file names it, too: {seen['notSent']}")
    for kind in ("storeSearch", "queueJoin", "codeScan"):
        check(kind in kinds and kinds[kind]["time"]["count"] >= 4, f"{kind}: {kinds.get(kind)}")
    told = measured["told"]
    check(told.get("store.called", 0) >= 1 and told.get("store.visitEnded", 0) >= 1, f"phones are told: {told}")
    refused = {word for name in ("storeSearch", "queueJoin", "codeScan") for word in kinds[name]["refused"]}
    check(refused <= {"alreadyPending", "tooSoon"}, f"refused: {refused}")

    # Without the keys of devices nobody is sent to a store, and it is said.
    bare = load(server, folder, "bare", "--mail", folder / "outbox", length="2 s")
    check(bare.stderr.startswith("not sent: stores\n"), "stores are named")
    # A store whose gate nobody can open is no store to go to.
    config = (folder / "server.yaml").read_text()
    (folder / "gateless.yaml").write_text(config.replace("{name: gate2, kind: gate, store: 2, key-file: gate2.key}, ", ""))
    gateless = load(server, folder, "no", "--mail", folder / "outbox", "--devices", folder / "gateless.yaml")
    check(gateless.returncode == 2 and "store 2 has no gate" in gateless.stderr, "a gate without a key")

    server.process.send_signal(signal.SIGTERM)
    server.process.communicate(timeout=20)
    report = subprocess.run(
        [live_server.PROGRAM, "report", folder / "server.yaml", "--out", folder / "day"], capture_output=True, text=True, timeout=120)
    check(report.returncode == 0, f"the report: {report.stderr}")
    events = json.loads((folder / "day" / "summary.json").read_text())["eventCounts"]
    check(events["entryGranted"] >= 4 and events["visitEnded"] >= 4, f"people went in and out: {events['entryGranted']}, {events['visitEnded']}")
    # Of what joins a queue some only wakes a totem: the log has no more tickets than were asked for.
    asked = kinds["queueJoin"]["time"]["count"] - sum(kinds["queueJoin"]["refused"].values())
    check(4 <= events["ticketIssued"] <= asked, f"no ticket twice: {events['ticketIssued']}, {asked}")


def main():
    with tempfile.TemporaryDirectory() as top:
        folder = prepare(pathlib.Path(top) / "load", drivers=6, more=CITY, proxy="127.0.0.1")
        server = Server(folder)
        first = load(server, folder, "first", "--mail", folder / "outbox", "--addresses")
        check(first.returncode == 0, f"the first load: {first.returncode}")
        check("18 opened, 0 there before, 0 failed" in first.stderr, "everybody has an account")
        again = load(server, folder, "again", "--addresses")
        check(again.returncode == 0, f"the second load: {again.returncode}")
        check("0 opened, 18 there before, 0 failed" in again.stderr, "accounts are found again")
        told, calls = {}, 0
        for out in ("first", "again"):
            seen = json.loads((folder / out / "load.json").read_text())
            measured = seen["measured"]
            check(seen["lost"] == 0 and measured["gaps"] == 0, f"nothing is lost: {seen}")
            check(seen["keepsTarget"], "the target is kept")
            kinds = {kind["kind"]: kind for kind in measured["kinds"]}
            check(kinds["call"]["time"]["count"] >= 12, f"people call: {kinds['call']}")
            # What the people do is what an app would: only a state that has changed meanwhile, or a wrong password, is refused.
            known = {"badCredentials", "backOff", "alreadyWaiting", "alreadyTraveling", "noTaxiComing", "notPending", "notYourRide", "tooEarly"}
            refused = {word for kind in kinds.values() for word in kind["refused"]}
            check(refused <= known, f"refused: {refused}")
            calls += kinds["call"]["time"]["count"] - sum(kinds["call"]["refused"].values())
            for name, count in measured["told"].items():
                told[name] = told.get(name, 0) + count
        check(told["call.stored"] == calls, f"each call is told once: {told}, {calls} calls")
        check(told["ride.ended"] >= 10, f"rides end: {told}")
        check(told["ride.given"] >= told["ride.ended"], f"drivers are given rides: {told}")

        # What of a scenario is not sent is said before anything is, and with the results.
        check(seen["notSent"] == [] and "not sent" not in again.stdout + again.stderr, "all of the taxis' scenario is sent")
        (folder / "wide.yaml").write_text((folder / "city.yaml").read_text() + HEALTH)
        wide = load(server, folder, "wide", "--addresses", scenario="wide.yaml", length="2 s")
        check(wide.stderr.startswith("not sent: health\n"), "what is not sent is said first")
        check("\nnot sent: health\n" in wide.stdout, "what is not sent is said with the results")
        check(json.loads((folder / "wide" / "load.json").read_text())["notSent"] == ["health"], "and stands in the file")

        # Two commands make a server and start it.
        root = pathlib.Path(__file__).resolve().parent.parent.parent
        made = subprocess.run(
            [root / "scripts" / "new-server", folder / "town", root / "Scenarios" / "quickstart.yaml", "127.0.0.1:0"],
            capture_output=True, text=True, timeout=60)
        check(made.returncode == 0, f"a new server: {made.stderr}")
        town = Server(folder / "town")
        status, zones, _ = town.ask("GET", "/zones")
        check(status == 200 and len(zones["zones"]) == 1, f"its city is that of the scenario: {zones}")
        town.process.kill()
        again = subprocess.run(
            [root / "scripts" / "new-server", folder / "town", root / "Scenarios" / "quickstart.yaml"],
            capture_output=True, text=True, timeout=60)
        check(again.returncode == 2, "a server that is there is left as it is")

        # A scenario whose people cannot be clients is refused, each reason with its line.
        bad = (folder / "city.yaml").read_text().replace("server: {}\n", "") + "stores: []\n"
        (folder / "bad.yaml").write_text(bad)
        refusal = subprocess.run(
            [live_server.PROGRAM, "load", folder / "bad.yaml", "--server", "https://127.0.0.1:1", "--out", folder / "no"],
            capture_output=True, text=True, timeout=60)
        check(refusal.returncode == 2 and not (folder / "no").exists(), f"bad input: {refusal}")

        server.process.send_signal(signal.SIGTERM)
        server.process.communicate(timeout=20)
        report = subprocess.run(
            [live_server.PROGRAM, "report", folder / "server.yaml", "--out", folder / "day"],
            capture_output=True, text=True, timeout=120)
        check(report.returncode == 0, f"the report: {report.stderr}")
        summary = json.loads((folder / "day" / "summary.json").read_text())
        events = summary["eventCounts"]
        check(events["requestStored"] == calls, f"the log has the calls that were answered: {events['requestStored']}, {calls}")
        shoppers(pathlib.Path(top) / "stores")
    print(f"ok: {live_server.checks} checks")


if __name__ == "__main__":
    sys.exit(main())
