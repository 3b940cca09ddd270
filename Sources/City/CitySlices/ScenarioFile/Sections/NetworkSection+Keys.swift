// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension NetworkSection {
    static let section = Section(
        "network", "Links between clients and the service.", blank: NetworkSection(),
        [
            Field("delay", \.delay, .distribution(.time), "One-way delay of a message."),
            Field("loss", \.loss, .share, "Share of messages that are lost (TAXI-ASSUME-01)."),
        ])
}

extension RecordSection {
    static let section = Section(
        "record", "What a run records besides its metrics.", blank: RecordSection(),
        [
            Field("level", \.level, .word(), "How much is printed to the log (OPS-02)."),
            Field("events", \.events, .flag, "Whether `results.sqlite` holds the whole event log."),
            Field("messages", \.messages, .flag, "Whether the messages are kept for `cabrank replay`."),
            Field("invariants", \.invariants, .flag, "Whether the invariants are checked after every turn (SIM-07)."),
        ])
}
