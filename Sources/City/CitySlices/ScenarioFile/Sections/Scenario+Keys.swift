// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension Scenario {
    /// The version of the language that this program reads.
    package static let languageVersion = 1

    /// The whole language, with the keys of these services.
    static func section(_ services: [ServiceKey]) -> Section<Scenario> {
        citySection(services).adding(services.flatMap(\.fields.scenario))
    }

    private static func citySection(_ services: [ServiceKey]) -> Section<Scenario> {
        Section(
            "the scenario", "A scenario: every parameter of a run.",
            blank: Scenario(name: "", city: CitySection.section.blank),
            [
                Field(
                    fixed: "cabrank", String(languageVersion), .whole(languageVersion...languageVersion),
                    "Version of the scenario language."),
                Field(
                    "include", form: includeForm, isRequired: false,
                    "Files that this one builds on; later ones override earlier ones, and this file overrides all. Mappings are merged key by key, "
                        + "groups by name; everything else is replaced. Paths are relative to the folder of this file.",
                    read: { item, reading, _ in reading.fault(item.location, "only a file can include files") },
                    write: { _, _ in nil }),
                Field(
                    "name", \.name, .name(of: "a scenario", dots: true), isRequired: true,
                    "Short name, used for the results folder."),
                Field("title", \.title, .title, "A title for people to read; the name when left out."),
                Field("start", \.start, .start, "The first instant of the run."),
                Field(
                    "holidays", \.holidays, .holidays,
                    "Dates that are like another day of the week, for all values that are given by day.",
                    isWritten: { !$0.weekdays.isEmpty }),
                Field("length", \.length, .time(.seconds(1) ... .hours(8784)), "How long the run lasts."),
                Field(
                    "warm-up", \.warmUp, .time(.zero ... .hours(8784)),
                    "The first part of the run, left out of the statistics."),
                Field("seed", \.seed, .whole(0...UInt64.max), "The seed of every random stream."),
                Field("city", \.city, CitySection.section.format, isRequired: true, "Zones and map."),
                Field("travel", \.travel, TravelSection.section(services).format, "How long drives take."),
                Field(
                    oneOf: "server", \.server, ServerSection.section(services).format,
                    "The gateway and its capacity; without it, messages are accepted at once."),
                Field(
                    oneOf: "clients", \.clients, ClientsSection.section.format,
                    "The clients' side of the connection; needs `server`."),
                Field(
                    oneOf: "accounts", \.accounts, AccountsSection.section(services).format,
                    "Accounts, and how people use them; needs `server`."),
                Field(
                    "demand", \.demand, DemandSection.section.format, "A factor on all demand.",
                    isWritten: { _ in false }),
                Field(
                    "changes", \.changes, TimedChange.section.format.list(0...10_000, of: "changes"),
                    "Timed changes of the city."),
                Field("network", \.network, NetworkSection.section.format, "Links between clients and the service."),
                Field("record", \.record, RecordSection.section.format, "What a run records besides its metrics."),
                Field(
                    "budgets", \.budgets, Budget.section.format.list(0...1000, of: "budgets"),
                    "Limits on metrics, judged by `cabrank check`.", isWritten: { !$0.isEmpty }),
            ])
    }

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
