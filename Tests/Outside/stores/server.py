# SPDX-License-Identifier: GPL-3.0-or-later
"""A PostgreSQL server of a test's own, on the loopback address."""

import glob
import os
import pathlib
import shutil
import socket
import subprocess


def is_installed():
    """Whether this machine has the programs of a PostgreSQL server."""
    return bool(glob.glob("/usr/lib/postgresql/*/bin/initdb"))


class Server:
    """A server on a free port in a scratch folder; run as the user postgres when this is root."""

    def __init__(self, folder, data=None):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        self.programs = pathlib.Path(programs[-1])
        self.folder = pathlib.Path(folder)
        self.data = pathlib.Path(data or self.folder / "data")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = "127.0.0.1"
        self.settings = ()
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            if data:
                self.data.mkdir(mode=0o700)
                shutil.chown(self.data, "postgres")
        self.as_user("initdb", "-D", self.data, "-U", "cabrank", "--auth=trust", "-N")
        self.start()
        self.sql("CREATE DATABASE cabrank", database="postgres")

    def as_user(self, program, *arguments, check=True):
        before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        return subprocess.run(
            [*before, str(self.programs / program), *map(str, arguments)], check=check, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, address="127.0.0.1", settings=None):
        """Starts it on an address, with settings such as `ssl=on`; without them, those of the last time."""
        self.address = address
        self.settings = self.settings if settings is None else settings
        options = f"-p {self.port} -k {self.folder} -c listen_addresses={address} -c max_connections=200"
        options += "".join(f" -c {setting}" for setting in self.settings)
        self.as_user("pg_ctl", "-D", self.data, "-o", options, "-l", self.folder / "log", "-w", "start")

    def stop(self, mode="immediate"):
        self.as_user("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop", check=False)

    def client(self, program, database, *arguments, **options):
        """Runs one of PostgreSQL's own clients through the socket, as the owner of all; its output."""
        return subprocess.run(
            [self.programs / program, "-h", str(self.folder), "-p", str(self.port), "-U", "cabrank", "-d", database,
             *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True, **options).stdout

    def sql(self, text, database="cabrank"):
        return self.client("psql", database, "-qAtc", text).strip()

    def load(self, script, database):
        """Runs the statements of a file in a new database."""
        self.sql(f"CREATE DATABASE {database}", database="postgres")
        self.client("psql", database, "-q", "-v", "ON_ERROR_STOP=1", "-f", script)

    def dump(self, database="cabrank"):
        """All of a database as text."""
        return self.client("pg_dump", database)

    def tables(self, database="cabrank"):
        """The tables of a store, without what is in them."""
        # Lines with a backslash hold a number that is another one each time.
        text = self.client("pg_dump", database, "--schema-only", "--schema=cabrank")
        return [line for line in text.splitlines() if line and not line.startswith(("--", "\\"))]

    @property
    def url(self):
        return self.url_of("cabrank")

    def url_of(self, database):
        return f"postgresql://cabrank@{self.address}:{self.port}/{database}"
