// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// Every measure of each zone under each variant, with its outline: the mean over the replications that measured it.
struct ZoneMeasures {
    /// What is said of each zone.
    let columns: [GeoPackage.Column]
    /// Variants in the order of the file, each with its zones by rising number.
    let zones: [GeoPackage.Feature]

    /// What names a zone in the table `zones`; all its other columns are measures.
    static let keys = ["zone", "key", "name"]

    /// Reads these measures.
    ///
    /// - Throws: `ResultsProblem` when the file is damaged, or has other columns.
    init(_ results: StoredResults, _ measures: [ZoneMeasure]) throws(ResultsProblem) {
        let known = try results.columns(of: "zones")
        for column in Self.keys + measures.map(\.name) where !known.contains(column) {
            throw ResultsProblem(
                "\(results.path): the table `zones` has no column `\(column)`; another version of Cabrank wrote it, so "
                    + "run the scenario again")
        }
        columns =
            [
                GeoPackage.Column("variant", "TEXT", "What was run."),
                GeoPackage.Column("zone", "INTEGER", "The zone's number."),
                GeoPackage.Column("key", "TEXT", "What the layout calls it: its number as written there, or a name."),
                GeoPackage.Column("name", "TEXT", "The zone's name in the layout."),
                GeoPackage.Column("replications", "INTEGER", "How many replications the means are of."),
            ] + measures.map { GeoPackage.Column($0.name, "REAL", "Mean: " + $0.text + Self.unit($0.unit)) }
        var found: [GeoPackage.Feature] = []
        try results.each(Self.query(measures.map(\.name))) { row in
            let last = row.count - 1
            found.append(
                GeoPackage.Feature(
                    MultiPolygon(geoJSON: row.text(last)), (0..<last).map { row.value($0) }))
        }
        zones = found
    }

    private static func unit(_ unit: String) -> String { unit == "1" ? "." : ". Unit: \(unit)" }

    private static func query(_ measures: [String]) -> String {
        let means = measures.map { "round(avg(\($0)), 6)" }.joined(separator: ", ")
        return """
            SELECT z.variant, z.zone, max(z.key), max(z.name), count(*), \(means),
                (SELECT outline FROM zone_outlines o WHERE o.variant = z.variant AND o.zone = z.zone)
            FROM zones z JOIN (SELECT variant, min(rowid) AS place FROM runs GROUP BY variant) v ON v.variant = z.variant
            GROUP BY v.place, z.zone ORDER BY v.place, z.zone
            """
    }

    /// The zones as GeoJSON (RFC 7946), each on a line of its own.
    var geoJSON: String {
        let features = zones.map { zone in
            let pairs = zip(columns, zone.values).map { column, value in (column.name, value.json) }
            return "{\"type\":\"Feature\",\"properties\":\(JSONValue.object(pairs).line),"
                + "\"geometry\":\(zone.shape?.geoJSON ?? "null")}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
    }
}

extension ResultValue {
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .number(Double(value))
        case .real(let value): .number(value)
        case .text(let value): .text(value)
        case .flag(let value): .flag(value)
        }
    }
}
