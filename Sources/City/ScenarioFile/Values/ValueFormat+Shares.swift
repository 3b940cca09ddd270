// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
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

extension ValueFormat where Value == [SystemShare] {
    /// A mapping from the systems of a kind of client to weights.
    static func systems(of kind: ClientKind) -> ValueFormat {
        let names = ClientSystem.systems(of: kind).map(\.key)
        let key = ScalarForm(
            names.map { "`\($0)`" }.joined(separator: ", "), ["enum": .list(names.map { .text($0) })])
        let word = ValueFormat<ClientSystem>.word(ClientSystem.systems(of: kind).map { ($0.key, $0) })
        return ValueFormat(
            .map(key: key, value: ValueFormat<Double>.quantity(.weight).form),
            read: { item, reading in
                guard let entries = item.entries, !entries.isEmpty else {
                    reading.fault(
                        item.location, "expected systems with weights, found \(item.sort)",
                        allowed: "{\(names[0]): weight, ...}")
                    return nil
                }
                return readWeights(entries, item.location, reading) { entry in
                    word.read(Item(location: entry.location, content: .text(entry.key, quoted: false)), reading)
                }?.map { SystemShare($0, $1) }
            },
            write: { table, _ in .mapping(table.map { ($0.system.key, .plain(numberText($0.weight))) }) })
    }
}
