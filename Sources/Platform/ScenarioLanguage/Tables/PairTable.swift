// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Weights from zone to zone: a CSV file, or nested mappings.
package enum PairTable {
    private static let columns = CSVColumns(
        "a table of pairs", ["origin_zone", "destination_zone", "weight"], needed: 3)

    package static let format = ValueFormat<[ZonePair: Double]>(
        .choice(name: "zone-pairs", summary: "Weights from zone to zone.") {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("path of a CSV file", ["type": .text("string")])),
                    summary: "a CSV file with the columns \(columns.names.joined(separator: ", "))",
                    example: "pairs.csv"),
                .init(
                    key: nil,
                    form: .map(
                        key: ScalarForm("zone number of the origin", ["pattern": .text("^\\S")]),
                        value: ValueFormat<[ZoneID: Double]>.zoneTable.form),
                    summary: "for each origin, the destinations with weights", example: "{1: {2: 70%, 3: 30%}}"),
            ]
        },
        read: { item, reading in
            if case .mapping(let entries) = item.content { return nested(entries, reading) }
            guard let path = ValueFormat<String>.table("path").read(item, reading),
                let table = CSVText.read(path, reading)
            else {
                return nil
            }
            return pairs(table, path, item.location, reading)
        },
        write: { pairs, writing in
            let names = writing.zoneKeys
            let keys = pairs.keys.sorted { ($0.origin, $0.destination) < ($1.origin, $1.destination) }
            var rows: [(String, [(String, Item)])] = []
            for pair in keys {
                let cell = (names.key(of: pair.destination), Item.plain(numberText(pairs[pair] ?? 0)))
                if rows.last?.0 == names.key(of: pair.origin) {
                    rows[rows.count - 1].1.append(cell)
                } else {
                    rows.append((names.key(of: pair.origin), [cell]))
                }
            }
            return .mapping(rows.map { ($0.0, .mapping($0.1)) })
        })

    private static func nested(_ entries: [Item.Entry], _ reading: Reading) -> [ZonePair: Double]? {
        var pairs: [ZonePair: Double] = [:]
        var isGood = !entries.isEmpty
        for entry in entries {
            let key = Item(location: entry.location, content: .text(entry.key, quoted: false))
            let origin = ValueFormat<ZoneID>.zoneNumber.read(key, reading)
            let row = ValueFormat<[ZoneID: Double]>.zoneTable.read(entry.value, reading)
            guard let origin, let row else {
                isGood = false
                continue
            }
            for destination in row.keys.sorted() {
                let pair = ZonePair(origin: origin, destination: destination)
                if pairs.updateValue(row[destination] ?? 0, forKey: pair) != nil {
                    reading.fault(entry.location, "zone \(entry.key) is given twice")
                    isGood = false
                    break
                }
            }
        }
        return isGood ? pairs : nil
    }

    private static func pairs(_ table: CSVText, _ path: String, _ location: InputLocation, _ reading: Reading)
        -> [ZonePair: Double]?
    {
        let positions = table.positions(columns, reading)
        var pairs: [ZonePair: Double] = [:]
        var isGood = !table.isDamaged
        for row in table.rows {
            let cells = positions.map { $0.map { row.cells[$0] } }
            let origin = cells[0].flatMap { reading.zone($0.text, at: table.location(row, $0)) }
            let destination = cells[1].flatMap { reading.zone($0.text, at: table.location(row, $0)) }
            let weight = cells[2].flatMap { cell -> Double? in
                if let weight = plainNumber(cell.text), (0...1e12).contains(weight) { return weight }
                reading.error(
                    table.location(row, cell), "`\(cell.text)` is not a weight", allowed: "a number, 0 or more")
                return nil
            }
            guard let first = cells[0], let second = cells[1], let origin, let destination, let weight else {
                isGood = false
                continue
            }
            if pairs.updateValue(weight, forKey: ZonePair(origin: origin, destination: destination)) != nil {
                reading.error(
                    table.location(row, first), "the pair \(first.text) to \(second.text) appears twice")
                isGood = false
            }
        }
        guard isGood, !positions.contains(nil) else { return nil }
        if !pairs.contains(where: { $0.value > 0 }) {
            reading.fault(location, "the table has no weight above 0")
            return nil
        }
        reading.mention(TableZones(file: path, zones: Set(pairs.keys.map(\.origin))), at: location)
        return pairs
    }
}
