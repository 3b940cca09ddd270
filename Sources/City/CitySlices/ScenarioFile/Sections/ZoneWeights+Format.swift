// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

extension ValueFormat where Value == ZoneWeights {
    /// Weights over zones.
    package static let zoneWeights = ValueFormat(
        .choice(name: "zone-weights", summary: "Weights of zones. Only the ratios count.") {
            [
                .init(
                    key: nil, form: .scalar(ScalarForm("`equal`", ["const": .text("equal")])),
                    summary: "every zone equally",
                    example: "equal"),
                .init(
                    key: nil, form: .scalar(ScalarForm("`area`", ["const": .text("area")])),
                    summary: "by area: points spread evenly over the city", example: "area"),
                .init(
                    key: nil, form: ValueFormat<[ZoneID: Double]>.zoneTable.form,
                    summary: "these zones; others have no weight",
                    example: "{1: 70%, 2: 30%}"),
                .init(
                    key: nil, form: .section(ZoneColumn.section.form), summary: "two columns of a CSV file",
                    example: "{file: demand.csv, zone: zone_id, weight: origin_weight}"),
            ]
        },
        read: { item, reading in
            let allowed = "equal, area, {zone: weight, ...}, {file: ..., zone: ..., weight: ...}"
            switch item.content {
            case .text("equal", _): return .equal
            case .text("area", _): return .area
            case .text(let text, _):
                reading.fault(
                    item.location, "`\(text)` is not a weighting of zones", allowed: allowed,
                    meant: nearestName(to: text, among: ["equal", "area"]))
                return nil
            case .mapping(let entries) where entries.contains { ZoneColumn.section.knows($0.key) }:
                guard let column = ZoneColumn.section.read(item, reading) else { return nil }
                return column.weights(reading, item.location).map { .listed($0) }
            case .mapping(let entries) where !entries.isEmpty:
                return ValueFormat<[ZoneID: Double]>.zoneTable.read(item, reading).map { .listed($0) }
            default:
                reading.fault(item.location, "expected weights of zones, found \(item.sort)", allowed: allowed)
                return nil
            }
        },
        write: { weights, writing in
            switch weights {
            case .equal: .plain("equal")
            case .area: .plain("area")
            case .listed(let table): ValueFormat<[ZoneID: Double]>.zoneTable.write(table, writing)
            }
        })
}
