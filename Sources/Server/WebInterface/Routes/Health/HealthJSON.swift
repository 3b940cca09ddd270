// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import HealthRules

/// What is said of health data, in answers and in events alike.
enum HealthJSON {
    /// Who has asked for a person's data (HEALTH-R7).
    static func of(_ rows: [ConsentRow]) -> JSONValue {
        [
            "requests": .list(
                rows.map {
                    [
                        "party": JSONValue($0.party), "state": .text($0.state.word),
                        "isSubscribed": .flag($0.isSubscribed),
                    ]
                })
        ]
    }

    /// A batch as an organisation gets it, each value in its parameter's own unit (HEALTH-R2).
    static func of(_ batch: DeliveredBatch, _ layout: any ZoneLayout) -> JSONValue {
        [
            "start": .time(batch.start), "end": .time(batch.end), "place": WebPlace.json(batch.place, layout),
            "values": .list(
                batch.values.map {
                    ["parameter": .text($0.parameter.word), "value": .number(Double($0.hundredths) / 100)]
                }),
        ]
    }

    /// A group's data (HEALTH-R6).
    static func of(_ answer: GroupAnswer) -> JSONValue {
        func tenths(_ value: Int32) -> JSONValue { .number(Double(value) / 10) }
        return [
            "members": JSONValue(Int(answer.members)), "intervalSeconds": .seconds(answer.interval),
            "parts": .list(
                answer.parts.map { part in
                    [
                        "start": .time(part.start),
                        "values": .list(
                            part.values.map {
                                [
                                    "parameter": .text($0.parameter.word), "count": JSONValue(Int($0.count)),
                                    "mean": tenths($0.meanTenths), "low": tenths($0.lowTenths),
                                    "high": tenths($0.highTenths),
                                ]
                            }),
                    ]
                }),
        ]
    }
}
