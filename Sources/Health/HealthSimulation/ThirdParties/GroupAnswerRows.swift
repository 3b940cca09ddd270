// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// The rows of the table of numbers that were told of groups: nobody's name or number is in it (HEALTH-R5).
struct GroupAnswerRows {
    struct Row {
        let number: Int64
        let group: GroupID
        let time: Int64
        let from: Int64
        let parameter: HealthParameter
        let contributors: Int32
        let mean: Int32
        let low: Int32
        let high: Int32
    }

    static let table = ResultTable<Row>(
        "group_answers", .key("answer") { $0.number }, .integer("group_request") { $0.group.number },
        .instant("time_s") { $0.time }, .seconds("from_s") { $0.from }, .text("parameter") { $0.parameter.word },
        .integer("contributors") { $0.contributors }, .integer("mean_tenths") { $0.mean },
        .integer("p5_tenths") { $0.low }, .integer("p95_tenths") { $0.high })

    private(set) var rows: [Row] = []
    private var count: Int64 = 0

    mutating func take(_ event: DataEvent, at now: CityTime) {
        guard
            case .groupValue(let group, let from, let parameter, let contributors, let mean, let low, let high) = event
        else { return }
        count += 1
        rows.append(
            Row(
                number: count, group: group, time: now.nanoseconds, from: from.nanoseconds, parameter: parameter,
                contributors: contributors, mean: mean, low: low, high: high))
    }

    mutating func takeRows() -> TableRows {
        defer { rows.removeAll(keepingCapacity: true) }
        return TableRows(Self.table, rows)
    }
}
