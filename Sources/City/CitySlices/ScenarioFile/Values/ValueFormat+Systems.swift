// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

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
