// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// How the map service does that stores look addresses up with (STORE-R2, STORE-ASSUME-EXT).
struct MapHabits: Sendable {
    /// Share of the addresses that are asked for in vain.
    var failed = 0.0

    static let section = Section(
        "store-maps", "The map service that looks typed addresses up for stores (STORE-R2).", blank: MapHabits(),
        [
            Field(
                "failed", \.failed, .share,
                "Share of the questions to which it gives no answer; the list is refused then (STORE-ASSUME-EXT).")
        ])
}

/// How the service does that brings notices to phones (STORE-ASSUME-EXT).
struct NoticeHabits: Sendable {
    /// Share of the notices that never come.
    var lost = 0.0
    /// From a lost notice to a look at the app, in seconds.
    var looksAfter: Distribution = .constant(600)

    static let section = Section(
        "store-notices", "The service that brings notices to phones, such as the call of a ticket.",
        blank: NoticeHabits(),
        [
            Field(
                "lost", \.lost, .share,
                "Share of the notices that never come, without anybody's noticing (STORE-ASSUME-EXT)."),
            Field(
                "looks-after", \.looksAfter, .distribution(.time),
                "Time after which somebody who got no notice looks at the app, and sees what became of the ticket or booking."
            ),
        ])
}
