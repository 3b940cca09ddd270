// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension SummarySchema {
    /// The parts of modules: absent when the module is off.
    static let modules: [(String, JSONValue)] = [
        (
            "reservations",
            record(
                [
                    ("stored", integer), ("open", integer), ("outcomes", words(ReservationOutcome.self)),
                    ("rejected", words(ReservationRefusal.self)), ("cancelRefused", words(CancelRefusal.self)),
                    ("waits", words(RoundFailure.self)), ("latenessMinutes", bins), ("leadHours", bins),
                ], optional: ["lateness", "boarding", "lead", "search"].map { ($0, statistics) })
        ),
        (
            "sharing",
            record(
                [
                    ("rides", integer), ("together", integer), ("joinRefused", words(JoinRefusal.self)),
                    ("left", words(LeaveReason.self)), ("removed", words(RideRemoval.self)),
                    ("ridesByPassengers", rows(integer)), ("ridesByTravelers", rows(integer)), ("detourRatios", bins),
                    ("delayMinutes", bins),
                    (
                        "hours",
                        rows(
                            record([
                                ("hour", integer), ("rides", integer), ("together", integer), ("driven", number),
                                ("alone", number),
                            ]))
                    ),
                ],
                optional: ["detour", "detourRatio", "delay", "fee", "feeDirect", "feeDifference"].map {
                    ($0, statistics)
                })
        ),
    ]

    /// A histogram: the first count is of values up to `first`, each next one of a step, the last of all above.
    private static let bins = record([("first", number), ("step", number), ("counts", rows(integer))])

    /// Counts by the words of a closed list.
    static func words<Word: EventWord>(_ type: Word.Type) -> JSONValue {
        record(Word.allCases.map { ($0.word, integer) })
    }
}
