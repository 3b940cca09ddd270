// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import ScenarioLanguage

/// Square zones in rows and columns.
struct SquareGrid: Sendable {
    var rows = 1
    var columns = 1
    var cell = Distance.metres(1000)
    var anchor = GeographicAnchor()

    static let section = Section(
        "grid", "Square zones, numbered row by row from the south-west, from 1.", blank: SquareGrid(),
        [
            Field("rows", \.rows, .whole(1...500), isRequired: true, "Rows of zones, south to north."),
            Field("columns", \.columns, .whole(1...500), isRequired: true, "Columns of zones, west to east."),
            Field("cell", \.cell, .length(.metres(10)...(.metres(100_000))), isRequired: true, "Side of a zone."),
            Field("anchor", \.anchor, GeographicAnchor.section.format, "The south-west corner on the globe, for maps."),
        ])
}

/// A position on the globe, as a scenario states it.
package struct GeographicAnchor: Sendable {
    package var longitude = 0.0
    package var latitude = 0.0

    package static let section = Section(
        "anchor", "A position on the globe, WGS 84.", blank: GeographicAnchor(),
        [
            Field("longitude", \.longitude, .quantity(.longitude), "Degrees east of Greenwich."),
            Field("latitude", \.latitude, .quantity(.latitude), "Degrees north of the equator."),
        ])
}

extension Quantity {
    fileprivate static let longitude = measured("degrees", "a longitude", "9.19", [], needsUnit: false, -180...180)
    fileprivate static let latitude = measured("degrees", "a latitude", "45.46", [], needsUnit: false, -80...80)
}

/// Zones of the service alone, as a scenario states them.
struct OtherZones: Sendable {
    var file = ""
    var number = "zone_id"
    var name: String?

    static let section = Section(
        "service-zones", "Zones of the service that are not those of the people.", blank: OtherZones(),
        [
            Field(
                "file", \.file, .file("path of a GeoJSON file"), isRequired: true,
                "Polygons of the zones, which cover those of the city."),
            Field("number", \.number, .label("name of a property"), "Property with the zone number."),
            Field(
                oneOf: "name", \.name, .label("name of a property"),
                "Property with the zone name; the number when left out."),
        ])
}

extension CitySection {
    fileprivate var otherZones: OtherZones? {
        get {
            guard case .geoJSON(let path, let number, let name) = serviceZones else { return nil }
            return OtherZones(file: path, number: number, name: name)
        }
        set { serviceZones = newValue.map { .geoJSON(path: $0.file, number: $0.number, name: $0.name) } }
    }
    fileprivate var zones: String? {
        get { if case .geoJSON(let path, _, _) = layout { path } else { nil } }
        set { layout = .geoJSON(path: newValue ?? "", number: "zone_id", name: nil) }
    }
    fileprivate var number: String? {
        get { if case .geoJSON(_, let number, _) = layout { number } else { nil } }
        set {
            guard case .geoJSON(let path, _, let name) = layout else { return }
            layout = .geoJSON(path: path, number: newValue ?? "zone_id", name: name)
        }
    }
    fileprivate var name: String? {
        get { if case .geoJSON(_, _, let name) = layout { name } else { nil } }
        set {
            guard case .geoJSON(let path, let number, _) = layout else { return }
            layout = .geoJSON(path: path, number: number, name: newValue)
        }
    }
    fileprivate var grid: SquareGrid? {
        get {
            guard case .grid(let rows, let columns, let cell, let anchor) = layout else { return nil }
            let corner = GeographicAnchor(longitude: anchor.longitude, latitude: anchor.latitude)
            return SquareGrid(rows: rows, columns: columns, cell: cell, anchor: corner)
        }
        set {
            guard let grid = newValue else { return }
            layout = .grid(
                rows: grid.rows, columns: grid.columns, cell: grid.cell,
                anchor: GeographicPoint(longitude: grid.anchor.longitude, latitude: grid.anchor.latitude))
        }
    }

    static let section = Section(
        "city", "The city: its zones. Either a map (`zones`) or squares (`grid`).",
        blank: CitySection(layout: .geoJSON(path: "", number: "zone_id", name: nil)),
        groups: [KeyGroup("zones", others: ["number", "name"]), KeyGroup("grid")],
        [
            Field(
                oneOf: "zones", \.zones, .file("path of a GeoJSON file"),
                "Polygons of the zones (WGS 84); the path is relative to the folder of this file. A zone must be 10 m wide somewhere: "
                    + "a narrower one is a sliver, and is refused."),
            Field(
                oneOf: "number", \.number, .label("name of a property"),
                "Property with the zone number, unique and above 0 (TAXI-ZONE-03), of at most 18 digits, or a name that tables have too; "
                    + "`zone_id` when left out."),
            Field(
                oneOf: "name", \.name, .label("name of a property"),
                "Property with the zone name; the number when left out."),
            Field(oneOf: "grid", \.grid, SquareGrid.section.format, "Square zones instead of a map."),
            Field(
                "outline", \.outline, ValueFormat<String>.file("path of a GeoJSON file").orNone,
                "The city's outline, which holds all zones: an address beyond it is not in the city; one inside it may be outside "
                    + "all zones (TAXI-ZONE-01). By default the convex hull of the zones and 1 km around it."),
            Field(
                "gap-tolerance", \.gapTolerance, .length(.zero ... .metres(1000)),
                "A point in no zone, but at most this far from one, belongs to it (DEC-ZONE-FLICKER)."),
            Field(
                "overlap-tolerance", \.overlapTolerance, .share,
                "Accepted overlap of two zones, as a share of the smaller one (TAXI-ZONE-02)."),
            Field(
                "hysteresis", \.hysteresis, .length(.zero ... .metres(1000)),
                "A change of zone counts when a vehicle reports a position this far from the first one that it reported beyond "
                    + "the border (DEC-ZONE-FLICKER). Above 0, vehicles that cruise also report where they arrive."),
            Field(
                "position-error", \.positionError, ValueFormat<Distribution>.distribution(.length).orNone,
                "Error of the positions that vehicles report (DEC-ZONE-FLICKER)."),
            Field(
                oneOf: "service-zones", \.otherZones, OtherZones.section.format,
                "Other zones for the service, as `compare --layout` tries them: places, weights, tables, surges and closures stay "
                    + "those of the city's zones; queues, offers and reports have these. The city's zones when left out."
            ),
            Field(
                oneOf: "residents", \.residents, .residents,
                "How many people live in each zone. Runs do not read it: comparisons count by it who gains and who loses."
            ),
        ])
}
