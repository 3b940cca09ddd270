// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

extension ValueFormat where Value == [SeatShare] {
    /// A table of seats or travelers with weights, or one number for all.
    static func seats(_ range: ClosedRange<Int32>, of thing: String) -> ValueFormat {
        let number = ValueFormat<Int32>.whole(range)
        return ValueFormat(
            .choice(name: "\(thing)-table", summary: "Numbers of \(thing) with weights.") {
                [
                    .init(key: nil, form: number.form, summary: "the same for all", example: "4"),
                    .init(
                        key: nil, form: .map(key: integerKey(range), value: ValueFormat<Double>.quantity(.weight).form),
                        summary: "by weight", example: "{4: 80%, 6: 20%}"),
                ]
            },
            read: { item, reading in
                switch item.content {
                case .text:
                    return number.read(item, reading).map { [SeatShare(seats: $0, weight: 1)] }
                case .mapping(let entries) where !entries.isEmpty:
                    return readWeights(entries, item.location, reading) { entry -> Int32? in
                        number.read(Item(location: entry.location, content: .text(entry.key, quoted: false)), reading)
                    }?.map { SeatShare(seats: $0.0, weight: $0.1) }
                default:
                    reading.fault(
                        item.location, "expected a number or a table, found \(item.sort)",
                        allowed: "\(range.lowerBound) to \(range.upperBound), or {number: weight, ...}")
                    return nil
                }
            },
            write: { table, _ in
                if table.count == 1, table[0].weight == 1 { return .plain(String(table[0].seats)) }
                return .mapping(table.map { (String($0.seats), .plain(numberText($0.weight))) })
            })
    }

    private static func integerKey(_ range: ClosedRange<Int32>) -> ScalarForm {
        ScalarForm("whole number, \(range.lowerBound) to \(range.upperBound)", ["pattern": .text("^[0-9]+$")])
    }
}
