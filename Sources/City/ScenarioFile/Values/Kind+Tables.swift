// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A value with its weight.
struct WeightedValue: Sendable, Equatable {
    var value: Double
    var weight: Double
}

/// Reads a mapping from values to weights. Checks that no value comes twice, that some weight is above 0, and doubts
/// percentages that do not add up to 100.
private func readWeights<Key: Hashable>(
    _ entries: [Item.Entry], _ place: InputLocation, _ reading: Reading, key: (Item.Entry) -> Key?
) -> [(Key, Double)]? {
    var seen: Set<Key> = []
    var table: [(Key, Double)] = []
    var isGood = true
    var percent = 0
    for entry in entries {
        let weight = Kind<Double>.quantity(.weight).read(entry.value, reading)
        guard let name = key(entry), let weight else {
            isGood = false
            continue
        }
        if !seen.insert(name).inserted {
            reading.fault(entry.place, "`\(entry.key)` is given twice")
            isGood = false
        }
        if case .text(let text, _) = entry.value.content, text.hasSuffix("%") { percent += 1 }
        table.append((name, weight))
    }
    guard isGood else { return nil }
    if !table.contains(where: { $0.1 > 0 }) {
        reading.fault(place, "at least one weight must be above 0")
        return nil
    }
    let total = table.reduce(0) { $0 + $1.1 }
    if percent == table.count, abs(total - 1) > 0.005 {
        reading.warn(
            place,
            "`\(reading.key)`: the percentages add up to \(numberText((total * 1000).rounded() / 10))%, not 100%; "
                + "they are taken as weights")
    }
    return table
}

extension Kind where Value == [WeightedValue] {
    /// A mapping from values of a quantity to weights.
    static func valueTable(_ quantity: Quantity) -> Kind {
        Kind(
            .map(key: quantity.form(in: quantity.range), value: Kind<Double>.quantity(.weight).form),
            read: { item, reading in
                guard let entries = item.entries, !entries.isEmpty else {
                    reading.fault(
                        item.place, "\(item.sort) stands where a table is expected", allowed: "{value: weight, ...}")
                    return nil
                }
                return readWeights(entries, item.place, reading) {
                    quantity.value($0.key, at: $0.place, in: quantity.range, reading)
                }?.map { WeightedValue(value: $0.0, weight: $0.1) }
            },
            write: { table, _ in
                .mapping(table.map { (quantity.write($0.value), .plain(numberText($0.weight))) })
            })
    }
}

extension Kind where Value == [SeatShare] {
    /// A table of seats or travelers with weights, or one number for all.
    static func seats(_ range: ClosedRange<Int32>, of thing: String) -> Kind {
        let number = Kind<Int32>.whole(range)
        return Kind(
            .choice(name: "\(thing)-table", summary: "Numbers of \(thing) with weights.") {
                [
                    .init(key: nil, form: number.form, summary: "the same for all", example: "4"),
                    .init(
                        key: nil, form: .map(key: integerKey(range), value: Kind<Double>.quantity(.weight).form),
                        summary: "by weight", example: "{4: 80%, 6: 20%}"),
                ]
            },
            read: { item, reading in
                switch item.content {
                case .text:
                    return number.read(item, reading).map { [SeatShare(seats: $0, weight: 1)] }
                case .mapping(let entries) where !entries.isEmpty:
                    return readWeights(entries, item.place, reading) { entry -> Int32? in
                        number.read(Item(place: entry.place, content: .text(entry.key, quoted: false)), reading)
                    }?.map { SeatShare(seats: $0.0, weight: $0.1) }
                default:
                    reading.fault(
                        item.place, "\(item.sort) stands where a number or a table is expected",
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

extension Kind where Value == [SystemShare] {
    /// A mapping from the systems of a kind of client to weights.
    static func systems(of kind: ClientKind) -> Kind {
        let names = ClientSystem.systems(of: kind).map(\.key)
        let key = ScalarForm(
            names.map { "`\($0)`" }.joined(separator: ", "), ["enum": .list(names.map { .text($0) })])
        let word = Kind<ClientSystem>.word(ClientSystem.systems(of: kind).map { ($0.key, $0) })
        return Kind(
            .map(key: key, value: Kind<Double>.quantity(.weight).form),
            read: { item, reading in
                guard let entries = item.entries, !entries.isEmpty else {
                    reading.fault(
                        item.place, "\(item.sort) stands where systems with weights are expected",
                        allowed: "{\(names[0]): weight, ...}")
                    return nil
                }
                return readWeights(entries, item.place, reading) { entry in
                    word.read(Item(place: entry.place, content: .text(entry.key, quoted: false)), reading)
                }?.map { SystemShare($0, $1) }
            },
            write: { table, _ in .mapping(table.map { ($0.system.key, .plain(numberText($0.weight))) }) })
    }
}

extension Kind where Value == ZoneID {
    /// The number of a zone.
    static let zone = Kind<Int32>.whole(1...Int32.max)

    /// The number of a zone; the mention is kept until the map is known.
    static let zoneNumber = Kind(
        zone.form,
        read: { item, reading in
            guard let number = zone.read(item, reading) else { return nil }
            reading.mention(ZoneID(number), at: item.place)
            return ZoneID(number)
        },
        write: { zone, _ in .plain(String(zone.number)) })
}

extension Kind where Value == [ZoneID: Double] {
    /// A mapping from zones to weights.
    static let zoneTable = Kind(
        .map(
            key: ScalarForm("zone number", ["pattern": .text("^[1-9][0-9]*$")]),
            value: Kind<Double>.quantity(.weight).form),
        read: { item, reading in
            guard let entries = item.entries, !entries.isEmpty else {
                reading.fault(
                    item.place, "\(item.sort) stands where zones with weights are expected",
                    allowed: "{zone: weight, ...}")
                return nil
            }
            let table = readWeights(entries, item.place, reading) { entry in
                Kind<ZoneID>.zoneNumber.read(
                    Item(place: entry.place, content: .text(entry.key, quoted: false)), reading)
            }
            return table.map { Dictionary($0) { first, _ in first } }
        },
        write: { table, _ in
            .mapping(table.keys.sorted().map { (String($0.number), .plain(numberText(table[$0] ?? 0))) })
        })
}
