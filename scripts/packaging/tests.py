#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a package and a tarball of the release build, and installs them in a bare Debian 12 without Swift: there scenarios are
checked and run, and the CI jobs and the image do what they say. Run by scripts/check release.

The variable CABRANK names a program that is built already. Where a bare root cannot be made (it takes root and debootstrap),
these tests are skipped, and counted as skipped. What is not run here: the actions that GitHub's job uses, the runners of
GitHub and GitLab, and a builder of images; of a Containerfile only the commands are run.
"""
import filecmp
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

import yaml

import bare_root

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RELEASE = ROOT / "scripts" / "release"
PACKAGING = ROOT / "scripts" / "packaging"
# From the package to the first verdict, in seconds.
MOST_SECONDS = 20
FAILED = []
PASSED = []

BUDGETS = """
budgets:
  - name: nobody-waits-for-long
    metric: wait.p95
    at-most: {limit}
"""


def check(what, holds, detail=""):
    (PASSED if holds else FAILED).append(what)
    if not holds:
        print(f"{what}\n    {str(detail)[-3000:]}", flush=True)


def release(folder):
    return subprocess.run(
        [RELEASE, folder], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False)


# --- The two files -------------------------------------------------------------------------------------------------

def files(folder):
    """Makes them twice in the same folder, and looks into them. Returns package and tarball."""
    started = time.monotonic()
    done = release(folder)
    seconds = time.monotonic() - started
    check("a package and a tarball are made", done.returncode == 0, done.stderr)
    if done.returncode:
        return None, None
    names = sorted(path.name for path in folder.iterdir())
    package, tarball = (next(folder.glob(form)) for form in ("*.deb", "*.tar.xz"))
    check("three files are written", names == sorted(["SHA256SUMS", package.name, tarball.name]), names)
    sums = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True, check=False)
    check("the sums are right", sums.returncode == 0, sums.stderr)
    for path in (package, tarball):
        print(f"release: {path.name}: {path.stat().st_size / 1e6:.1f} MB (made with the other one in {seconds:.0f} s)")
        check(f"{path.suffix} is under 40 MB", path.stat().st_size < 40e6, path.stat().st_size)
    kept = folder.with_name("kept")
    folder.rename(kept)
    folder.mkdir()
    for path in kept.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    done = release(folder)
    check("its own files are replaced", done.returncode == 0, done.stderr)
    same = filecmp.cmpfiles(kept, folder, names, shallow=False)[0]
    check("the same program gives the same bytes", sorted(same) == names, same)
    look_into(package)
    refusals(folder, package.name)
    return kept / package.name, kept / tarball.name


def look_into(package):
    listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, encoding="utf-8", check=True).stdout
    names = [line.split()[-1] for line in listed.splitlines()]
    check("all belongs to root", all(line.split()[1] == "root/root" for line in listed.splitlines()), listed)
    for name in (
        "./usr/bin/cabrank", "./usr/share/cabrank/report-assets/vega.js", "./usr/share/cabrank/report-assets/leaflet.css",
        "./usr/share/cabrank/handbook/index.html", "./usr/share/cabrank/handbook/ThreeQuestions.html",
        "./usr/share/cabrank/schemas/scenario.schema.json", "./usr/share/cabrank/schemas/check.schema.json",
        "./usr/share/bash-completion/completions/cabrank", "./usr/share/man/man1/cabrank.1.gz",
        "./usr/share/doc/cabrank/copyright", "./usr/share/cabrank/ci/gitlab-ci.yml",
    ):
        check(f"it has {name}", name in names, listed)
    text = subprocess.run(
        ["sh", "-c", f"dpkg-deb --fsys-tarfile {shlex.quote(str(package))} | tar -xO ./usr/share/doc/cabrank/copyright"],
        capture_output=True, encoding="utf-8", check=True).stdout
    for licence in ("GNU General Public License", "Apache License", "JP Simard", "Gwendal Rou", "UNICODE LICENSE V3",
                    "Runtime Library Exception", "Vega-Lite", "Leaflet", "=== Sphinx", "=== furo"):
        check(f"its licences name {licence}", licence in text)


def refusals(folder, name):
    def refused(what, *arguments, word):
        done = subprocess.run([RELEASE, *arguments], capture_output=True, encoding="utf-8", check=False)
        check(what, done.returncode == 2 and word in done.stderr, f"{done.returncode} {done.stderr}")

    path = folder / name
    path.write_bytes(b"mine")
    refused("a file that was changed is refused", folder, word=f"{name} exists and was not made here")
    check("and left as it is", path.read_bytes() == b"mine")
    (folder / "SHA256SUMS").write_text("")
    refused("a list of somebody else is refused", folder, word="was not made here")
    refused("a file in place of the folder is refused", path, word="is no folder")
    refused("an unknown option is refused", "--fast", word="unknown option")


# --- In a bare root ------------------------------------------------------------------------------------------------

def scenario(limit):
    return (ROOT / "Scenarios/quickstart.yaml").read_text(encoding="utf-8") + BUDGETS.format(limit=limit)


def prepare(root, package, tarball=None):
    """Puts the files of a user there: the package, and a folder with scenarios as from a checkout."""
    for path in (package, tarball):
        if path is not None:
            (root.folder / "tmp" / path.name).write_bytes(path.read_bytes())
    folder = root.folder / "root/city/Scenarios"
    folder.mkdir(parents=True)
    (folder / "city.yaml").write_text(scenario("3 h"), encoding="utf-8")
    (folder / "strict.yaml").write_text(scenario("1 s"), encoding="utf-8")


def timed(root, what, script, status=0):
    started = time.monotonic()
    done = root.run(script, folder="/root/city")
    seconds = time.monotonic() - started
    check(what, done.returncode == status, f"exits {done.returncode}\n{done.stdout}")
    return seconds, done.stdout


def first_verdict(root, package):
    """From the package to the first verdict, with everything fetched."""
    found = root.run("command -v swift || find / -xdev -name 'libswift*' -o -xdev -name 'libgsl*' -o -xdev -name vega.js")
    check("the root is bare", not found.stdout.strip(), found.stdout)
    lists, _ = timed(root, "the package lists are fetched", "apt-get -q update")
    install, _ = timed(
        root, "the package is installed", f"apt-get -q install -y --no-install-recommends /tmp/{package.name}")
    verdict, said = timed(root, "a budget that is kept: exit 0", "cabrank check Scenarios/city.yaml --quiet --junit a.xml")
    check("the verdict is printed", "kept       nobody-waits-for-long" in said, said)
    check("JUnit XML is written", "<testcase" in root.text("root/city/a.xml"))
    total = lists + install + verdict
    load = os.getloadavg()[0] / os.cpu_count()
    print(f"release: from package to first verdict {total:.1f} s: package lists {lists:.1f} s, installation with what it "
          f"needs {install:.1f} s, verdict {verdict:.1f} s; the machine's load is {load:.1f} for each core", flush=True)
    timed(root, "a budget that is broken: exit 1", "cabrank check Scenarios/strict.yaml --quiet --junit b.xml", status=1)
    check("JUnit XML has the failure", "<failure" in root.text("root/city/b.xml"))
    return total


def installed(root):
    """What else the package brings."""
    _, said = timed(root, "a scenario is run", "cabrank run Scenarios/city.yaml --quiet --out report")
    page = root.text("root/city/report/report.html")
    check("the report has charts and map without any variable", "window.vegaEmbed=" in page and "without " not in said, said)
    check("and their notices", "Interactive Data Lab" in page or "Vega" in page)
    # Cuts and projects zones: GEOS and PROJ are loaded.
    scenarios = "/usr/share/cabrank/scenarios"
    timed(root, "the shipped city is run", f"cabrank run {scenarios}/city-weekday.yaml --quiet --no-report")
    timed(root, "its layout is checked", f"cabrank layout check {scenarios}/city/districts.geojson")
    root.run("mkdir /root/away; mv /usr/lib/x86_64-linux-gnu/libgeos_c.so* /root/away")
    missed = root.run(f"cabrank run {scenarios}/city-weekday.yaml --quiet --no-report")
    check("without GEOS it is not: the test above shows that the package brings it", missed.returncode != 0, missed.stdout)
    timed(root, "GEOS is put back", "mv /root/away/* /usr/lib/x86_64-linux-gnu/")
    timed(root, "the schema is the program's", "cabrank schema | cmp - /usr/share/cabrank/schemas/scenario.schema.json")
    _, said = timed(root, "the handbook is found", "cabrank handbook results")
    check("and its path is printed, for there is no browser", said.splitlines()[:1] == ["/usr/share/cabrank/handbook/Results.html"]
          and "no browser was found" in said, said)
    _, said = timed(root, "the report of the last run is found", "cabrank open report --path")
    check("by its path", said == "/root/city/report/report.html\n", said)
    done = root.run(". /usr/share/bash-completion/completions/cabrank; complete -p cabrank", shell=("bash", "-e"))
    check("bash completes cabrank", "cabrank" in done.stdout and done.returncode == 0, done.stdout)
    timed(root, "the man page is there", "gzip -dc /usr/share/man/man1/cabrank.1.gz | grep -q layout")
    timed(root, "nothing is left of a removed package", "apt-get -q remove -y cabrank && test ! -e /usr/share/cabrank")


def unpacked(root, tarball):
    """The tarball, where what the package depends on is there."""
    timed(root, "the tarball is unpacked", f"apt-get -q install -y xz-utils && tar -xf /tmp/{tarball.name} -C /opt")
    _, said = timed(
        root, "its program runs a scenario", "/opt/cabrank-*/bin/cabrank run Scenarios/city.yaml --quiet --out unpacked")
    check("its report has charts", "window.vegaEmbed=" in root.text("root/city/unpacked/report.html"), said)


def gitlab_job():
    job = yaml.safe_load((PACKAGING / "gitlab-ci.yml").read_text(encoding="utf-8"))["budgets"]
    kept = [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]
    return "\n".join(job["before_script"]), "\n".join(job["script"]), kept


def github_job():
    job = yaml.safe_load((PACKAGING / "github-actions.yml").read_text(encoding="utf-8"))["jobs"]["budgets"]
    steps = [step["run"] for step in job["steps"] if "run" in step]
    kept = next(step["with"]["path"] for step in job["steps"] if step.get("uses", "").startswith("actions/upload-artifact"))
    return steps[0], "\n".join(steps[1:]), kept.split()


def jobs(root, package):
    """Runs the commands of both jobs as they stand, and looks for what they keep."""
    value = subprocess.run(["sha256sum", package], capture_output=True, encoding="utf-8", check=True).stdout.split()[0]
    environment = {
        "CABRANK_PACKAGE": f"file:///tmp/{package.name}", "CABRANK_SHA256": value, "SCENARIO": "Scenarios/city.yaml",
        "GITHUB_STEP_SUMMARY": "/root/page.md",
    }
    for name, (install, script, kept) in (("GitLab", gitlab_job()), ("GitHub", github_job())):
        wrong = root.run(install, {**environment, "CABRANK_SHA256": "0" * 64}, "/root/city")
        check(f"{name}: another package is refused", wrong.returncode != 0 and not root.holds("usr/bin/cabrank"), wrong.stdout)
        done = root.run(f"{install}\n{script}", environment, "/root/city")
        check(f"{name}: the job passes", done.returncode == 0, done.stdout)
        for path in kept:
            check(f"{name}: it leaves {path}", root.holds(f"root/city/{path}"))
        check(f"{name}: the report is whole", "window.vegaEmbed=" in root.text("root/city/report/report.html"))
        strict = root.run(script, {**environment, "SCENARIO": "Scenarios/strict.yaml"}, "/root/city")
        check(f"{name}: a broken budget fails the job", strict.returncode == 1, strict.stdout)
        check(f"{name}: the failure is in its JUnit file", "<failure" in root.text("root/city/budgets.xml"))
        root.run("apt-get -q remove -y cabrank; rm -r /root/city/report /root/city/budgets.*")
    check("GitHub: the verdicts are on the page of the job", "nobody-waits-for-long" in root.text("root/page.md"))


def image(root, package):
    """Runs the commands of the Containerfile, without a builder."""
    lines = (PACKAGING / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    commands = [line.removeprefix("RUN ") for line in lines if line.startswith("RUN ")]
    done = root.run("\n".join(commands))
    check("the commands of the image run", done.returncode == 0 and len(commands) == 2, done.stdout)
    check("and leave no package", not root.holds(f"tmp/{package.name}") and root.holds("usr/bin/cabrank"))


def in_bare_roots(folder, package, tarball):
    archive = ROOT / ".tools" / "bare-root.tar"
    started = time.monotonic()
    first = bare_root.BareRoot(folder / "first", archive)
    print(f"release: a bare root in {time.monotonic() - started:.0f} s", flush=True)
    prepare(first, package, tarball)
    seconds = first_verdict(first, package)
    installed(first)
    unpacked(first, tarball)
    if seconds >= MOST_SECONDS:
        # Others may have used the machine: once more, from the start.
        again = bare_root.BareRoot(folder / "again", archive)
        prepare(again, package)
        seconds = first_verdict(again, package)
    check(f"from package to first verdict in under {MOST_SECONDS} s", seconds < MOST_SECONDS, f"{seconds} s")
    second = bare_root.BareRoot(folder / "second", archive)
    second.take_packages(first)
    prepare(second, package)
    jobs(second, package)
    image(second, package)


def main():
    os.environ.setdefault("CABRANK_ASSETS", str(ROOT / ".tools" / "report-assets"))
    # The quickest, and the largest.
    os.environ["CABRANK_XZ_LEVEL"] = "1"
    skipped = 0
    with tempfile.TemporaryDirectory(prefix="cabrank-release-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "made").mkdir()
        package, tarball = files(folder / "made")
        reason = bare_root.missing()
        if package is not None and reason is None:
            in_bare_roots(folder, package, tarball)
        elif reason is not None:
            skipped = 1
            print(f"release: skipped: nothing was installed: {reason}")
    print(f"{len(PASSED)} passed, {len(FAILED)} failed, {skipped} skipped")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
