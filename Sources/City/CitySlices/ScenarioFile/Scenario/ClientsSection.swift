// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The clients' side of the wire, when a scenario has a server.
package struct ClientsSection: Sendable {
    package var mobile = ClientKindHabit()
    package var web = ClientKindHabit()
    /// What phones run on (OPS-04). The default is about what the world's phones do, an assumption.
    package var phones = [SystemShare(.android, 0.7), SystemShare(.ios, 0.3)]
    /// What web pages are opened with (OPS-04). The default is about what the world's desktops do, an assumption.
    package var browsers = [
        SystemShare(.chrome, 0.66), SystemShare(.edge, 0.12), SystemShare(.safari, 0.1), SystemShare(.firefox, 0.08),
        SystemShare(.opera, 0.04),
    ]
    /// Share of users with another language or accessibility needs (UI-02).
    package var adapted = 0.0
    /// Their times to react and to fill in forms are multiplied by this (UI-02).
    package var adaptedFactor = 1.5
    /// Share of sessions in which the language is changed (UI-02).
    package var languageChanges = 0.0
    /// Share of trips after which the customer opens the home page (UI-03).
    package var dashboards = 0.0
    /// Whether the actions of users are recorded (UI-01).
    package var actions = true

    /// Clients at the worst link that they must work on, and no other habits.
    package init() {}

    package subscript(kind: ClientKind) -> ClientKindHabit { kind == .web ? web : mobile }
}

/// A system of clients with its weight.
package struct SystemShare: Sendable, Equatable {
    package var system: ClientSystem
    /// Its share, beside the others' of its kind of client.
    package var weight: Double

    package init(_ system: ClientSystem, _ weight: Double) {
        self.system = system
        self.weight = weight
    }
}

/// The link of a kind of client, and what its forms take.
package struct ClientKindHabit: Sendable {
    /// Bits a second, each way. Default 2 Mb/s, the worst case (PERF-17).
    package var bandwidth = 2_000_000.0
    /// Delay of a message beside its transfer, one way, in seconds; the one of `network` when nil.
    package var delay: Distribution?
    /// What a user takes to fill in a form, in seconds (UI-04).
    package var input: Distribution = .constant(0)

    /// The worst link.
    package init() {}
}
