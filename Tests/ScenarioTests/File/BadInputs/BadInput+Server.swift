// SPDX-License-Identifier: GPL-3.0-or-later

extension BadInput {
    private static let head = """
        cabrank: 1
        name: x
        city: {grid: {rows: 1, columns: 1, cell: 1 km}}
        drivers: [{name: cabs, count: 2}]
        passengers: [{name: a, arrivals: {per-day: 10}}]

        """

    static let server: [BadInput] = [
        BadInput(
            "clients and accounts without a server", head + "clients: {adapted: 10%}\naccounts:\n  registered: 5",
            says: """
                x.yaml:6:1: error: `clients`: there is no `server`, so there are no sessions and no accounts; add \
                `server: {}` or leave `clients` out
                x.yaml:7:1: error: `accounts`: there is no `server`, so there are no sessions and no accounts; add \
                `server: {}` or leave `accounts` out
                """),
        BadInput(
            "server without a value", head + "server:",
            says: "x.yaml:6:1: error: `server` has no value; write one or leave the key out"),
        BadInput(
            "unknown keys", head + "server: {worker: 2}\nclients: {moblie: {}}\naccounts: {registred: 5}",
            says: """
                x.yaml:6:10: error: unknown key `worker` in server; allowed: workers, service, service-scale, \
                accept-other-build, queue-limit, time-out, rate-limit, tls-setup, outages, failures, plain, \
                priorities, floods; did you mean `workers`?
                x.yaml:7:11: error: unknown key `moblie` in clients; allowed: mobile, web, phones, \
                browsers, adapted, adapted-factor, language-changes, dashboards, actions; did you mean `mobile`?
                x.yaml:8:12: error: unknown key `registred` in accounts; allowed: password-cost, registered, \
                wrong-passwords, early-retries, forgotten-passwords, by-email, provider, provider-delay, \
                mail-delay, mail-reading, expired-licences, licence-left, licence-renewal, edit-pause, wrong-edits, \
                abandoned-edits, lifetime, registrants; did you mean `registered`?
                """),
        BadInput(
            "server out of range and of wrong types",
            head
                + """
                server:
                  workers: 0
                  service-scale: 0
                  queue-limit: -1
                  time-out: 10
                  rate-limit: {burst: 5}
                  tls-setup: soon
                  plain: 101%
                  priorities: [call]
                """,
            says: """
                x.yaml:7:12: error: `workers`: `0` is out of range; allowed: 1 to 10000
                x.yaml:8:18: error: `service-scale`: `0` is out of range; allowed: 0.001 to 1000
                x.yaml:9:16: error: `queue-limit`: `-1` is out of range; allowed: 0 to 10000000
                x.yaml:10:13: error: `time-out`: a time needs a unit, such as `60 s`, but `10` has none; \
                allowed: ms, s, min, h, d
                x.yaml:11:15: error: `per-second` is missing in rate-limit
                x.yaml:12:14: error: `tls-setup`: `soon` is not a time; allowed: a number with a unit (ms, s, \
                min, h, d), such as `60 s`
                x.yaml:13:10: error: `plain`: `101%` is out of range; allowed: 0 to 1
                x.yaml:14:16: error: `priorities`: expected a list of types of message, found a \
                single value
                """),
        BadInput(
            "systems that clients of the kind have not",
            head + "server: {}\nclients: {phones: {firefox: 10%}, browsers: {opera: 0, edge: -1, opera: 2}}",
            says: """
                x.yaml:7:20: error: `phones`: unknown word `firefox`; allowed: android, ios, windows-mobile
                x.yaml:7:62: error: `browsers`: `-1` is out of range; allowed: 0 or more
                x.yaml:7:66: error: the key `opera` is given twice; it is already on line 7
                """),
        BadInput(
            "systems without weights",
            head + "server: {}\nclients: {phones: {}, browsers: {opera: 0}}",
            says: """
                x.yaml:7:19: error: `phones`: expected systems with weights, found a mapping; allowed: \
                {android: weight, ...}
                x.yaml:7:33: error: `browsers`: at least one weight must be above 0
                """),
        BadInput(
            "service times of no kind", head + "server:\n  service: {laws: {login: 5 ms, logn: 3 ms}}",
            says: """
                x.yaml:7:19: error: `other` is missing in service-distributions
                x.yaml:7:33: error: unknown key `logn` in service-distributions; allowed: other, registration, login, \
                logout, profile, prepare-call, call, arrival-poll, abandon, status, position, offer-shown, \
                offer-answer, boarding, ride-end, reservation, reservation-change, share-search, share-choice; \
                did you mean `login`?
                """),
        BadInput(
            "service times of two kinds", head + "server:\n  service: {law: 5 ms, laws: {other: 1 ms}}",
            says: """
                x.yaml:7:24: error: `service`: a model of service times needs exactly one key, not 2; allowed: \
                calibration, law, laws
                """),
        BadInput(
            "service times without a form", head + "server:\n  service: 5 ms",
            says: """
                x.yaml:7:12: error: `service`: `5 ms` is not a model of service times; allowed: calibration: \
                ..., law: ..., laws: ...
                """),
        BadInput(
            "outages that end before they begin, overlap, and come by chance too",
            head
                + """
                server:
                  outages:
                    - {from: 00:10, until: 00:10}
                    - {from: 00:20, until: 00:30}
                    - {from: 00:29, until: 00:40}
                  failures: {mtbf: 2 h, mttr: 1 min}
                """,
            says: """
                x.yaml:8:21: error: `until` (1971-01-01 00:10) is not after `from` (1971-01-01 00:10)
                x.yaml:10:8: error: `from` (1971-01-01 00:29) is before the end of the outage above it \
                (1971-01-01 00:30); list outages in order of time
                x.yaml:11:3: error: `failures` and `outages` exclude each other; list outages or let them occur \
                at random
                """),
        BadInput(
            "kinds in two classes", head + "server:\n  priorities: [[call, login], [login], [calls]]",
            says: """
                x.yaml:7:41: error: `priorities`: unknown word `calls`; allowed: registration, login, logout, \
                profile, prepare-call, call, arrival-poll, abandon, status, position, offer-shown, offer-answer, \
                boarding, ride-end, reservation, reservation-change, share-search, share-choice; did you mean \
                `call`?
                """),
        BadInput(
            "a kind in two classes", head + "server:\n  priorities: [[call, login], [login]]",
            says: """
                x.yaml:7:32: error: `priorities`: `login` is given twice
                """),
        BadInput(
            "floods", head + "server:\n  floods: [{from: 00:10, until: 00:05, per-second: 0, who: drivers}]",
            says: """
                x.yaml:7:52: error: `per-second`: `0` is out of range; allowed: 0.001 to 1000000
                x.yaml:7:60: error: `who`: unknown word `drivers`; allowed: anonymous, passengers
                """),
        BadInput(
            "flood that ends before it begins",
            head + "server:\n  floods: [{from: 00:10, until: 00:05, per-second: 9}]",
            says: """
                x.yaml:7:26: error: `until` (1971-01-01 00:05) is not after `from` (1971-01-01 00:10)
                """),
        BadInput(
            "clients out of range and of wrong types",
            head
                + """
                server: {}
                clients:
                  mobile: {bandwidth: 2, delay: 5, input: -1 s}
                  web: {bandwidth: 2 MB/s}
                  adapted-factor: 0.5
                  actions: yes
                """,
            says: """
                x.yaml:8:23: error: `bandwidth`: a bandwidth needs a unit, such as `2 Mb/s`, but `2` has none; \
                allowed: b/s, kb/s, Mb/s, Gb/s
                x.yaml:8:33: error: `delay`: a time needs a unit, such as `60 s`, but `5` has none; allowed: ms, \
                s, min, h, d
                x.yaml:8:43: error: `input`: `-1 s` is out of range; allowed: 0 s to 366 d
                x.yaml:9:20: error: `bandwidth`: unknown unit `MB/s` for a bandwidth; allowed: b/s, kb/s, Mb/s, \
                Gb/s; did you mean `2 Mb/s`?
                x.yaml:10:19: error: `adapted-factor`: `0.5` is out of range; allowed: 1 to 100
                x.yaml:11:12: error: `actions`: `yes` is neither true nor false; allowed: true, false; did you mean \
                `true`?
                """),
        BadInput(
            "accounts out of range and of wrong types",
            head
                + """
                server: {}
                accounts:
                  password-cost: interactiv
                  registered: 1.5
                  edit-pause: 0 s
                  licence-left: 3
                  registrants: {web: 10%, mistakes: {weak: 5%}}
                """,
            says: """
                x.yaml:8:18: error: `password-cost`: unknown word `interactiv`; allowed: reduced, interactive, \
                moderate; did you mean `interactive`?
                x.yaml:9:15: error: `registered`: `1.5` is not a whole number; allowed: 0 to 100000000
                x.yaml:10:15: error: `edit-pause`: the distribution includes 0; allowed: values above 0
                x.yaml:11:17: error: `licence-left`: a time needs a unit, such as `60 s`, but `3` has none; \
                allowed: ms, s, min, h, d
                x.yaml:12:16: error: `per-day` is missing in registrants
                x.yaml:12:38: error: unknown key `weak` in registration-mistakes; allowed: missing-field, \
                duplicate-username, duplicate-email, duplicate-licence, duplicate-plate, bad-username, \
                bad-email, weak-password, password-mismatch, licence-not-valid, bad-licence, bad-seats
                """),
        BadInput(
            "shares that add up to more than 1",
            head
                + """
                server: {}
                accounts:
                  wrong-passwords: 60%
                  forgotten-passwords: 50%
                  registrants: {per-day: 10, aborts: 0.6, silent: 0.5, mistakes: {bad-email: 0.9, bad-username: 0.2}}
                """,
            says: """
                x.yaml:9:3: error: `wrong-passwords` 0.6 and `forgotten-passwords` 0.5 add up to more than 1
                x.yaml:10:43: error: `aborts` 0.6 and `silent` 0.5 add up to more than 1
                x.yaml:10:56: error: `mistakes` add up to 1.1, which is more than 1
                """),
    ]
}
