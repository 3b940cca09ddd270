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
            says: ""),
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
            says: ""),
        BadInput(
            "service times of no kind", head + "server:\n  service: {laws: {login: 5 ms, logn: 3 ms}}", says: ""),
        BadInput(
            "service times of two kinds", head + "server:\n  service: {law: 5 ms, laws: {other: 1 ms}}", says: ""),
        BadInput("service times without a form", head + "server:\n  service: 5 ms", says: ""),
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
            says: ""),
        BadInput(
            "kinds in two classes", head + "server:\n  priorities: [[call, login], [login], [calls]]", says: ""),
        BadInput(
            "a kind in two classes", head + "server:\n  priorities: [[call, login], [login]]", says: ""),
        BadInput(
            "floods", head + "server:\n  floods: [{from: 00:10, until: 00:05, per-second: 0, who: drivers}]", says: ""),
        BadInput(
            "flood that ends before it begins",
            head + "server:\n  floods: [{from: 00:10, until: 00:05, per-second: 9}]",
            says: ""),
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
            says: ""),
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
                  newcomers: {web: 10%, mistakes: {weak: 5%}}
                """,
            says: ""),
        BadInput(
            "shares that add up to more than 1",
            head
                + """
                server: {}
                accounts:
                  wrong-passwords: 60%
                  forgotten-passwords: 50%
                  newcomers: {per-day: 10, aborts: 0.6, silent: 0.5, mistakes: {bad-email: 0.9, bad-username: 0.2}}
                """,
            says: ""),
    ]
}
