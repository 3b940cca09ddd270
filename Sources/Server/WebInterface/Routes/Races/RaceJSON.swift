// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RaceRules
import RaceService

/// What is said of races, in answers and in events alike.
enum RaceJSON {
    /// A line of a list (RACE-R21).
    static func of(_ row: RaceRow) -> JSONValue {
        [
            "race": JSONValue(row.race), "name": .text(row.name), "start": .time(row.start), "end": .time(row.end),
            "lengthMetres": JSONValue(row.length?.inMetres), "participants": JSONValue(Int(row.participants)),
            "maximum": JSONValue(Int(row.maximum)), "state": .text(String(describing: row.state)),
        ]
    }

    /// Races, and what they are for.
    static func races(_ rows: [RaceRow], _ purpose: RaceListPurpose) -> JSONValue {
        ["races": .list(rows.map { of($0) }), "purpose": .text(purpose.word)]
    }

    /// The map of a race (RACE-WATCH).
    static func of(_ map: RaceMap, _ layout: any ZoneLayout) -> JSONValue {
        self.map(map.track, map.participants, layout)
    }

    /// The same of its parts.
    static func map(_ track: [Place], _ participants: Int32, _ layout: any ZoneLayout) -> JSONValue {
        [
            "track": .list(track.map { WebPlace.json($0, layout) }), "participants": JSONValue(Int(participants)),
        ]
    }

    /// Where the runners are (RACE-R20).
    static func of(_ snapshot: RaceSnapshot, _ layout: any ZoneLayout) -> JSONValue {
        [
            "race": JSONValue(snapshot.race), "time": .time(snapshot.time),
            "oldestSeconds": .seconds(snapshot.oldest),
            "runners": .list(
                snapshot.runners.map {
                    [
                        "user": JSONValue($0.user), "place": WebPlace.json($0.place, layout),
                        "coveredMetres": .number($0.covered.inMetres),
                    ]
                }),
        ]
    }

    /// The numbers of a race (RACE-WATCH).
    static func of(_ statistics: RaceStatistics) -> JSONValue {
        [
            "participants": JSONValue(Int(statistics.participants)), "running": JSONValue(Int(statistics.running)),
            "finished": JSONValue(Int(statistics.finished)), "out": JSONValue(Int(statistics.out)),
            "meanTimeSeconds": .seconds(statistics.meanTime),
            "first": .list(
                statistics.first.map {
                    [
                        "rank": JSONValue(Int($0.rank)), "user": JSONValue($0.user), "timeSeconds": .seconds($0.time),
                        "coveredMetres": .number($0.covered.inMetres),
                    ]
                }),
        ]
    }
}
