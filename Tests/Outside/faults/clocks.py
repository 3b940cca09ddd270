# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of time: a process that is stopped, a clock that is set, certificates whose time is over."""

import datetime
import re
import signal
import socket
import ssl
import subprocess
import threading
import time

from live_server import PROGRAM

from faults.town import LONG, Stream, Town, Trouble, check, prepare, within

DEADLINE = 'dispatch: {offer-deadline: "SECONDS s"}\n'


def seconds(text):
    """An instant as it is written, in seconds."""
    return datetime.datetime.fromisoformat(text).timestamp()


def at(event):
    return seconds(event[2]["at"])


def in_order(events, why):
    times = [at(event) for event in events]
    check(times == sorted(times), f"{why}: notices out of their order: {times}")


def stopped(folder):
    """A process that stands still (SIGSTOP) and goes on: nothing is lost, streams go on, and what fell due happens in its order, at its time."""
    pause, deadline = (30, 8) if LONG else (5, 2)
    prepare(folder, drivers=2, more=DEADLINE.replace("SECONDS", str(deadline)))
    with Town(folder) as server:
        passengers = [server.person("passengers", f"ada{number}") for number in range(2)]
        drivers = [server.cab("max0", 1), server.cab("max1", 2)]
        streams = [Stream(server, token) for token in passengers + drivers]
        requests = []
        for token in passengers:
            requests.append(server.call(token))
            time.sleep(0.3)
        offers = [server.ask("GET", "/offers/current", token=token)[1] for token in drivers]
        ends = sorted(seconds(offer["deadline"]) for offer in offers)
        server.process.send_signal(signal.SIGSTOP)
        # What is sent meanwhile waits in the machine: one that was open before, and one that is new.
        answers = []
        waiting = threading.Thread(
            target=lambda: answers.append(server.ask("GET", "/me", token=passengers[0], timeout=90)), name=threading.current_thread().name)
        waiting.start()
        time.sleep(pause)
        check(not answers, "a process that stands still answers")
        server.process.send_signal(signal.SIGCONT)
        begun = time.monotonic()
        waiting.join()
        check(answers[0][0] == 200, f"what was sent meanwhile: {answers}")
        # Both offers ended while it stood still. Each call went to the other driver, whose offer has ended too, and so on: in order.
        within(10, lambda: all(stream.told("call.waiting") or stream.told("call.aborted") for stream in streams[:2]), "calls go on")
        check(time.monotonic() - begun < 5, "it goes on at once")
        check(all(stream.ended is None for stream in streams), f"streams end: {[stream.ended for stream in streams]}")
        for stream in streams:
            in_order([event for event in stream.events if event[1] != "open"], "stopped")
            numbers = [event[0] for event in stream.events if event[1] != "open"]
            check(numbers == list(range(numbers[0], numbers[0] + len(numbers))), f"notices are missing: {numbers}")
        gone = sorted(at(event) for stream in streams[2:] for event in stream.events if event[1] in ("offer.ended", "offer.withdrawn"))
        check(gone and all(abs(a - b) < 0.001 for a, b in zip(gone, ends)), f"offers end at {gone}, and were to end at {ends}")
        # The city's time is that of the wall again.
        now = seconds(server.ask("GET", "/me/passenger", token=passengers[0])[1]["now"])
        check(abs(now - time.time()) < 1, f"the city is {time.time() - now:.1f} s behind")
        server.lives("after a pause")
        check(server.says() == "", lambda: server.says())
    return f"{pause} s, {sum(len(stream.events) for stream in streams)} notices in order"


def clock(folder):
    """The clock is set back and on by an hour: a running server goes by its own time, one that starts waits, or runs on."""
    hour, deadline = 3600, 3
    prepare(folder, drivers=1, more=DEADLINE.replace("SECONDS", str(deadline)))
    trouble = Trouble(folder)
    with Town(folder, trouble) as server:
        passenger, driver = server.person("passengers", "ada1"), server.cab("max1", 1)
        for shift, why in ((-hour, "set back"), (hour, "set on"), (0, "set right")):
            request = server.call(passenger)
            status, offer, _ = server.ask("GET", "/offers/current", token=driver)
            begun = time.monotonic()
            stream = Stream(server, driver)
            # So that it is asleep, with nothing to do before the offer ends.
            time.sleep(0.5)
            trouble.clock(shift)
            within(deadline + 2, lambda: stream.told("offer.ended"), lambda: f"{why}: the offer does not end: {stream.events}")
            span = time.monotonic() - begun
            check(abs(span - deadline) < 1, f"{why}: the offer of {deadline} s ends after {span:.1f} s")
            now = seconds(server.ask("GET", "/me/passenger", token=passenger)[1]["now"])
            check(abs(now - time.time()) < 2, f"{why}: the time of a running city is {now - time.time():.0f} s off")
            stream.close()
            server.ask("DELETE", f"/calls/{request}", token=passenger)
            server.ask("PUT", "/me/status", {"inService": True}, driver)
        server.call(passenger)
        status, offer, _ = server.ask("GET", "/offers/current", token=driver)
        check(status == 200, f"offer: {offer}")
        last = server.ask("GET", "/me/driver", token=driver)[1]["last"]
        server.kill()

    # An hour later: the offer ended at its time, and the city is in the present.
    trouble.clock(hour)
    with Town(folder, trouble) as server:
        stream = Stream(server, driver, after=last)
        ended = within(5, lambda: stream.told("offer.ended"), lambda: f"an hour on: the offer has not ended: {stream.events}")[0]
        check(abs(at(ended) - seconds(offer["deadline"])) < 0.001, f"an hour on: it ended at {ended[2]['at']}, not at {offer['deadline']}")
        in_order([event for event in stream.events if event[1] != "open"], "an hour on")
        now = seconds(server.ask("GET", "/me/passenger", token=passenger)[1]["now"])
        check(abs(now - time.time() - hour) < 2, f"an hour on: the time of the city is {now - time.time():.0f} s off")
        last = server.ask("GET", "/me/passenger", token=passenger)[1]["last"]
        server.kill()

    # Set right, which is an hour back for the log: the server waits, says so, writes nothing, and can be told to end.
    trouble.clock(0)
    before = sorted((file.name, file.stat().st_size) for file in (folder / "inputs").iterdir() if not file.name.endswith("-shm"))
    log = folder.parent / f"{folder.name}.waits"

    def start():
        with open(log, "w") as errors:
            return subprocess.Popen([PROGRAM, folder / "server.yaml"], stdout=subprocess.PIPE, stderr=errors, text=True, env=trouble.environment)

    process = start()
    within(10, lambda: "behind the log: waiting" in log.read_text(), lambda: f"an hour back: {log.read_text()}")
    found = int(re.search(r"is (\d+) s behind the log", log.read_text())[1])
    # The log ends with the last that happened, within a minute: nothing was told of the rest of the hour.
    check(deadline < found <= hour, f"an hour back: it says {found} s")
    check(process.poll() is None, "an hour back: it waits")
    process.terminate()
    check(process.wait(5) in (0, -signal.SIGTERM), "a server that waits can be told to end")
    process.stdout.close()
    after = sorted((file.name, file.stat().st_size) for file in (folder / "inputs").iterdir() if not file.name.endswith("-shm"))
    check(before == after, f"a server that waits writes: {before} {after}")
    # The clock catches up while it waits: then it serves, with all that was.
    process = start()
    within(10, lambda: "behind the log: waiting" in log.read_text(), lambda: f"an hour back: {log.read_text()}")
    trouble.clock(hour)
    begun = time.monotonic()
    lines = process.stdout.readline() + process.stdout.readline()
    check("https://" in lines, f"when the clock is right again, it serves: {lines} {log.read_text()}")
    span = time.monotonic() - begun
    check(span < 5, f"it serves {span:.1f} s after the clock is right")
    server.port, server.process = int(re.search(r"https://127\.0\.0\.1:(\d+)", lines)[1]), process
    status, body, _ = server.ask("GET", "/me/passenger", token=passenger)
    check(status == 200 and body["last"] >= last, f"all is there: {body}")
    process.kill()
    process.wait()
    process.stdout.close()
    return f"an hour back and on, running and at the start; it says {found} s"


def certify(folder, name, first=0, last=2):
    """A certificate that is good from a day on until another one, counted from now, and its key."""
    now = datetime.datetime.now(datetime.timezone.utc)
    begin, end = (f"{now + datetime.timedelta(days=day):%Y%m%d%H%M%SZ}" for day in (first, last))
    request = folder / f"{name}.request"
    subprocess.run(
        ["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=127.0.0.1",
         "-keyout", folder / f"{name}.key", "-out", request], check=True, capture_output=True)
    # `openssl x509` takes no dates before version 3.4; `openssl ca` does, and wants a folder.
    (folder / f"{name}.index").write_text("")
    (folder / f"{name}.cnf").write_text(
        f"[ca]\ndefault_ca=own\n[own]\ndatabase={folder}/{name}.index\nnew_certs_dir={folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n"
        "x509_extensions=more\n[any]\ncommonName=supplied\n[more]\nsubjectAltName=IP:127.0.0.1\n")
    subprocess.run(
        ["openssl", "ca", "-batch", "-selfsign", "-config", folder / f"{name}.cnf", "-keyfile", folder / f"{name}.key", "-in", request,
         "-out", folder / f"{name}.pem", "-notext", "-startdate", begin, "-enddate", end], check=True, capture_output=True)


def certificates(folder):
    """A certificate that no browser would take is refused at the start, with its line, and changes nothing at SIGHUP."""
    folder = prepare(folder)
    for name in ("certificate.pem", "key.pem"):
        (folder / f"good-{name}").write_bytes((folder / name).read_bytes())
    certify(folder, "other")
    certify(folder, "expired", first=-10, last=-1)
    certify(folder, "early", first=1)
    good, key = (folder / "good-certificate.pem").read_bytes(), (folder / "good-key.pem").read_bytes()
    sealed = subprocess.run(["openssl", "pkey", "-aes128", "-passout", "pass:x", "-in", folder / "good-key.pem"], capture_output=True, check=True).stdout
    other, other_key = (folder / "other.pem").read_bytes(), (folder / "other.key").read_bytes()
    expired, expired_key = (folder / "expired.pem").read_bytes(), (folder / "expired.key").read_bytes()
    early, early_key = (folder / "early.pem").read_bytes(), (folder / "early.key").read_bytes()
    bad = {
        "expired": (expired, expired_key, "certificate"), "not yet good": (early, early_key, "certificate"), "of another key": (good, other_key, "private-key"),
        "empty": (b"", key, "certificate"), "a key in its place": (key, key, "certificate"), "text": (b"hello\n", key, "certificate"),
        "zeros": (bytes(100), key, "certificate"), "cut off": (good[:200], key, "certificate"), "no key": (good, b"", "private-key"),
        "a certificate as its key": (good, good, "private-key"), "a sealed key": (good, sealed, "private-key"),
        "the issuer first": (other + good, key, "private-key"),
    }

    def put(certificate, key):
        (folder / "certificate.pem").write_bytes(certificate)
        (folder / "key.pem").write_bytes(key)

    for name, (certificate, own, where) in bad.items():
        put(certificate, own)
        try:
            run = subprocess.run([PROGRAM, folder / "server.yaml"], capture_output=True, text=True, timeout=5, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            check(False, f"{name}: it is served with")
        says = f"{name}: {run.returncode} {run.stderr}"
        check(run.returncode == 2 and not run.stdout, says)
        check(re.match(rf"\S*server\.yaml:\d+:\d+: error: `{where}`", run.stderr) and len(run.stderr.strip().splitlines()) <= 2, says)
        check(not (folder / "inputs").exists() and not (folder / "outbox").exists(), f"{name}: something was written")
    put(good, key)
    with Town(folder) as server:
        token = server.person("passengers", "ada1")
        stream = Stream(server, token)

        def shown():
            return ssl.get_server_certificate(("127.0.0.1", server.port)).encode()

        check(shown() == good, "the certificate is shown")
        said = 0
        for name, (certificate, own, _) in bad.items():
            put(certificate, own)
            server.process.send_signal(signal.SIGHUP)
            said += 1
            within(5, lambda: server.says().count("the certificates of before stay in use") == said, lambda: f"{name}: {server.says()}")
            check(shown() == good, f"{name}: it is shown after SIGHUP")
        put(other, other_key)
        server.process.send_signal(signal.SIGHUP)
        within(5, lambda: shown() == other, "a new certificate is shown")
        check(stream.ended is None, "a stream goes on under the certificate of before")
        put(good, key)
        server.process.send_signal(signal.SIGHUP)
        within(5, lambda: shown() == good, "the first certificate is shown again")
        # Whoever comes without TLS is told nothing that HTTP would tell, and keeps nothing.
        for text in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"x" * 70_000, b"\x00" * 1000,
                     b"SSH-2.0-x\r\n", b"\x80\x2e\x01\x00\x02" + bytes(50)):
            with socket.create_connection(("127.0.0.1", server.port), timeout=15) as plain:
                found = b""
                try:
                    plain.sendall(text)
                    while part := plain.recv(1000):
                        found += part
                except ConnectionError:
                    pass
                check(b"HTTP" not in found and len(found) < 200, f"{text[:20]}: {found}")
        server.lives("after plain connections")
    return f"{len(bad)} certificates at the start and at SIGHUP"
