# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is let in: certificates, passwords, and that no password is left anywhere."""

import contextlib
import os
import pathlib
import secrets
import shutil
import subprocess
import time

from stores.server import Server
from stores.trials import QUICKSTART, USUAL, begin, cabrank

RUN = ("run", QUICKSTART, "--replications", 2, "--quiet")


def access(trials):
    """A server that takes TLS and a password only, with a certificate of an authority of its own."""
    place = trials.folder / "access"
    place.mkdir()
    password = secrets.token_hex(12)
    server = Server(place)
    try:
        server.sql(f"CREATE ROLE guest LOGIN PASSWORD '{password}'")
        server.sql("GRANT CREATE ON DATABASE cabrank TO guest")
        server.stop("fast")
        # The log of the first start holds nothing of what follows; now every statement is in it.
        authority = certificates(place, "authority")
        other = certificates(place, "other")
        for name in ("server.crt", "server.key"):
            shutil.copy(place / "authority" / name, server.data / name)
            if os.geteuid() == 0:
                shutil.chown(server.data / name, "postgres")
        (server.data / "server.key").chmod(0o600)
        (server.data / "pg_hba.conf").write_text(
            "local all cabrank trust\nhostssl all guest all scram-sha-256\n", encoding="utf-8")
        server.start(settings=("ssl=on", "log_statement=all", "log_connections=on"))
        encrypted(trials, server, authority, other, password)
        passwords(trials, server, authority, password)
        nothing_left(trials, server, authority, password)
    finally:
        server.stop()
    trials.fails(
        "TLS wanted of a server without", ["SSL"], *RUN, "--out", trials.folder / "nothing", "--store",
        trials.server.url + "?sslmode=require")


def certificates(place, name):
    """An authority, and a certificate by it for `localhost`; the authority's own."""
    folder = place / name
    folder.mkdir()

    def openssl(*words):
        subprocess.run(
            ["openssl", *words], check=True, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl("req", "-x509", *key, "-days", "2", "-subj", f"/CN={name}", "-keyout", "root.key", "-out", "root.crt")
    openssl("req", *key, "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n", encoding="utf-8")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "root.crt", "-CAkey", "root.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "server.crt")
    return folder / "root.crt"


def url(server, host="localhost", **parameters):
    text = "&".join(f"{name}={value}" for name, value in parameters.items())
    return f"postgresql://guest@{host}:{server.port}/cabrank" + (f"?{text}" if text else "")


def encrypted(trials, server, authority, other, password):
    """What `sslmode` says is kept."""
    nothing = trials.folder / "nothing"
    env = {**os.environ, "PGPASSWORD": password}

    def succeeds(name, address, **variables):
        out = trials.folder / f"access-{name}".replace(" ", "-")
        found = cabrank(*RUN, "--out", out, "--store", address, env={**env, **variables})
        trials.check(f"access: {name}", found.returncode == 0, found.stderr)

    def refused(name, words, address, **variables):
        trials.fails(
            f"access: {name}", ["error:", *words], *RUN, "--out", nothing, "--store", address,
            env={**env, **variables})

    full = {"sslmode": "verify-full"}
    succeeds("root in the address", url(server, **full, sslrootcert=authority))
    succeeds("root in the environment", url(server, **full), PGSSLROOTCERT=str(authority))
    succeeds("all in the environment", url(server), PGSSLROOTCERT=str(authority), PGSSLMODE="verify-full")
    connections = server.sql("SELECT count(*) FROM cabrank.experiments")
    trials.check("access: one experiment, three times", connections == "1", connections)
    refused("another root", ["certificate verify failed"], url(server, **full, sslrootcert=other))
    refused("no root", ["root certificate file"], url(server, **full, sslrootcert=trials.folder / "none.crt"))
    refused(
        "another name", ["does not match host name"], url(server, "127.0.0.1", **full, sslrootcert=authority))
    refused("no TLS", ["no encryption"], url(server, sslmode="disable"))
    found = cabrank("worker", "--store", url(server, sslmode="disable"), env=env)
    trials.check("access: a worker without TLS", found.returncode == 2 and "no encryption" in found.stderr, found.stderr)


def passwords(trials, server, authority, password):
    """From the environment and from a file; a wrong one is said to be wrong, and is not repeated."""
    address = url(server, sslmode="verify-full", sslrootcert=authority)
    file, wrong = trials.folder / "passwords", trials.folder / "wrong-passwords"
    file.write_text(f"localhost:{server.port}:cabrank:guest:{password}\n", encoding="utf-8")
    wrong.write_text(f"localhost:{server.port}:cabrank:guest:{password}x\n", encoding="utf-8")
    for path in (file, wrong):
        path.chmod(0o600)
    # No password file of the user's own.
    env = {**os.environ, "HOME": str(trials.folder)}
    found = cabrank("experiment", "list", "--store", address, env={**env, "PGPASSFILE": str(file)})
    trials.check("password file", found.returncode == 0 and "complete" in found.stdout, found.stderr)
    for name, variables, words in (
            ("wrong password", {"PGPASSWORD": password + "x"}, ["password authentication failed"]),
            ("wrong password file", {"PGPASSFILE": str(wrong)}, ["password authentication failed"]),
            ("no password", {}, ["no password supplied"])):
        for command in (("worker",), ("experiment", "list"), (*RUN, "--out", trials.folder / "nothing")):
            found = trials.fails(
                f"{name}: {command[0]}", words, *command, "--store", address, env={**env, **variables})
            trials.check(f"{name}: not repeated", password not in found.stdout + found.stderr)
    for path in (file, wrong):
        path.unlink()


def nothing_left(trials, server, authority, password):
    """A password is in no output, no file, no command line, no row and no log, whoever works."""
    address = url(server, sslmode="verify-full", sslrootcert=authority)
    env = {**os.environ, "PGPASSWORD": password}
    out = trials.folder / "access-secret"
    with open(trials.folder / "access-output", "w", encoding="utf-8") as said:
        owner = begin(
            *USUAL, "--threads", 1, "--out", out, "--store", address, "--experiment", "secret", env=env, stdout=said)
        trials.wait_for("secret: begun", lambda: server.sql(
            "SELECT count(*) FROM cabrank.replications r WHERE r.state = 1") != "0")
        worker = begin("worker", "--threads", 1, "--store", address, env=env, stdout=said)
        lines = set()
        while owner.poll() is None:
            lines |= command_lines()
            time.sleep(0.05)
        worker.terminate()
        said.write(owner.stderr.read() + worker.communicate(timeout=60)[1])
        found = cabrank("experiment", "status", "secret", "--store", address, env=env)
        said.write(found.stdout + found.stderr)
        for command in ("list", "show secret", "status secret --json"):
            found = cabrank("experiment", *command.split(), "--store", address, env=env)
            said.write(found.stdout + found.stderr)
    trials.check("secret: ends well", owner.returncode == 0, str(owner.returncode))
    trials.check("secret: command lines were seen", any("secret" in line for line in lines))
    trials.check("secret: not in a command line", not any(password in line for line in lines))
    # Results, folders of the server with its log, and what was printed; then the rows as text.
    holders = [path for path in trials.folder.rglob("*") if path.is_file() and holds(path, password.encode())]
    trials.check("secret: in no file", not holders, str(holders))
    log = (server.folder / "log").read_text(encoding="utf-8", errors="replace")
    trials.check("secret: the log has every statement", "cabrank.experiments" in log and "guest" in log)
    trials.check("secret: in no row", password not in server.dump())


def command_lines():
    """The command lines of all processes of this machine."""
    found = set()
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        # Processes end while they are looked at.
        with contextlib.suppress(OSError):
            found.add(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return found


def holds(path, text):
    with contextlib.suppress(OSError):
        return text in path.read_bytes()
    return False
