# SPDX-License-Identifier: GPL-3.0-or-later
"""What cannot be run, and who may not run it: bad input, other builds, replications that fail, a server that is gone."""

import os
import pathlib
import re
import shutil
import signal
import subprocess

from stores.server import Server
from stores.trials import PROGRAM, QUICKSTART, ROOT, SLOW, cabrank, end


def bad_input(trials):
    url = trials.server.url
    words = ("run", QUICKSTART, "--replications", 2, "--quiet", "--out", trials.folder / "nothing")
    trials.fails("no address", ["postgresql://"], *words, "--store", "db.example")
    trials.fails("no server", ["cannot be opened"], *words, "--store", "postgresql://cabrank@127.0.0.1:1/cabrank")
    trials.fails("no database", ["does not exist"], *words, "--store", url.replace("/cabrank", "/nowhere"))
    for secret in (url.replace("cabrank@", "cabrank:s3cret@"), url + "?password=s3cret"):
        found = trials.fails("a password in the address", ["PGPASSWORD"], *words, "--store", secret)
        trials.check("it is not repeated", "s3cret" not in found.stdout + found.stderr, found.stderr)
    cabrank(*trials.stored("run", QUICKSTART), "--replications", 2, "--quiet", "--experiment", "taken", "--out",
            trials.folder / "taken")
    trials.fails("other inputs", ["other inputs", "remove"], *words, "--seed", 5, "--store", url, "--experiment", "taken")
    trials.fails("a name alone", ["--store"], *words, "--experiment", "taken")
    trials.fails("unknown", ["did you mean `taken`"], "experiment", "status", "takn", "--store", url)
    trials.server.sql("UPDATE cabrank.experiments SET state = 'open' WHERE name = 'taken'")
    trials.fails("an open one is not removed", ["cancel"], "experiment", "remove", "taken", "--store", url)
    version = trials.schema()
    trials.server.sql("UPDATE cabrank.version SET number = 99")
    trials.fails("a later schema", ["version 99"], *words, "--store", url)
    trials.fails("a later schema: worker", ["version 99"], "worker", "--store", url)
    trials.fails("a later schema: list", ["version 99"], "experiment", "list", "--store", url)
    trials.server.sql(f"UPDATE cabrank.version SET number = {version}")
    cabrank("experiment", "cancel", "taken", "--store", url)
    removed = cabrank("experiment", "remove", "taken", "--store", url)
    trials.check("removed", removed.returncode == 0, removed.stderr)
    trials.check("removed: nothing is half left", not trials.orphans(), str(trials.orphans()))


def other_build(trials):
    """Workers of other builds are told so, and take nothing."""
    owner = trials.owner("builds", *SLOW, threads=1)
    trials.wait_for("builds: work is left", lambda: trials.replications("builds", "r.state = 0") > 0)
    programs = {}
    if pathlib.Path(PROGRAM).read_bytes()[:4] == b"\x7fELF":
        programs["altered"] = altered(trials.folder / "altered")
    else:
        trials.skip("a worker of an altered build", "CABRANK names a script")
    for name, program in programs.items():
        before = trials.number("SELECT count(*) FROM cabrank.workers")
        for words in ((), ("--experiment", "builds")):
            trials.fails(
                f"{name} build: worker {' '.join(words)}", ["`builds`", "another build", "takes nothing"],
                *trials.stored("worker", *words), program=program)
        trials.fails(
            f"{name} build: the command", ["`builds`", "another build"], *trials.stored(*SLOW), "--quiet", "--experiment",
            "builds", "--out", trials.folder / "nothing", program=program)
        listed = cabrank(*trials.stored("experiment", "list"), program=program)
        trials.check(f"{name} build: listed as another", "another build" in listed.stdout, listed.stdout + listed.stderr)
        trials.check(
            f"{name} build: it does not sign on", before == trials.number("SELECT count(*) FROM cabrank.workers"))
    trials.check("builds: all is with the command", trials.replications(
        "builds", f"r.state > 0 AND w.process <> {owner.pid}") == 0)
    cabrank(*trials.stored("experiment", "cancel", "builds"))
    owner.kill()


def altered(copy):
    """A copy of the program that is of another build: another number in its note, and so another sum over its bytes."""
    program = pathlib.Path(PROGRAM).read_bytes()
    notes = subprocess.run(["readelf", "-n", PROGRAM], check=True, stdout=subprocess.PIPE, text=True).stdout
    number = re.search(r"Build ID: ([0-9a-f]+)", notes)
    if number:
        number = bytes.fromhex(number[1])
        program = program.replace(number, bytes(byte ^ 0xFF for byte in number), 1)
    else:
        program += b"\0"
    copy.write_bytes(program)
    copy.chmod(0o755)
    return copy


def broken_part(trials):
    """A part that cannot be made is named, its replications are listed, and the command ends with it."""
    words = ("sweep", QUICKSTART, "--set", "fleet.drivers=4,5", "--replications", 3)
    trials.server.sql(
        "CREATE OR REPLACE FUNCTION cabrank.spoil() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN IF EXISTS (SELECT 1 FROM cabrank.members m WHERE m.experiment = NEW.experiment) THEN "
        "NEW.recipe := ''{}''; END IF; RETURN NEW; END'")
    trials.server.sql("CREATE TRIGGER spoil BEFORE INSERT ON cabrank.members FOR EACH ROW EXECUTE FUNCTION cabrank.spoil()")
    owner = trials.owner("broken", *words)
    worker = trials.worker("--wait")
    trials.check("broken: status 70", owner.wait(timeout=60) == 70, str(owner.returncode))
    said = owner.stderr.read()
    trials.server.sql("DROP TRIGGER spoil ON cabrank.members")
    trials.server.sql("DROP FUNCTION cabrank.spoil")
    trials.check("broken: named", re.search(r"replication \d: its inputs cannot be used", said), said)
    trials.check("broken: the worker goes on living", worker.poll() is None)
    end([worker])
    status = cabrank(*trials.stored("experiment", "status", "broken"))
    trials.check("broken: listed", "failed: replication" in status.stdout, status.stdout)
    failed, done = (trials.replications("broken", f"r.state = {state}") for state in (3, 2))
    trials.check("broken: nothing is lost", 1 <= failed <= 3 and done <= 3, f"{failed} failed, {done} done")
    trials.check("broken: nothing is left with anybody", trials.replications("broken", "r.state = 1") == 0)
    cabrank(*trials.stored("experiment", "cancel", "broken"))


def deadly_replication(trials):
    """A replication with which five workers die is given up and listed; the same command tries it anew."""
    words = (*SLOW[:-1], 1)
    owner = trials.owner("deadly", *words)
    trials.wait_for("deadly: begun", lambda: trials.replications("deadly") == 1)
    owner.send_signal(signal.SIGSTOP)
    number = trials.number(
        "SELECT min(r.number) FROM cabrank.replications r JOIN cabrank.members m ON m.id = r.member JOIN "
        "cabrank.experiments e ON e.id = m.experiment WHERE e.name = 'deadly' AND r.state = 0")
    for turn in range(5):
        worker = trials.worker("--experiment", "deadly", "--wait")
        trials.wait_for(f"deadly: worker {turn} takes it", lambda: trials.held(worker) == 1)
        worker.kill()
        worker.wait()
        trials.expire([worker])
    last = trials.worker("--experiment", "deadly", "--wait")
    trials.wait_for("deadly: given up", lambda: trials.replications("deadly", "r.state = 3") == 1)
    owner.send_signal(signal.SIGCONT)
    trials.check("deadly: status 70", owner.wait(timeout=60) == 70, str(owner.returncode))
    said = owner.stderr.read()
    trials.check("deadly: said", f"replication {number}: 5 workers died with it" in said, said)
    status = cabrank(*trials.stored("experiment", "status", "deadly"))
    trials.check("deadly: listed", f"failed: replication {number}: 5 workers died" in status.stdout, status.stdout)
    trials.check("deadly: the sixth worker goes on living", last.poll() is None)
    wanted = trials.expected("deadly", *words)
    owner = trials.owner("deadly", *words, "--resume")
    trials.check("deadly: tried anew", owner.wait(timeout=120) == 0, owner.stderr.read())
    trials.same("deadly, tried anew", wanted, trials.folder / "deadly-out")
    end([last])


def damaged_rows(trials):
    """Rows that do not fit together, changed results and a version that no program made are found, and nobody waits for them."""
    words = ("run", QUICKSTART, "--replications", 3)
    owner = trials.owner("rows", *words, threads=1)
    trials.check("rows: complete", owner.wait(timeout=120) == 0, owner.stderr.read())

    def again(name, status, said):
        owner = trials.owner("rows", *words, threads=1)
        found = owner.wait(timeout=60)
        text = owner.stderr.read()
        trials.check(name, found == status and said in text, f"{found}: {text}")
    chosen = "number = 1 AND experiment = (SELECT id FROM cabrank.experiments WHERE name = 'rows')"
    trials.server.sql(f"CREATE TABLE public.kept AS SELECT * FROM cabrank.results WHERE {chosen}")
    trials.server.sql(
        "UPDATE cabrank.results SET result = regexp_replace(result, '\"events\":[0-9]+', '\"events\":1') WHERE " + chosen)
    again("rows: a changed result", 70, "replication 1: the store's result is damaged")
    trials.server.sql(f"DELETE FROM cabrank.results WHERE {chosen}")
    again("rows: a lost result", 2, "replication 1 of member")
    trials.server.sql("INSERT INTO cabrank.results SELECT * FROM public.kept")
    trials.server.sql("DROP TABLE public.kept")
    again("rows: as they were", 0, "")
    version = trials.schema()
    trials.server.sql("UPDATE cabrank.version SET number = -1")
    trials.fails("rows: version -1", ["version -1", "no Cabrank made"], *trials.stored("experiment", "list"))
    trials.server.sql(f"UPDATE cabrank.version SET number = {version}")


def gone_server(trials):
    """A server that does not come back: command and worker say so when their ten minutes are over, which a faster clock makes
    some seconds."""
    faketime = shutil.which("faketime")
    if not faketime:
        trials.skip("a server that is gone", "there is no faketime")
        return
    place = trials.folder / "gone"
    place.mkdir()
    server = Server(place)
    faster = (faketime, "-f", "+0 x100")
    owner = trials.owner("gone", *SLOW[:-1], 40, threads=1, url=server.url, before=faster)
    trials.wait_for("gone: begun", lambda: server.sql("SELECT to_regclass('cabrank.version')") and server.sql(
        "SELECT count(*) FROM cabrank.replications WHERE state = 2") != "0")
    worker = trials.worker("--wait", url=server.url, before=faster)
    trials.wait_for("gone: worker", lambda: int(server.sql("SELECT count(*) FROM cabrank.workers")) > 1)
    server.stop("fast")
    for name, process in (("command", owner), ("worker", worker)):
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            trials.check(f"gone: the {name} ends", False)
            continue
        said = process.stderr.read()
        trials.check(f"gone: the {name} says so", process.returncode == 2 and "refused" in said, f"{process.returncode}: {said}")
    trials.check("gone: what is done is kept", (trials.folder / "gone-out/journal.jsonl").exists())
