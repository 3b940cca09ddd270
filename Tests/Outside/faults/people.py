# SPDX-License-Identifier: GPL-3.0-or-later
"""People who act at the same instant, in two tabs, or with other people's passwords."""

import concurrent.futures
import datetime
import http.client
import random
import statistics
import threading
import time
import uuid

from live_server import PLACE

from faults.town import LONG, Stream, Town, check, prepare, together, within


def stands(server, passenger, driver):
    """What both sides see: the phase of the call and its taxi, and the request of the ride."""
    call = server.ask("GET", "/me/passenger", token=passenger)[1]["state"]["call"]
    ride = server.ask("GET", "/me/driver", token=driver)[1]["state"]
    return call, ride["offer"], ride["ride"]


def offered(server, driver):
    status, offer, _ = server.ask("GET", "/offers/current", token=driver)
    check(status == 200, f"offer: {status} {offer}")
    return offer["offer"]


def carried(server, driver, request):
    """Ends a ride, so that the next round begins as this one did."""
    check(server.ask("PUT", "/me/location", PLACE, driver)[0] == 204, "the taxi is there")
    for step, form in (("boarded", {"travelers": 1}), ("end", {})):
        found = server.post(f"/rides/{request}/{step}", form, driver)
        check(found[0] == 204, f"{step}: {found[:2]}")
    check(server.ask("PUT", "/me/location", PLACE, driver)[0] == 204, "location")


def crossing(folder):
    """Two answers to one offer, one key twice, a call and its cancellation crossing: one of the allowed outcomes, the same for both sides."""
    rounds, outcomes = (150 if LONG else 12), {}

    def count(kind, outcome):
        outcomes.setdefault(kind, {}).setdefault(outcome, 0)
        outcomes[kind][outcome] += 1

    with Town(prepare(folder, drivers=1)) as server:
        passenger, driver = server.person("passengers", "ada1"), server.cab("max1", 1)
        second = server.ask("POST", "/sessions", dict(username="max1", password="Passw0rd1", token=True))[1]["token"]
        for number in range(rounds):
            # Two devices of one driver answer at once: yes and no.
            request = server.call(passenger)
            path = f"/offers/{offered(server, driver)}/answer"
            yes, no = together(
                lambda: server.post(path, {"accept": True}, driver), lambda: server.post(path, {"accept": False}, second))
            check({yes[0], no[0]} in ({200, 409}, {409, 204}), f"yes: {yes[:2]}, no: {no[:2]}")
            call, offer, ride = stands(server, passenger, driver)
            if yes[0] == 200:
                check(ride["request"] == request and call["phase"] in ("coming", "accepted") and call["taxi"], f"accepted: {call} {ride}")
                carried(server, driver, request)
            else:
                # Nobody else is there: the call waits or has failed.
                check(ride is None and (call is None or call["taxi"] is None), f"refused: {call} {ride}")
                server.ask("DELETE", f"/calls/{request}", token=passenger)
            count("yes and no", "yes" if yes[0] == 200 else "no")

            # One key five times at once: once carried out, and the others are told the same or that it is under way.
            refresh(server, driver)
            key, form = str(uuid.uuid4()), {"meeting": PLACE, "travelers": 1}
            answers = together(*[lambda: server.post("/calls", form, passenger, key)] * 5)
            done = [answer for answer in answers if answer[0] == 201]
            check(done and all(answer[1] == done[0][1] for answer in done), f"one key: {answers}")
            check(sum("idempotent-replayed" not in answer[2] for answer in done) == 1, f"one key is carried out once: {answers}")
            others = {(answer[0], answer[1]["word"]) for answer in answers if answer[0] != 201}
            check(others <= {(409, "underWay")}, f"one key: {others}")
            request = done[0][1]["request"]
            count("one key", f"{len(done)} of 5 answered")

            # The passenger gives up at the instant in which the driver accepts.
            path = f"/offers/{offered(server, driver)}/answer"
            delay = random.uniform(0, 0.004)
            yes, given_up = together(
                lambda: server.post(path, {"accept": True}, driver),
                lambda: (time.sleep(delay), server.ask("DELETE", f"/calls/{request}", token=passenger))[1])
            check(yes[0] in (200, 409), f"yes: {yes[:2]}")
            check(given_up[0] in (204, 409), f"given up: {given_up[:2]}")
            call, offer, ride = stands(server, passenger, driver)
            if given_up[0] == 204:
                check(ride is None and offer is None and (call is None or call["phase"] in ("released", "aborted")), f"given up: {call} {offer} {ride}")
            else:
                check(ride["request"] == request and call["taxi"], f"accepted: {call} {ride}")
                carried(server, driver, request)
            count("accepted and given up", f"{yes[0]} {given_up[0]}")

            # A call crosses its own cancellation, by a number that nobody has been told yet.
            refresh(server, driver)
            called, early = together(
                lambda: server.post("/calls", form, passenger), lambda: server.ask("DELETE", f"/calls/{request + 1}", token=passenger))
            check(called[0] == 201, f"called: {called[:2]}")
            check(early[0] in (204, 404, 409), f"given up early: {early[:2]}")
            request = called[1]["request"]
            call, _, _ = stands(server, passenger, driver)
            check(call is None or call["request"] == request, f"called and given up: {call}")
            server.ask("DELETE", f"/calls/{request}", token=passenger)
            call, offer, ride = stands(server, passenger, driver)
            check(ride is None and offer is None, f"given up in the end: {call} {offer} {ride}")
            count("called and given up", str(early[0]))
            refresh(server, driver)
        server.lives("after crossings")
        check(server.says() == "", lambda: server.says())
    return f"{rounds} rounds: {outcomes}"


def refresh(server, driver):
    """A driver who refused or was passed over is in service at the place again."""
    server.ask("PUT", "/me/status", {"inService": False}, driver)
    check(server.ask("PUT", "/me/location", PLACE, driver)[0] == 204, "location")
    status, answer, _ = server.ask("PUT", "/me/status", {"inService": True}, driver)
    check(status == 204, f"in service: {status} {answer}")


def deadline(folder):
    """An answer in the instant in which the offer ends: accepted, or too late, and both sides see the same."""
    rounds, pairs, outcomes = (60 if LONG else 6), 3, {"in time": 0, "too late": 0}
    with Town(prepare(folder, drivers=pairs, more="dispatch: {offer-deadline: 1 s}\n")) as server:
        people = [(server.person("passengers", f"ada{number}"), server.cab(f"max{number}", number + 1)) for number in range(pairs)]
        draw = random.Random(35)
        for _ in range(rounds):
            # All call; whoever has an offer answers it about when it ends.
            requests = {server.call(passenger): passenger for passenger, _ in people}
            sent = []

            def answer(driver):
                offer = server.ask("GET", "/offers/current", token=driver)[1]
                # The connection and the handshake take some milliseconds before it is there.
                end = datetime.datetime.fromisoformat(offer["deadline"]).timestamp()
                time.sleep(max(0, end - time.time() - draw.uniform(-0.02, 0.04)))
                found = server.post(f"/offers/{offer['offer']}/answer", {"accept": True}, driver)
                sent.append((driver, found))

            together(*[lambda driver=driver: answer(driver) for _, driver in people])
            for driver, (status, found, _) in sent:
                check(status in (200, 409), f"an answer at the deadline: {status} {found}")
                ride = server.ask("GET", "/me/driver", token=driver)[1]["state"]["ride"]
                if status == 200:
                    outcomes["in time"] += 1
                    check(ride and ride["request"] == found["request"], f"accepted, and the driver sees {ride}")
                    call = server.ask("GET", "/me/passenger", token=requests[found["request"]])[1]["state"]["call"]
                    check(call["request"] == found["request"] and call["taxi"], f"accepted, and the passenger sees {call}")
                else:
                    outcomes["too late"] += 1
                    check(ride is None, f"too late, and the driver has {ride}")
            taxis = []
            for request, passenger in requests.items():
                call = server.ask("GET", "/me/passenger", token=passenger)[1]["state"]["call"]
                if call and call["taxi"]:
                    taxis.append(call["taxi"])
            check(len(taxis) == len(set(taxis)), f"one taxi for two calls: {taxis}")
            for driver, (status, found, _) in sent:
                if status == 200:
                    carried(server, driver, found["request"])
            for request, passenger in requests.items():
                server.ask("DELETE", f"/calls/{request}", token=passenger)
            for _, driver in people:
                refresh(server, driver)
        check(server.says() == "", lambda: server.says())
    check(min(outcomes.values()) > 0, f"not about the instant of the deadline: {outcomes}")
    return f"{rounds * pairs} answers: {outcomes}"


def tabs(folder):
    """Two tabs of one person: both are told all of it under the same numbers, and one that is closed or logged out takes nothing away."""
    with Town(prepare(folder, drivers=1)) as server:
        first = server.person("passengers", "ada1")
        driver = server.cab("max1", 1)
        second = server.ask("POST", "/sessions", dict(username="ada1", password="Passw0rd1", token=True))[1]["token"]
        streams = [Stream(server, first), Stream(server, first), Stream(server, second)]
        form = {"meeting": PLACE, "travelers": 1}
        status, called, _ = server.post("/calls", form, first, "tab")
        check(status == 201, f"call: {called}")
        # The same person asks with the same key in the other tab: it is the same request.
        status, again, headers = server.post("/calls", form, second, "tab")
        check((status, again, headers.get("idempotent-replayed")) == (201, called, "true"), f"the other tab: {status} {again}")
        status, other, _ = server.post("/calls", form, second)
        check((status, other["rule"]) == (409, "TAXI-CALL-18"), f"a second call from the other tab: {other}")
        check(server.post(f"/offers/{offered(server, driver)}/answer", {"accept": True}, driver)[0] == 200, "accepted")
        within(5, lambda: all(stream.told("call.accepted") for stream in streams), "all tabs are told")
        told = [[event[:3] for event in stream.events if event[1] != "open"] for stream in streams]
        check(told[0] == told[1] == told[2], f"the tabs are told other things: {told}")
        # One tab is logged out, and ends by itself; the other session goes on.
        check(server.ask("DELETE", "/sessions/current", token=second)[0] == 204, "log out")
        within(5, lambda: streams[2].ended, "the stream of the session that was logged out ends")
        check(streams[2].told("end")[0][2]["reason"] == "notLoggedIn", f"why it ends: {streams[2].events[-1]}")
        streams[1].close()
        check(server.ask("DELETE", f"/calls/{called['request']}", token=first)[0] == 204, "given up in the first tab")
        within(5, lambda: len(streams[0].events) > len(told[0]) + 1, "the first tab is told on")
        check(streams[0].ended is None, f"the first tab ends: {streams[0].ended}")
        # As many as a browser may open, and no more.
        within(10, lambda: server.metric("cabrank_streams") == 1, "closed tabs are counted")
        more = [Stream(server, first) for _ in range(7)]
        status, answer, _ = server.ask("GET", "/events", token=first)
        check((status, answer["word"]) == (429, "manyStreams"), f"a ninth stream: {status} {answer}")
        for stream in more:
            stream.close()
        within(10, lambda: server.metric("cabrank_streams") == 1, "closed tabs are counted")

        # The account is deleted in one tab; the answer is lost on the way, and asked for again, also of the next process.
        def delete():
            status, _, headers = server.post("/me/deletion", {"password": "Passw0rd1"}, first, "gone")
            return status, headers.get("idempotent-replayed")

        check(delete() == (204, None), "the account is deleted")
        check(delete() == (204, "true"), "a deletion that is sent again is answered again")
        check(server.ask("GET", "/me", token=first)[0] == 401, "nobody is there any more")
        check(server.says() == "", lambda: server.says())
        server.kill()
    with Town(folder) as server:
        check(delete() == (204, "true"), "a deletion that is sent again to the next process is answered again")
    return f"{len(told[0])} notices in three streams of two sessions"


def logins(folder):
    """Passwords that are tried out: an account waits 10 s, an address and all strangers have limits, and whoever has a session is served."""
    prepare(folder, drivers=1, plentiful=False, proxy="127.0.0.1")
    with Town(folder) as server:
        token = server.person("passengers", "ada1")
        other = server.person("passengers", "eve1")
        right, wrong = dict(username="ada1", password="Passw0rd1", token=True), dict(username="ada1", password="Wr0ngpass")

        def login(form, address):
            return server.ask("POST", "/sessions", form, headers={"X-Forwarded-For": address})

        status, answer, headers = login(wrong, "192.0.2.1")
        begin = time.monotonic()
        check((status, answer["word"]) == (401, "badCredentials"), f"a wrong password: {status} {answer}")
        # Another address has no more luck with the same account, nor has the right password.
        for form, address in ((wrong, "192.0.2.1"), (wrong, "198.51.100.7"), (wrong, "2001:db8::1"), (right, "203.0.113.9")):
            status, answer, headers = login(form, address)
            check((status, answer["word"], headers.get("retry-after")) == (429, "backOff", "10"), f"{address}: {status} {answer} {headers}")
        check(login(dict(username="eve1", password="Passw0rd1"), "192.0.2.1")[0] == 201, "another account does not wait")
        # What the client writes in front of the proxy's word is nobody's address.
        forged = server.ask("POST", "/sessions", wrong, headers={"X-Forwarded-For": "203.0.113.50, 192.0.2.77"})
        check(forged[0] == 429, f"forged: {forged[:2]}")

        # From many addresses: many accounts that are none. All strangers together are held, and whoever has a session is served.
        stop, statuses, spans, others, refused = threading.Event(), [], [], [], []

        def attack(number):
            while not stop.is_set():
                status, answer, headers = login(dict(username=f"user{number}x", password="Wr0ngpass"), f"10.{number}.{random.randrange(256)}.{random.randrange(256)}")
                statuses.append(status)
                if status == 429:
                    refused.append(headers.get("retry-after"))
                    time.sleep(0.01)

        attackers = [threading.Thread(target=attack, args=(number,), name=threading.current_thread().name) for number in range(6)]
        for thread in attackers:
            thread.start()
        begun = time.monotonic()
        while time.monotonic() < begun + (30 if LONG else 13):
            # Of what needs no message of the city, to know how slow the machine is beside the flood.
            for path, found in (("/me", spans), ("/zones", others)):
                sent = time.monotonic()
                check(server.ask("GET", path, token=other)[0] == 200, "whoever has a session is served")
                found.append(time.monotonic() - sent)
            time.sleep(0.2)
        stop.set()
        for thread in attackers:
            thread.join()
        span = time.monotonic() - begun
        tried = statuses.count(401)
        check(set(statuses) <= {401, 429}, f"a flood of logins: {set(statuses)}")
        check(tried <= 200 + 20 * span + 5, f"{tried} passwords tried in {span:.0f} s")
        # A slow machine tries fewer than the limit gives back in the meantime, and is never refused.
        check(
            set(refused) <= {"10"} and (refused or tried < 200 + 15 * span),
            f"a stranger is told when to come again: {tried} tried in {span:.0f} s, {len(refused)} refused, {set(refused)}")
        median, usual = statistics.median(spans), statistics.median(others)
        check(median < usual * 2 + 0.15, f"beside the flood a session waits {median:.2f} s, and {usual:.2f} s for what is no message")
        # The owner comes in when 10 s are over.
        time.sleep(max(0, begin + 10.2 - time.monotonic()))
        within(30, lambda: login(right, "203.0.113.200")[0] == 201, "the owner logs in after 10 s")

        # One address, with tokens of nobody, and what needs no session at all: after a while it is not listened to any more.
        def hammer(path, address, count=300):
            """The statuses of four connections that ask as fast as they can, and for how long."""
            begun = time.monotonic()

            def ask(worker):
                connection, found = http.client.HTTPSConnection("127.0.0.1", server.port, context=server.tls, timeout=30), []
                for number in range(count):
                    sent = {"X-Forwarded-For": address, "Authorization": f"Bearer {worker}-{number}"} if path.endswith("/me") else {"X-Forwarded-For": address}
                    connection.request("GET", path, headers=sent)
                    answer = connection.getresponse()
                    answer.read()
                    found.append(answer.status)
                return found

            with concurrent.futures.ThreadPoolExecutor(4) as workers:
                return [status for found in workers.map(ask, range(4)) for status in found], time.monotonic() - begun

        for number, (path, usual) in enumerate((("/api/v1/me", 401), ("/api/v1/zones", 200), ("/api/v1/board", 401), ("/style.css", 200), ("/api/v1/no", 404))):
            codes, took = hammer(path, f"192.0.2.{200 + number}")
            check(set(codes) == {usual, 429}, f"{path}: {set(codes)}")
            check(codes.count(usual) <= 600 + 50 * took + 5, f"{path}: {codes.count(usual)} of {len(codes)} are answered in {took:.1f} s")
        # Whoever has a session is known by it, also behind the address that is not listened to.
        check(server.ask("GET", "/me", token=token, headers={"X-Forwarded-For": "192.0.2.99"})[0] == 200, "a session is served")
        check(server.ask("GET", "/me", token=token, headers={"X-Forwarded-For": "192.0.2.200"})[0] == 200, "a session is served from there too")
        check(server.ask("GET", "/zones", headers={"X-Forwarded-For": "192.0.2.99"})[0] == 200, "others are served")
        check(server.says() == "", lambda: server.says())
    # Without a proxy nobody's word for an address counts.
    plain = folder.with_name(f"{folder.name}-plain")
    prepare(plain, drivers=1, plentiful=False)
    with Town(plain) as server:
        codes = [server.ask("POST", "/links/abc", key=f"{number}", headers={"X-Forwarded-For": f"10.0.0.{number}"})[0] for number in range(90)]
        check(429 in codes, f"an address that the client names is believed: {set(codes)}")
    return f"{tried} passwords tried in {span:.0f} s, a session waits {statistics.median(spans) * 1000:.0f} ms, at most {max(spans) * 1000:.0f} ms"
