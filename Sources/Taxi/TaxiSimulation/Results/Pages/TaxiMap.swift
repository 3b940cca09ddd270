// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The zones as GeoJSON with the values that the map shows.
struct TaxiMap {
    let context: TaxiContext
    let result: TaxiResult
    var streets: [StreetLine] = []

    /// Whether there is anything to draw.
    var hasOutlines: Bool { context.zones.contains { !$0.outline.isEmpty } }

    var geoJSON: JSONValue {
        let features = context.zones.compactMap { zone -> JSONValue? in
            guard !zone.outline.isEmpty, let found = result.zones.first(where: { $0.zone == zone.id }) else {
                return nil
            }
            let polygons = zone.outline.map { rings in
                JSONValue.list(
                    rings.map { ring in
                        .list(
                            ring.map { .list([.number(Self.degree($0.longitude)), .number(Self.degree($0.latitude))]) })
                    })
            }
            return [
                "type": "Feature",
                "properties": [
                    "zone": JSONValue(Int(zone.id.number)), "name": .text(zone.name.shown),
                    "wait": JSONValue(found.wait.map { tidy($0.mean / 60) }),
                    "unserved": JSONValue(found.calls.unservedShare.map { tidy($0 * 100) }),
                    "notInTime": JSONValue(found.wishes.notInTimeShare.map { tidy($0 * 100) }),
                    "queue": .number(found.queueLength), "stored": JSONValue(found.calls.stored),
                ],
                "geometry": ["type": "MultiPolygon", "coordinates": .list(polygons)],
            ]
        }
        let map: [(String, JSONValue)] = [
            ("type", "FeatureCollection"), ("features", .list(features)), ("measures", .list(Self.measures)),
        ]
        let packed = StreetFigure(streets: streets).packed
        return .object(
            map + (packed.isEmpty ? [] : [("streets", .list(packed.map { .list($0.map { JSONValue($0) }) }))]))
    }

    /// What the map can be coloured by: the property of a zone, its name, unit and decimals, and what it is when there is none.
    private static let measures: [JSONValue] = [
        measure("notInTime", "not aboard in time", "%", 1, none: "no wish"),
        measure("unserved", "unserved share", "%", 1, none: "no request"),
        measure("wait", "mean wait of those served", "min", 1, none: "nobody was served"),
        measure("queue", "drivers in the queue", "", 1, none: ""),
        measure("stored", "requests", "", 0, none: ""),
    ]

    private static func measure(_ key: String, _ name: String, _ unit: String, _ digits: Int, none: String) -> JSONValue
    {
        [
            "key": .text(key), "name": .text(name), "unit": .text(unit), "digits": JSONValue(digits),
            "none": .text(none),
        ]
    }

    /// Five decimals are a metre.
    private static func degree(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }
}
