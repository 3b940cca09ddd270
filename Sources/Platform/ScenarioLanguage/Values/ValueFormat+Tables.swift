// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A value with its weight.
struct WeightedValue: Sendable, Equatable {
    var value: Double
    var weight: Double
}

/// Reads a mapping from values to weights. Checks that no value comes twice, that some weight is above 0, and doubts
/// percentages that do not add up to 100.
package func readWeights<Key: Hashable>(
    _ entries: [Item.Entry], _ location: InputLocation, _ reading: Reading, key: (Item.Entry) -> Key?
) -> [(Key, Double)]? {
    var seen: Set<Key> = []
    var table: [(Key, Double)] = []
    var isGood = true
    var percent = 0
    for entry in entries {
        let weight = ValueFormat<Double>.quantity(.weight).read(entry.value, reading)
        guard let name = key(entry), let weight else {
            isGood = false
            continue
        }
        if !seen.insert(name).inserted {
            reading.fault(entry.location, "`\(entry.key)` is given twice")
            isGood = false
        }
        if case .text(let text, _) = entry.value.content, text.hasSuffix("%") { percent += 1 }
        table.append((name, weight))
    }
    guard isGood else { return nil }
    if !table.contains(where: { $0.1 > 0 }) {
        reading.fault(location, "at least one weight must be above 0")
        return nil
    }
    let total = table.reduce(0) { $0 + $1.1 }
    if percent == table.count, abs(total - 1) > 0.005 {
        reading.warn(
            location,
            "`\(reading.key)`: the percentages add up to \(numberText((total * 1000).rounded() / 10))%, not 100%; "
                + "they are used as weights")
    }
    return table
}

extension ValueFormat where Value == [WeightedValue] {
    /// A mapping from values of a quantity to weights.
    static func valueTable(_ quantity: Quantity) -> ValueFormat {
        ValueFormat(
            .map(key: quantity.form(in: quantity.range), value: ValueFormat<Double>.quantity(.weight).form),
            read: { item, reading in
                guard let entries = item.entries, !entries.isEmpty else {
                    reading.fault(
                        item.location, "expected a table, found \(item.sort)", allowed: "{value: weight, ...}")
                    return nil
                }
                return readWeights(entries, item.location, reading) {
                    quantity.value($0.key, at: $0.location, in: quantity.range, reading)
                }?.map { WeightedValue(value: $0.0, weight: $0.1) }
            },
            write: { table, _ in
                .mapping(table.map { (quantity.write($0.value), .plain(numberText($0.weight))) })
            })
    }
}

extension ValueFormat where Value == ZoneID {
    /// The key of a zone, as the map has it; the mention of a number is kept until the map is known.
    package static let zoneNumber = ValueFormat.scalar(
        ScalarForm(
            "number of a zone, or its name where the map has names",
            [
                "type": .list([.text("integer"), .text("string")]), "minimum": .whole(1),
                "maximum": .whole(999_999_999_999_999_999), "pattern": .text("^\\S"),
            ]),
        expected: "a zone",
        parse: { text, quoted, location, reading in
            if let zone = reading.knownZone(text, at: location) { return zone }
            if let unknown = UnknownZone(text, among: reading.zoneKeys) {
                reading.fault(location, unknown.what, allowed: unknown.allowed, meant: unknown.meant)
                return nil
            }
            let item = Item(location: location, content: .text(text, quoted: quoted))
            return ValueFormat<Int32>.whole(1...Int32.max).read(item, reading).map { ZoneID($0) }
        },
        write: { zone, writing in .plain(writing.zoneKeys.key(of: zone)) })
}

extension ValueFormat where Value == [ZoneID: Double] {
    /// A mapping from zones to weights.
    package static let zoneTable = ValueFormat(
        .map(
            // A mapping with the keys of a file is none of zones: an unknown key in it is no zone's name.
            key: ScalarForm("zone number", ["pattern": .text("^(?!(file|zone|weight)$)\\S")]),
            value: ValueFormat<Double>.quantity(.weight).form),
        read: { item, reading in
            guard let entries = item.entries, !entries.isEmpty else {
                reading.fault(
                    item.location, "expected zones with weights, found \(item.sort)",
                    allowed: "{zone: weight, ...}")
                return nil
            }
            let table = readWeights(entries, item.location, reading) { entry in
                ValueFormat<ZoneID>.zoneNumber.read(
                    Item(location: entry.location, content: .text(entry.key, quoted: false)), reading)
            }
            return table.map { Dictionary($0) { first, _ in first } }
        },
        write: { table, writing in
            .mapping(table.keys.sorted().map { (writing.zoneKeys.key(of: $0), .plain(numberText(table[$0] ?? 0))) })
        })
}
