// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension ClientsSection {
    static let section = Section(
        "clients", "The clients' side of the connection; needs `server`.", blank: ClientsSection(),
        [
            Field("mobile", \.mobile, ClientKindHabit.section.format, "Phones."),
            Field("web", \.web, ClientKindHabit.section.format, "Web browsers."),
            Field("phones", \.phones, .systems(of: .mobile), "Operating systems of phones, by weight (OPS-04)."),
            Field("browsers", \.browsers, .systems(of: .web), "Browsers, by weight (OPS-04)."),
            Field("adapted", \.adapted, .share, "Share of users with another language or accessibility needs (UI-02)."),
            Field(
                "adapted-factor", \.adaptedFactor, .quantity(.factor, in: 1...100),
                "Their times to react and to fill in forms are multiplied by this (UI-02)."),
            Field(
                "language-changes", \.languageChanges, .share,
                "Share of sessions in which the language is changed (UI-02)."),
            Field(
                "dashboards", \.dashboards, .share,
                "Share of trips after which the customer opens the home page (UI-03)."),
            Field("actions", \.actions, .flag, "Whether the actions of users are recorded (UI-01)."),
        ])
}

extension ClientKindHabit {
    fileprivate static let section = Section(
        "client-type", "The link of a type of client, and the time that its forms take.", blank: ClientKindHabit(),
        [
            Field(
                "bandwidth", \.bandwidth, .quantity(.bandwidth),
                "Bandwidth each way; the default is the worst case (PERF-17)."),
            Field(
                "delay", \.delay, ValueFormat<Distribution>.distribution(.time).orNone,
                "One-way delay of a message in addition to its transfer; by default the delay of `network`."),
            Field("input", \.input, .distribution(.time), "How long a user takes to fill in a form (UI-04)."),
        ])
}

extension LogWord {
    /// The word's name in scenario files: words with dashes.
    var key: String { word.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) } }
}

extension Quantity {
    fileprivate static let bandwidth = measured(
        "bandwidth", "a bandwidth", "2 Mb/s",
        [
            Unit(name: "b/s", nicknames: ["bps", "bit/s", "bits"]),
            Unit(name: "kb/s", times: 1000, nicknames: ["kbps", "kbit/s"]),
            Unit(name: "Mb/s", times: 1_000_000, nicknames: ["mbps", "mb/s", "mbit/s"]),
            Unit(name: "Gb/s", times: 1_000_000_000, nicknames: ["gbps", "gb/s", "gbit/s"]),
        ], 1000...100_000_000_000)
}
