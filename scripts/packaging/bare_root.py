# SPDX-License-Identifier: GPL-3.0-or-later
"""A bare Debian 12 in a folder, to install packages in: what a machine of a CI system has before its first job."""
import os
import pathlib
import shutil
import subprocess

ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}
SUITE = "bookworm"


def missing():
    """Why there can be no bare root on this machine; None when there can."""
    if os.geteuid() != 0:
        return "only root can make a bare root"
    for tool in ("debootstrap", "unshare", "chroot", "apt-get"):
        if not shutil.which(tool):
            return f"{tool} is not installed"
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False).returncode:
        return "this machine allows no namespaces"
    return None if mirror() else f"this machine knows no mirror of Debian {SUITE}"


def mirror():
    """The mirror that this machine's own packages come from."""
    form = "$(CODENAME) $(COMPONENT) $(CREATED_BY) $(REPO_URI)"
    answer = subprocess.run(["apt-get", "indextargets", "--format", form], capture_output=True, encoding="utf-8", check=False)
    for line in answer.stdout.splitlines():
        if line.startswith(f"{SUITE} main Packages "):
            return line.split()[3]
    return None


def proxies():
    """The lines of this machine's apt that say through what it reaches its mirror."""
    answer = subprocess.run(["apt-config", "dump"], capture_output=True, encoding="utf-8", check=False)
    return [line for line in answer.stdout.splitlines() if line.startswith("Acquire::") and "::Proxy" in line]


class BareRoot:
    """A root folder. The first one of a machine is made by debootstrap and kept as an archive for the next ones."""

    def __init__(self, folder, archive):
        self.folder = pathlib.Path(folder)
        if not archive.exists():
            self._make(archive)
        self.folder.mkdir()
        subprocess.run(["tar", "--extract", "--numeric-owner", "--file", archive, "--directory", self.folder], check=True)
        for name in ("resolv.conf", "hosts"):
            path = pathlib.Path("/etc") / name
            if path.exists():
                shutil.copyfile(path, self.folder / "etc" / name)
        # As in the images of Debian that CI systems start from: what is lost with the power may be lost.
        (self.folder / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
        (self.folder / "etc/apt/apt.conf.d/90proxy").write_text("".join(f"{line}\n" for line in proxies()))

    def _make(self, archive):
        fresh = self.folder.with_name("debootstrap")
        done = subprocess.run(
            ["debootstrap", "--variant=minbase", SUITE, fresh, mirror()], capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise SystemExit(f"debootstrap failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        shutil.rmtree(fresh / "var/cache/apt/archives")
        (fresh / "var/cache/apt/archives/partial").mkdir(parents=True)
        archive.parent.mkdir(exist_ok=True)
        whole = archive.with_suffix(".new")
        subprocess.run(["tar", "--create", "--numeric-owner", "--file", whole, "--directory", fresh, "."], check=True)
        whole.rename(archive)
        shutil.rmtree(fresh)

    def run(self, script, environment=None, folder="/root", shell=("sh", "-e")):
        """Runs a script in the root, with processes of its own; returns what `subprocess.run` does."""
        (self.folder / "tmp/script").write_text(f"cd {folder}\n{script}\n")
        inside = {**ENVIRONMENT, **(environment or {})}
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.folder}/proc",
             "chroot", self.folder, *shell, "/tmp/script"],
            env=inside, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            timeout=600, check=False)

    def take_packages(self, other):
        """Takes package lists and fetched packages from another root, so that nothing is fetched twice."""
        for name in ("var/lib/apt/lists", "var/cache/apt/archives"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            shutil.copytree(other.folder / name, self.folder / name, ignore=shutil.ignore_patterns("lock", "partial"))
            (self.folder / name / "partial").mkdir()

    def holds(self, name):
        return (self.folder / name.lstrip("/")).exists()

    def text(self, name):
        """What a file holds; nothing when it is not there."""
        return (self.folder / name.lstrip("/")).read_text(encoding="utf-8") if self.holds(name) else ""
