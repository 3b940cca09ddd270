// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Places of the city in degrees of WGS 84.
package enum WebPlace {
    /// Seven places, about a centimetre.
    package static func json(_ place: Place, _ layout: any ZoneLayout) -> JSONValue {
        let point = layout.geographic(place)
        func degrees(_ value: Double) -> JSONValue { .number((value * 1e7).rounded() / 1e7) }
        return ["latitude": degrees(point.latitude), "longitude": degrees(point.longitude)]
    }
}

extension FormReader {
    /// A position that must be there, as `latitude` and `longitude`; nil when they are none.
    mutating func neededPoint() -> GeographicPoint? {
        let before = faults.count
        let point = GeographicPoint(
            longitude: neededDegrees("longitude"), latitude: neededDegrees("latitude"))
        guard (-90...90).contains(point.latitude), (-180...180).contains(point.longitude) else {
            note("latitude", "must be from -90 to 90, and the longitude from -180 to 180")
            return nil
        }
        return faults.count == before ? point : nil
    }
}

extension JSONValue {
    /// The number of a thing.
    init<Thing>(_ id: ID<Thing>) { self.init(Int(id.number)) }

    /// The number of a thing, or nothing.
    init<Thing>(_ id: ID<Thing>?) { self = id.map { JSONValue($0) } ?? .null }

    /// An instant.
    static func time(_ time: CityTime) -> JSONValue { .text(WebTime.text(time)) }

    /// An instant, or nothing.
    static func time(_ time: CityTime?) -> JSONValue { time.map { .time($0) } ?? .null }

    /// A span in seconds, or nothing.
    static func seconds(_ span: TimeSpan?) -> JSONValue { JSONValue(span?.inSeconds) }
}
