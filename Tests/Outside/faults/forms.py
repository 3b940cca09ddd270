# SPDX-License-Identifier: GPL-3.0-or-later
"""Input that nobody sends by mistake, on all routes: no answer but those of the description, nothing that stops the server, and nothing
in its log that it could not take up again."""

import concurrent.futures
import http.client
import json
import random
import re
import ssl
import time
import urllib.parse

from live_server import PLACE

from faults.town import LONG, Town, check, head, prepare, reset

# Values as they stand in a text of JSON, for each place where a form has one.
NUMBERS = [
    b"1e400", b"-1e400", b"1e308", b"1e-400", b"-0", b"-0.0", b"0.1", b"2147483647", b"2147483648", b"-2147483648", b"-2147483649",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"18446744073709551616", b"9007199254740993", b"1E+2147483648",
    b"1" * 400, b"NaN", b"Infinity", b"-Infinity", b"00", b"01", b"+1", b"0x10", b"1_000", b".5", b"5.", b"1e", b"-", b"90", b"-90", b"180",
    b"-180", b"89.999999999", b"179.9999999999", b"5e-324"]
TEXTS = [
    b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\ud83d\\ude00"', b'"\\u0000"', b'"a\\u0000b"', b'"\\uffff"', b'"\xff\xfe"', b'"\xc0\x80"',
    b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\x00"', b'"\n"', b'"\\r\\nSubject: x"', b'"\\x41"', b'"\\u12"', b'"unended', b"''",
    b'""', b'" "', b'"' + b"x" * 1000 + b'"', b'"' + b"x" * 1001 + b'"', b'"' + "e\u0301".encode() * 5000 + b'"',
    '"\u202e\u200d\U0001f468\u200d\U0001f469"'.encode(), b'"../../etc/passwd"', b"\"' OR 1=1 --\"", b'"<script>"', b'"%00"', b'"{0}"',
    b'"2026-02-30T00:00:00Z"', b'"0000-00-00T00:00:00Z"', b'"1678-01-01T00:00:00Z"', b'"9999-12-31T23:59:59.999Z"', b'"2200-12-31T23:59:59Z"',
    '"\u0662\u0660\u0662\u0666-01-01T00:00:00Z"'.encode(), b'"2026-01-01T00:00:00+99:99"', b'"24:00"', b'"48:00"', b'"99:99"']
OTHERS = [b"null", b"true", b"false", b"[]", b"{}", b"[[[[[[]]]]]]", b'{"a":{"a":{"a":{}}}}', b"[" + b"0," * 5000 + b"0]", b"nul", b"/**/1", b""]
WHOLE = [
    b"", b" ", b"null", b"[]", b"1", b'"x"', b"true", b"{", b"}", b"{}{}", b"{} x", b"\xef\xbb\xbf{}", '{"a":1}'.encode("utf-16"), b'{"a":1,}',
    b"{a:1}", b"{'a':1}", b'{"a":1,"a":2}', b'{"":1}', b'{"\\u0000":1}', b'{"\\ud800":1}', b'{"a\xff":1}', b"//\n{}", b"\x00", b"\xff" * 100,
    b'{"a":' * 4000 + b"1" + b"}" * 4000, b"[" * 16_000, b'{"a":' + b"9" * 16_000 + b"}", b'{"a":"' + b"\\" * 16_000 + b'"}',
    b"{" + b",".join(b'"k%d":%d' % (n, n) for n in range(1200)) + b"}", b"{}" + b" " * 16_381, b"{}" + b" " * 16_383, b" " * 20_000]
NAMES = ["-1", "0", "+1", "01", "1.0", "2147483647", "2147483648", "-2147483648", "9223372036854775807", "1e3", "%31", "%00", "%ff", "%2e%2e", "..",
         "%2F", "a" * 100, "a" * 101, "\u0661", "null", "%F0%9F%98%80", ";", "*", "%", "%zz"]
NUMBERS_OF_EVENTS = [
    "-1", "0", "00", "+1", "1 ", " 1", "1e3", "1.0", "0x1", "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "99999999999999999999999", "", "null", "NaN", "1,2", "1;2", "\u0661", "\xff", "a" * 4000, "%31"]
MEANT = {200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 431}


class Line:
    """A connection that is opened again when it has ended."""

    def __init__(self, server):
        self.server, self.connection = server, None

    def ask(self, method, path, headers, body):
        """The status, the headers and the content of an answer; None when the connection ends without one."""
        for attempt in range(2):
            is_new = self.connection is None
            if is_new:
                self.connection = http.client.HTTPSConnection("127.0.0.1", self.server.port, context=self.server.tls, timeout=20)
            try:
                # What http.client would not send is sent all the same.
                self.connection.putrequest(method, "/", skip_accept_encoding=True)
                self.connection._buffer[0] = f"{method} {path} HTTP/1.1".encode("latin-1", "surrogateescape")
                for name, value in headers.items():
                    self.connection._buffer.append(f"{name}: ".encode() + (value if isinstance(value, bytes) else value.encode("latin-1")))
                if body is not None:
                    self.connection._buffer.append(b"Content-Length: %d" % len(body))
                self.connection.endheaders(body)
                answer = self.connection.getresponse()
                text = answer.read()
                if answer.getheader("connection") == "close":
                    self.connection.close()
                    self.connection = None
                return answer.status, {k.lower(): v for k, v in answer.getheaders()}, text
            except (OSError, http.client.HTTPException):
                self.connection.close()
                self.connection = None
                if is_new:
                    return None
        return None


def is_meant(answer, says):
    """An answer is one of those that the description knows; a problem has its form."""
    check(answer is not None, f"{says}: no answer")
    status, headers, text = answer
    check(status in MEANT, f"{says}: {status} {text[:300]}")
    if status >= 400:
        check(headers.get("content-type") == "application/problem+json", f"{says}: {status} {headers} {text[:300]}")
        problem = json.loads(text)
        check(problem["status"] == status and problem["word"] and problem["title"] and problem["type"].startswith("/problems/"), f"{says}: {problem}")
    return status


def resolved(description, schema):
    while "$ref" in schema:
        found = description
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        schema = found
    return schema


def sample(description, schema):
    """A value that a form may have."""
    schema = resolved(description, schema)
    for name in ("oneOf", "anyOf", "allOf"):
        if name in schema:
            return sample(description, schema[name][0])
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: sample(description, part) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(description, schema.get("items", {}))]
    if kind in ("integer", "number"):
        return max(1, schema.get("minimum", 1))
    if kind == "boolean":
        return True
    return {"date-time": "2030-01-01T08:00:00Z", "date": "2030-01-01"}.get(schema.get("format"), "x")


def places(value, path=()):
    """Where a value can stand in a form."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from places(part, (*path, name))


def spoiled(value, path, raw):
    """The form's text with other bytes at one place."""
    def put(value, path):
        if not path:
            return "\u2603"
        copy = dict(value) if isinstance(value, dict) else list(value)
        copy[path[0]] = put(copy[path[0]], path[1:])
        return copy
    return json.dumps(put(value, path)).encode().replace(b'"\\u2603"', raw, 1)


def operations(server):
    description = server.ask("GET", "/openapi.json")[1]
    for path, methods in description["paths"].items():
        for method, about in methods.items():
            if method in ("get", "post", "put", "patch", "delete"):
                content = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
                yield method.upper(), path, sample(description, content) if content else None


def state(server, tokens):
    """What must be as it was when the log is taken up again."""
    found = []
    for token in tokens:
        for path in ("/me", "/me/passenger", "/me/driver", "/me/history", "/reservations"):
            status, body, _ = server.ask("GET", path, token=token)
            if status == 200:
                found.append((path, {name: value for name, value in body.items() if name != "now"}))
    return found


def forms(folder):
    """Numbers, texts, depths and bytes of all kinds in the forms of all routes; then the log is taken up again."""
    folder = prepare(folder, drivers=4)
    draw = random.Random(35)
    asked = 0
    statuses = {}
    with Town(folder) as server:
        passenger, driver = server.person("passengers", "ada1"), server.cab("max1", 1)
        line = Line(server)
        routes = list(operations(server))
        check(len(routes) >= 90, f"{len(routes)} routes are described")
        for method, path, form in routes:
            if path in ("/events", "/offers/current", "/calls/{id}", "/sessions/current", "/me/deletion") and method != "POST":
                continue
            values = [(at, raw) for at in places(form or {}) for raw in (NUMBERS + TEXTS + OTHERS if at else WHOLE)]
            # Of a long form not all in CI; who is not let in is not read far.
            is_taxi = not re.match(r"/(stores|totems|staff|races|runners|teams|trips|device|health|groups|third)", path)
            most = None if LONG else (40 if is_taxi else 3)
            if most and len(values) > most:
                values = draw.sample(values, most)
            for at, raw in values if method != "GET" else []:
                body = spoiled(form, at, raw) if at else raw
                target = "/api/v1" + re.sub(r"\{\w+\}", lambda _: draw.choice(["1", "1", "7"]), path)
                token = draw.choice([passenger, driver]) if "/me/password" not in path else "0" * 64
                headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}", "Idempotency-Key": f"f{asked}"}
                says = f"{method} {path} {at} {raw[:60]}"
                status = is_meant(line.ask(method, target, headers, body), says)
                statuses[status] = statuses.get(status, 0) + 1
                asked += 1
            for name in draw.sample(NAMES, len(NAMES) if LONG else 2) if "{" in path else []:
                target = "/api/v1" + re.sub(r"\{\w+\}", lambda _: name, path)
                headers = {"Content-Type": "application/json", "Authorization": f"Bearer {passenger}", "Idempotency-Key": f"n{asked}"}
                answer = line.ask(method, target.encode().decode("latin-1"), headers, b"{}" if form and method != "GET" else None)
                # What is no address of HTTP ends at its decoder.
                if answer is None or (answer[0] == 400 and not answer[2]):
                    continue
                is_meant(answer, f"{method} {path} with {name[:40]}")
                asked += 1
        # Behind the question mark.
        for raw in NUMBERS + TEXTS:
            text = urllib.parse.quote(raw.strip(b'"'), safe="")[:6000]
            targets = [f"/me/history?from={text}", f"/events?after={text}x", f"/me/history?{text}={text}", f"/zones?x={text}"]
            for target in targets if LONG else draw.sample(targets, 1):
                answer = line.ask("GET", f"/api/v1{target}", {"Authorization": f"Bearer {passenger}"}, None)
                is_meant(answer, f"GET {target[:100]}")
                asked += 1
        server.lives("after the forms")
        logins = [server.ask("POST", "/sessions", dict(username=name, password="Passw0rd1", token=True))[0] for name in ("ada1", "max1")]
        check(logins == [201, 201], f"both accounts are as they were: {logins}")
        before = state(server, [passenger, driver])
        check(server.says() == "", lambda: server.says()[-2000:])
        server.kill()
    with Town(folder) as server:
        check(state(server, [passenger, driver]) == before, "the log brings the same city")
    return f"{asked} requests to {len(routes)} routes: {dict(sorted(statuses.items()))}"


def headers(folder):
    """What is wrong with a request before its content: methods, lengths, headers and numbers of events."""
    with Town(prepare(folder)) as server:
        token = server.person("passengers", "ada1")
        form = json.dumps({"meeting": PLACE, "travelers": 1}).encode()
        raw = [
            b"GET /api/v1/zones\r\n\r\n", b"GET /api/v1/zones HTTP/1.0\r\n\r\n", b"GET /api/v1/zones HTTP/9.9\r\n\r\n", b"\x00" * 100, b"\r\n" * 5000,
            b"GET  /api/v1/zones  HTTP/1.1\r\n\r\n", b"GET /api/v1/zones HTTP/1.1\nHost: x\n\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
            b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", b"FOO / HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET http://elsewhere/api/v1/zones HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/v1/zones HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            b"GET /api/v1/zones HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n", b"GET /api/v1/zones HTTP/1.1\r\nHo\x00st: x\r\n\r\n",
            b"GET /api/v1/zones HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n", b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/v1/zones HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 200 + b"\r\n",
            b"GET /api/v1/zones HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 40_000 + b"\r\n\r\n",
            b"GET /api/v1/zones HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
            b"GET /api/v1/zones HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
        for length in (b"-1", b"+5", b"0x5", b"5, 5", b"5, 6", b"99999999999999999999", b"5 ", b"", b"1e1", b"18446744073709551616"):
            raw.append(b"POST /api/v1/calls HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + b"\r\n\r\nhello")
        for more in (b"Transfer-Encoding: chunked\r\nContent-Length: 5", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                     b"Transfer-Encoding: xchunked", b"Transfer-Encoding: gzip, chunked", b"Content-Length: 5\r\nContent-Length: 6",
                     b"Transfer-Encoding : chunked", b"Expect: 100-continue\r\nContent-Length: 5", b"Expect: nonsense\r\nContent-Length: 5"):
            raw.append(b"POST /api/v1/calls HTTP/1.1\r\nHost: x\r\n" + more + b"\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        for chunk in (b"fffffffffffffffff\r\n", b"-1\r\n", b"5;" + b"x" * 30_000 + b"\r\nhello\r\n", b"zz\r\n", b"4001\r\n" + b"x" * 0x4001 + b"\r\n0\r\n\r\n",
                      b"0\r\nX: y\r\n\r\n", b"1\r\na\r\n" * 20_000 + b"0\r\n\r\n", b"0\r\n" + b"X: y\r\n" * 3000 + b"\r\n"):
            raw.append(b"POST /api/v1/calls HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk)
        answered = {}

        def ask(request):
            """All that comes back, or None when nothing does and the connection is not closed either."""
            connection = server.connect(timeout=15)
            text = b""
            try:
                connection.sendall(request)
                while part := connection.recv(65_536):
                    text += part
                    # A second answer would come at once.
                    connection.settimeout(0.5)
            except TimeoutError:
                return text or None
            except (OSError, ssl.SSLError):
                pass
            finally:
                connection.close()
            return text

        # Some are closed after 10 s only, when the rest of them has not come.
        with concurrent.futures.ThreadPoolExecutor(16) as workers:
            texts = list(workers.map(ask, raw))
        for request, text in zip(raw, texts):
            check(text is not None, f"neither answered nor closed: {request[:80]}")
            statuses = re.findall(rb"^HTTP/1\.1 (\d+)", text, re.M)
            check(all(int(status) in MEANT | {100} for status in statuses), f"{request[:80]}: {statuses}")
            # Nothing behind a request may be taken for another one.
            finals = [status for status in statuses if status != b"100"]
            check(len(finals) <= 1, f"two answers to one request: {request[:120]} {text[:400]}")
            for status in finals or [b"closed"]:
                answered[status.decode()] = answered.get(status.decode(), 0) + 1
        check(len(answered) > 3, f"the requests are not read: {answered}")
        server.lives("after broken requests")
        line, asked = Line(server), 0
        own = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": "h"}
        for name, values in {
            "Idempotency-Key": ["", " ", "k" * 64, "k" * 65, "\xe4\xf6", "a,b", '"', "k" * 7000],
            "Content-Type": ["", "text/plain", "application/json;charset=utf-16", "APPLICATION/JSON", "application/json, text/plain", "application/jsonx",
                             "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"],
            "Authorization": ["", "Bearer", "Bearer ", "bearer " + token, "Basic YTpi", "Bearer " + "f" * 5000, "Bearer \xff", "Device", "Device ", "Device x"],
            "Cookie": ["__Host-session=", "__Host-session=x; __Host-session=y", ";" * 4000, "=", "a=b; " * 1000],
            "Origin": ["null", "https://elsewhere"], "X-Forwarded-For": ["", ",", "1.2.3.4", "::1", "%00", "1" * 5000],
        }.items():
            for value in values:
                is_meant(line.ask("POST", "/api/v1/calls", own | {name: value}, form), f"{name}: {value[:40]}")
                asked += 1
        last = server.ask("GET", "/me/passenger", token=token)[1]["last"]
        fuzz = random.Random(35)
        values = NUMBERS_OF_EVENTS + [
            "".join(fuzz.choice("0123456789-+eE. ,\t\"\xa0\xff") for _ in range(fuzz.randrange(1, 25))) for _ in range(2000 if LONG else 150)]
        opened = 0
        for value in values:
            # A session has eight streams at most; those before are gone, or soon will be.
            for _ in range(100):
                connection, text = server.connect(timeout=10), b""
                connection.sendall(head("GET", "/events", token)[:-2] + b"Last-Event-ID: " + value.encode("latin-1", "replace") + b"\r\n\r\n")
                while b"\r\n\r\n" not in text or (b" 200 " in text[:20] and b"data:" not in text):
                    part = connection.recv(4096)
                    if not part:
                        break
                    text += part
                status = int(text[9:12] or 0)
                if status != 429:
                    break
                reset(connection)
                time.sleep(0.05)
            # What stands around a value is none of it (RFC 9110, section 5.5).
            trimmed = value.strip(" \t")
            is_number = re.fullmatch(r"0|[1-9][0-9]{0,15}", trimmed) is not None and int(trimmed) <= 1 << 53
            check(status == (200 if is_number or trimmed == "" and status == 200 else 422), f"Last-Event-ID: {value[:40]!r}: {text[:300]}")
            if status == 200 and is_number and int(trimmed) > last:
                # A number that nobody gave is a gap: the reader looks how things stand.
                while b"event: gap" not in text:
                    part = connection.recv(4096)
                    check(part, f"Last-Event-ID: {value}: no gap: {text}")
                    text += part
            opened += status == 200
            reset(connection)
        server.lives("after numbers of events")
        check(server.says() == "", lambda: server.says()[-2000:])
    return f"{len(raw)} broken requests {answered}, {asked} headers, {len(values)} numbers of events, {opened} of them streams"


def decoder(folder):
    """A fuzzer on the decoder: forms that were right, with bytes changed, doubled, moved and left out."""
    with Town(prepare(folder, drivers=4)) as server:
        token = server.person("passengers", "ada1")
        line, draw = Line(server), random.Random(35)
        seeds = [
            json.dumps({"meeting": {**PLACE, "source": "gps", "radius": 20}, "travelers": 2}).encode(),
            json.dumps({"origin": PLACE, "destination": PLACE, "pickUp": "2030-01-01T08:00:00Z", "travelers": 1, "isShared": True}).encode(),
            json.dumps({"username": "\u00e9\U0001f600", "email": "a@b.c", "password": "Passw0rd1", "consent": True}).encode()]
        pieces = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"\\ud8", b"null", b"1e", b"-", b"9" * 30, b"\xff", b"\xed\xa0\x80", b"\x00", b"{}", b'"a":']
        count = 20_000 if LONG else 1500
        found = {}
        for number in range(count):
            body = bytearray(draw.choice(seeds))
            for _ in range(draw.choice([1, 1, 1, 2, 4, 12])):
                at = draw.randrange(len(body) + 1)
                kind = draw.randrange(5)
                if kind == 0 and body:
                    body[at % len(body)] = draw.randrange(256)
                elif kind == 1:
                    body[at:at] = draw.choice(pieces) * draw.choice([1, 1, 1, 50])
                elif kind == 2:
                    del body[at:at + draw.randrange(1, 8)]
                elif kind == 3:
                    body[at:at] = body[draw.randrange(len(body) + 1):][:draw.randrange(1, 60)]
                elif body:
                    body[at % len(body)] ^= 1 << draw.randrange(8)
            path = draw.choice(["/calls", "/reservations", "/shared-rides/searches", "/accounts/passengers", "/legs"])
            own = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": f"d{number}"}
            status = is_meant(line.ask("POST", f"/api/v1{path}", own, bytes(body[:16_384])), f"{path} {bytes(body[:300])}")
            found[status] = found.get(status, 0) + 1
            if status == 201 and path == "/calls":
                state = server.ask("GET", "/me/passenger", token=token)[1]["state"]["call"]
                server.ask("DELETE", f"/calls/{state['request']}", token=token)
        server.lives("after the fuzzer")
        check(found.get(422, 0) > count / 3, f"the fuzzer sends too much that is right: {found}")
        check(server.says() == "", lambda: server.says()[-2000:])
    return f"{count} forms: {dict(sorted(found.items()))}"
