// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Two columns of a CSV file: zones and their weights.
package struct ZoneColumn: Sendable {
    var file = ""
    var zone = "zone_id"
    var weight = ""

    package static let section = Section(
        "zone weights", "Two columns of a CSV file. Other columns are ignored.", blank: ZoneColumn(),
        [
            Field("file", \.file, .table("path of a CSV file"), isRequired: true, "The file."),
            Field(
                "zone", \.zone, .label("name of a column"),
                "The column with the zone numbers, or with their names where the map has names."),
            Field("weight", \.weight, .label("name of a column"), isRequired: true, "The column with the weights."),
        ])

    package func weights(_ reading: Reading, _ location: InputLocation) -> [ZoneID: Double]? {
        guard let table = CSVText.read(file, reading) else { return nil }
        let (zones, values) = (table.column(zone, reading), table.column(weight, reading))
        guard let zones, let values else { return nil }
        var weights: [ZoneID: Double] = [:]
        var isGood = !table.isDamaged
        for row in table.rows {
            let zone = reading.zone(row.cells[zones].text, at: table.location(row, row.cells[zones]))
            let cell = row.cells[values]
            let weight = plainNumber(cell.text)
            if weight == nil || weight.map({ $0 < 0 || $0 > 1e12 }) == true {
                reading.error(
                    table.location(row, cell), "`\(cell.text)` is not a weight", allowed: "a number, 0 or more")
            }
            guard let zone, let weight, weight >= 0, weight <= 1e12 else {
                isGood = false
                continue
            }
            if weights.updateValue(weight, forKey: zone) != nil {
                reading.error(table.location(row, row.cells[zones]), "zone \(row.cells[zones].text) appears twice")
                isGood = false
            }
        }
        guard isGood else { return nil }
        // A dictionary is fine here: whether any weight is above 0 does not depend on the order.
        if !weights.contains(where: { $0.value > 0 }) {
            reading.fault(location, "`\(file)` has no weight above 0 in column `\(weight)`")
            return nil
        }
        reading.mention(TableZones(file: file, zones: Set(weights.keys)), at: location)
        return weights
    }
}

/// The zones that a table of weights has rows for: the others get nothing, which a lost row looks like.
package struct TableZones: Sendable {
    package let file: String
    /// The zones with a row; of a table of pairs those where a trip begins.
    package let zones: Set<ZoneID>
}

extension Reading {
    /// A cell of a table as the key of a zone; notes what is wrong.
    package func zone(_ text: String, at location: InputLocation) -> ZoneID? {
        if let zone = knownZone(text, at: location) { return zone }
        if let unknown = UnknownZone(text, among: zoneKeys) {
            error(location, unknown.what, allowed: unknown.allowed, meant: unknown.meant)
        } else {
            error(location, "`\(text)` is not a zone number", allowed: "1 to \(Int32.max)")
        }
        return nil
    }

    /// The zone with a key, a number or a name that the map has; nil for all else. A number is mentioned: it is looked for once
    /// the map is known.
    func knownZone(_ text: String, at location: InputLocation) -> ZoneID? {
        switch ZoneKey(text) {
        case .number(let zone):
            mention(zone, at: location)
            return zone
        case .name(let name): return zoneKeys.zone(.name(name))
        case nil: return nil
        }
    }
}

/// What to say of a key that no zone has, on a map with names for keys.
struct UnknownZone {
    let what: String
    let allowed: String
    let meant: String?

    /// Nil where all zones of the map are called by their numbers.
    init?(_ text: String, among keys: ZoneKeys) {
        let known = keys.known
        guard !known.isEmpty else { return nil }
        what = "`\(text)` is not a zone of the map"
        allowed = known.map(\.shown).listed(most: 6)
        meant = nearestName(to: text, among: known)
    }
}
