# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of the network: connections that are reset, half open, silent, or read too slowly."""

import http.client
import os
import re
import resource
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

import live_server
from live_server import PLACE

from faults.town import LONG, Skipped, Stream, Town, check, head, prepare, quietly, reset, within


def hello(server):
    """The first bytes of a handshake."""
    out = ssl.MemoryBIO()
    try:
        server.tls.wrap_bio(ssl.MemoryBIO(), out, server_hostname="127.0.0.1").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return out.read()


class HTTP2:
    """As much of HTTP/2 as it takes to begin a request: frames, and headers that are written out in full."""

    def __init__(self, server):
        context = ssl.create_default_context(cafile=server.folder / "certificate.pem")
        context.set_alpn_protocols(["h2"])
        self.connection = context.wrap_socket(
            socket.create_connection(("127.0.0.1", server.port), timeout=30), server_hostname="127.0.0.1")
        check(self.connection.selected_alpn_protocol() == "h2", "HTTP/2 is spoken")
        self.connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        self.frame(4, 0, 0, b"")
        self.number = -1

    def frame(self, kind, flags, stream, content):
        self.connection.sendall(struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content)

    def ask(self, method, path, token=None, ends=True, **headers):
        """Begins a request; returns the number of its stream."""
        self.number += 2
        fields = {":method": method, ":scheme": "https", ":path": f"/api/v1{path}", ":authority": "127.0.0.1"}
        if token:
            fields["authorization"] = f"Bearer {token}"
        fields |= {name.replace("_", "-"): str(value) for name, value in headers.items()}
        block = b"".join(
            b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode() for name, value in fields.items())
        self.frame(1, 4 | ends, self.number, block)
        return self.number


def resets(folder):
    """A client that is gone in any state costs nothing that stays: no stream, no file, no thread of thought."""
    with Town(prepare(folder)) as server:
        passenger, driver = server.person("passengers", "ada1"), server.cab("max1", 1)
        body = b'{"meeting": {"latitude": 45.46, "longitude": 9.19}, "travelers": 1}'
        first = hello(server)

        def connected():
            return server.connect(handshake=False)

        def in_handshake():
            connection = connected()
            connection.sendall(first[:100])
            return connection

        def after_hello():
            connection = connected()
            connection.sendall(first)
            return connection

        def idle():
            return server.connect()

        def in_head():
            connection = server.connect()
            connection.sendall(head("POST", "/calls", passenger, Content_Length=len(body))[:60])
            return connection

        def after_head():
            connection = server.connect()
            connection.sendall(head("POST", "/calls", passenger, Content_Length=len(body), Idempotency_Key="r"))
            return connection

        def in_body():
            connection = after_head()
            connection.sendall(body[:20])
            return connection

        def waiting():
            connection = server.connect()
            connection.sendall(head("GET", "/offers/current", driver))
            return connection

        def in_stream():
            # Those before it are gone, or soon will be: a session has eight at most.
            for _ in range(50):
                connection = server.connect()
                connection.sendall(head("GET", "/events", passenger))
                if b" 200 " in connection.recv(1000)[:20]:
                    return connection
                reset(connection)
                time.sleep(0.02)
            check(False, "no stream opens: those that were reset are kept")

        def in_answer():
            connection = server.connect(receive=4096)
            connection.sendall(head("GET", "/openapi.json") * 10)
            connection.recv(100)
            return connection

        def second(**more):
            def begin():
                asker = HTTP2(server)
                asker.ask(**more)
                return asker.connection
            return begin

        states = [
            connected, in_handshake, after_hello, idle, in_head, after_head, in_body, waiting, in_stream, in_answer,
            second(method="GET", path="/events", token=passenger), second(method="GET", path="/offers/current", token=driver),
            second(method="POST", path="/calls", token=passenger, ends=False, content_length=len(body))]
        # Once before it is counted: what is opened at its first use stays.
        for state in states:
            reset(state())
        within(20, lambda: server.metric("cabrank_streams") == 0, "streams that were reset are counted")
        files, memory = server.descriptors(), server.memory()
        rounds = 200 if LONG else 20
        for state in states:
            for number in range(rounds):
                connection = state()
                # At once, and when the server has seen what was sent.
                if number % 2:
                    time.sleep(0.005)
                quietly(reset, connection)
        within(20, lambda: server.metric("cabrank_streams") == 0, "streams that were reset are counted")
        within(20, lambda: server.descriptors() <= files + 2, lambda: f"{files} open files before, {server.descriptors()} after")
        check(server.memory() < memory + 60_000, f"{memory} KiB before, {server.memory()} after")
        # Nobody stands in anybody's way: of those who were reset while they waited none is left.
        check(server.ask("GET", "/me/driver", token=driver)[0] == 200, "the driver is not held up")
        request = server.call(passenger)
        status, offer, _ = server.ask("GET", "/offers/current", token=driver)
        check(status == 200, f"offer: {offer}")
        check(server.post(f"/offers/{offer['offer']}/answer", {"accept": True}, driver)[0] == 200, "the offer is taken")
        check(server.ask("GET", f"/calls/{request}", token=passenger)[0] == 200, "the passenger is told")
        # Requests that are begun and taken back, thousands of them on one connection.
        asker = HTTP2(server)
        try:
            for _ in range(20_000 if LONG else 2_000):
                asker.frame(3, 0, asker.ask("GET", "/me", passenger), struct.pack(">I", 8))
        except OSError:
            # The server may have had enough of it.
            pass
        reset(asker.connection)
        server.lives("requests taken back")
        check(server.says() == "", lambda: server.says())
    return f"{len(states)} states, {rounds} times each"


def dripping(folder):
    """Whoever sends a byte of content a second is told that this is too slow, and loses no other request of the connection."""
    with Town(prepare(folder)) as server:
        token = server.person("passengers", "ada1")
        asker, connection = HTTP2(server), server.connect(timeout=1)
        asker.ask("GET", "/events", token)
        connection.sendall(head("POST", "/calls", token, Content_Length=500, Idempotency_Key="drip"))
        slow = asker.ask("POST", "/calls", token, ends=False, content_length=500, idempotency_key="drip2")
        asker.connection.settimeout(1)
        lines = {"HTTP/1.1": (connection, lambda: connection.sendall(b"{")), "HTTP/2": (asker.connection, lambda: asker.frame(0, 0, slow, b"{"))}
        found, begin = dict.fromkeys(lines, b""), time.monotonic()
        while time.monotonic() < begin + 20 and not all(b"tooSlow" in text for text in found.values()):
            for name, (line, drip) in lines.items():
                if b"tooSlow" not in found[name]:
                    quietly(drip)
                    found[name] += quietly(line.recv, 65_536) or b""
        span = time.monotonic() - begin
        for name, text in found.items():
            check(b"tooSlow" in text, f"{name}: a byte a second: {text[-300:]}")
        # The stream of events on the same connection goes on.
        asker.frame(6, 0, 0, b"12345678")
        within(5, lambda: b"12345678" in (quietly(asker.connection.recv, 65_536) or b""), "the connection has ended, with its stream of events")
        check(server.says() == "", lambda: server.says())
    return f"told after {span:.0f} s"


def crowd(folder):
    """One address that opens all the connections that it can leaves some to others."""
    with Town(prepare(folder, connections=40)) as server:
        held = []
        for _ in range(60):
            try:
                held.append(server.connect(timeout=3))
            except OSError:
                pass
        check(len(held) <= 30, f"one address has {len(held)} of 40 connections")
        begin = time.monotonic()
        other = http.client.HTTPSConnection(
            "127.0.0.1", server.port, context=server.tls, timeout=8, source_address=("127.0.0.2", 0))
        other.request("GET", "/api/v1/zones")
        status = other.getresponse().status
        span = time.monotonic() - begin
        check(status == 200 and span < 2, f"another address is served {status} after {span:.1f} s")
        for connection in held:
            connection.close()
        within(15, lambda: quietly(server.ask, "GET", "/zones") is not None, "the address is served again")
        server.lives("after a crowd")
    return f"{len(held)} of 40 connections, and another address is served after {span:.2f} s"


def silent(folder):
    """Who connects and says nothing, or never ends a handshake, keeps nobody else out."""
    most = 5000 if LONG else 700
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise Skipped(f"{wanted} files may not be open here, only {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    more = {} if LONG else {"connections": 600}

    # The server begins with the few files that a shell or a service manager allows at first.
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))

    with Town(prepare(folder, **more), preexec_fn=few) as server:
        token = server.person("passengers", "ada1")
        stream = Stream(server, token)
        first = hello(server)
        begun, connections, spans = time.monotonic(), [], []
        for number in range(most):
            connection = socket.socket()
            connection.settimeout(5)
            try:
                connection.connect(("127.0.0.1", server.port))
                if number % 2:
                    connection.sendall(first[:number % len(first)])
            except OSError:
                pass
            connections.append(connection)
            if number % (most // 10) == most // 10 - 1:
                begin = time.monotonic()
                server.lives(f"beside {number + 1} silent connections")
                spans.append(time.monotonic() - begin)
        begin = time.monotonic()
        server.lives(f"beside {most} silent connections")
        spans.append(time.monotonic() - begin)
        check(max(spans) < 2, f"others wait for {max(spans):.1f} s")
        check(server.health("/health/ready") == (200, "ready\n"), "ready")
        # All are closed by the server within 10 s and a little after the last one came.
        end = time.monotonic() + 15
        for connection in connections:
            connection.settimeout(max(0.01, end - time.monotonic()))
            try:
                while connection.recv(1000):
                    pass
            except ConnectionError:
                pass
            except TimeoutError:
                check(False, "a silent connection is open for 15 s")
            connection.close()
        span = time.monotonic() - begun
        check(stream.ended is None, f"a stream that was open before ends: {stream.ended}")
        server.call(token)
        within(5, lambda: stream.told("call.stored"), "a stream that was open before goes on")
        check(server.says() == "", lambda: server.says())
    return f"{most} connections, others served within {max(spans):.2f} s, all closed after {span:.0f} s"


def slow_readers(folder):
    """Who reads one byte a second of a stream costs a bounded amount of memory, and holds nobody up."""
    with Town(prepare(folder)) as server:
        token = server.person("passengers", "ada1")
        quick = Stream(server, token)
        readers, stop = [], threading.Event()
        for _ in range(7):
            connection = server.connect(receive=2048)
            connection.sendall(head("GET", "/events", token))
            readers.append(connection)

        def read(connection):
            while not stop.wait(1):
                connection.recv(1)

        threads = [threading.Thread(target=quietly, args=(read, reader)) for reader in readers]
        for thread in threads:
            thread.start()
        begin, memory, calls = time.monotonic(), server.memory(), 5000 if LONG else 400
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=server.tls, timeout=30)
        spans = []
        for number in range(calls):
            sent = time.monotonic()
            connection.request(
                "POST", "/api/v1/calls", live_server.json.dumps({"meeting": PLACE, "travelers": 1}),
                {"Authorization": f"Bearer {token}", "Idempotency-Key": f"c{number}", "Content-Type": "application/json"})
            called = live_server.json.loads(connection.getresponse().read())
            connection.request("DELETE", f"/api/v1/calls/{called['request']}", headers={"Authorization": f"Bearer {token}"})
            connection.getresponse().read()
            spans.append(time.monotonic() - sent)
        within(5, lambda: len(quick.told("call.aborted")) == calls, lambda: f"{len(quick.told('call.aborted'))} of {calls} notices")
        grown = server.memory() - memory
        # The log keeps each call in memory too; a reader's share is what is said of a stream.
        check(grown < 7 * 256 + calls * 20 + 20_000, f"{grown} KiB more for 7 slow readers")
        check(server.metric("cabrank_streams") in (1, 8), "slow readers are counted as streams")
        server.lives("beside slow readers")
        stop.set()
        for thread in threads:
            thread.join()
        for reader in readers:
            reset(reader)
        within(45, lambda: server.metric("cabrank_streams") == 1, "the slow readers are gone")
    return (f"{calls * 2} notices beside 7 readers of a byte a second in {time.monotonic() - begin:.0f} s, {grown} KiB more, "
            f"slowest call {max(spans):.2f} s")


def half_open(folder):
    """A client whose machine is gone, so that nothing is heard of it any more, is noticed within 45 s."""
    for tool in ("unshare", "ip", "nsenter"):
        if not shutil.which(tool):
            raise Skipped(f"there is no {tool}")
    # In network namespaces of their own: this same program, with a server on one side and clients on the other.
    command = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--user", "--map-root-user"]
    if subprocess.run([*command, "true"], capture_output=True).returncode:
        raise Skipped("no network namespaces may be made here")
    prepare(folder, listen="10.35.0.1:0")
    run = subprocess.run(
        [*command, sys.executable, "-m", "faults.network", folder], capture_output=True, text=True, timeout=120,
        cwd=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    check(run.returncode == 0, run.stdout + run.stderr)
    return run.stdout.strip()


def half_open_inside(folder):
    """The rest of it, in a namespace: the clients live in a second one, whose end of the line is taken down."""
    clients = subprocess.Popen(["unshare", "--net", "sleep", "100"])
    streams = []
    time.sleep(0.2)

    def ip(*arguments):
        subprocess.run(["ip", *arguments], check=True)

    def far(*arguments):
        return ["nsenter", "--net", "--target", str(clients.pid), *arguments]

    try:
        ip("link", "set", "lo", "up")
        ip("link", "add", "near", "type", "veth", "peer", "name", "far", "netns", str(clients.pid))
        ip("address", "add", "10.35.0.1/24", "dev", "near")
        ip("link", "set", "near", "up")
        subprocess.run(far("ip", "address", "add", "10.35.0.2/24", "dev", "far"), check=True)
        subprocess.run(far("ip", "link", "set", "far", "up"), check=True)
        with Town(folder) as server:
            # The certificate is one of 127.0.0.1.
            server.tls.check_hostname = False
            token = server.person("passengers", "ada1")
            kinds = [["--http1.1"], ["--http2"]]
            streams += [subprocess.Popen(
                far("curl", "-sSk", "--no-buffer", *kind, "-H", f"Authorization: Bearer {token}",
                    f"https://10.35.0.1:{server.port}/api/v1/events"), stdout=subprocess.PIPE) for kind in kinds]
            for stream in streams:
                stream.stdout.readline()
            assert server.metric("cabrank_streams") == 2, "two streams are open"
            files = server.descriptors()
            # What is sent there arrives at a machine that is nobody any more: it answers nothing, and nobody is told. The clients go on.
            about = subprocess.run(far("ip", "-o", "link", "show", "far"), capture_output=True, text=True, check=True).stdout
            link = re.search(r"link/ether (\S+)", about)[1]
            ip("neighbour", "replace", "10.35.0.2", "lladdr", link, "dev", "near", "nud", "permanent")
            subprocess.run(far("ip", "address", "del", "10.35.0.2/24", "dev", "far"), check=True)
            begin, spans = time.monotonic(), []
            while (left := server.metric("cabrank_streams")) > 0 and time.monotonic() < begin + 60:
                if len(spans) < 2 - left:
                    spans.append(time.monotonic() - begin)
                time.sleep(0.2)
            span = time.monotonic() - begin
            assert span < 45, f"noticed after {span:.0f} s, {left:.0f} of 2 left, {spans}"
            assert server.descriptors() < files, "their connections are closed"
            assert server.ask("GET", "/zones")[0] == 200, "others are served"
        print(f"two half-open streams noticed after {span:.0f} s")
    finally:
        for process in (clients, *streams):
            process.kill()


if __name__ == "__main__":
    import pathlib
    half_open_inside(pathlib.Path(sys.argv[1]))
