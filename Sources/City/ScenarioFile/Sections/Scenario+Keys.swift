// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Scenario {
    /// The version of the language that this program reads.
    static let languageVersion = 1

    /// The whole language.
    static let section = Section(
        "the scenario", "A scenario: every parameter of a run.",
        blank: Scenario(name: "", city: CitySection.section.blank),
        [
            Field(
                fixed: "cabrank", String(languageVersion), .whole(languageVersion...languageVersion),
                "Version of the scenario language."),
            Field(
                "include", form: includeForm, isRequired: false,
                "Files that this one builds on, the later over the earlier, this file over all. Mappings are merged key by key, "
                    + "groups by name; everything else is replaced. Paths start at the folder of this file.",
                read: { item, reading, _ in reading.fault(item.place, "files can be included by files only") },
                write: { _, _ in nil }),
            Field(
                "name", \.name, .name(of: "a scenario", dots: true), isRequired: true,
                "Short name, used for the results folder."),
            Field("title", \.title, .title, "One line for people; the name when left out."),
            Field("start", \.start, .start, "The first instant of the run."),
            Field("length", \.length, .time(.seconds(1) ... .hours(8784)), "How long the run lasts."),
            Field(
                "warm-up", \.warmUp, .time(.zero ... .hours(8784)),
                "The first part of the run, left out of the statistics."),
            Field("seed", \.seed, .whole(0...UInt64.max), "The seed of every random stream."),
            Field("city", \.city, CitySection.section.kind, isRequired: true, "Zones and map."),
            Field("travel", \.travel, TravelSection.section.kind, "How long ways take."),
            Field("dispatch", \.dispatch, DispatchSection.section.kind, "Parameters of the taxi rules."),
            Field(
                "modules", \.modules, .modules,
                "Optional services that are on: `reservations`, `sharing`. What needs another one is refused (API-10)."),
            Field(
                "reservations", \.reservations, ReservationSection.section.kind,
                "Parameters of the module `reservations`."),
            Field("sharing", \.sharing, SharingSection.section.kind, "Parameters of the module `sharing`."),
            Field(
                oneOf: "server", \.server, ServerSection.section.kind,
                "The server's front door and its capacity; without it messages are taken at once."),
            Field(
                oneOf: "clients", \.clients, ClientsSection.section.kind,
                "The clients' side of the wire; needs `server`."),
            Field(
                oneOf: "accounts", \.accounts, AccountsSection.section.kind,
                "Accounts, and how people use them; needs `server`."),
            Field("drivers", \.drivers, DriverGroup.section.kind.list(0...1000, of: "groups"), "Groups of drivers."),
            Field(
                "passengers", \.passengers, PassengerGroup.section.kind.list(0...1000, of: "groups"),
                "Groups of passengers."),
            Field(
                "fleet", \.fleet, FleetSection.section.kind, "The number of all drivers together.",
                isWritten: { _ in false }),
            Field(
                "demand", \.demand, DemandSection.section.kind, "A factor on all demand.", isWritten: { _ in false }),
            Field(
                "changes", \.changes, TimedChange.section.kind.list(0...10_000, of: "changes"),
                "Timed changes of the city."),
            Field("network", \.network, NetworkSection.section.kind, "Links between clients and the service."),
            Field("record", \.record, RecordSection.section.kind, "What a run records beside its metrics."),
            Field(
                "budgets", \.budgets, Budget.section.kind.list(0...1000, of: "budgets"),
                "Limits on metrics, judged by `cabrank check`.", isWritten: { !$0.isEmpty }),
        ])

    private static let includeForm: Form = {
        let path = Form.scalar(
            ScalarForm("path of a scenario file", ["type": .text("string"), "minLength": .whole(1)]))
        return .choice(name: "include", summary: "Files that a scenario builds on.") {
            [
                .init(key: nil, form: path, summary: "one file", example: "common.yaml"),
                .init(
                    key: nil, form: .list(of: path, count: 0...ScenarioLimits.files), summary: "several",
                    example: "[a.yaml, b.yaml]"),
            ]
        }
    }()
}
