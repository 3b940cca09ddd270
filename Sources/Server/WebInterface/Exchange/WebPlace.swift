// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Places of the city in degrees of WGS 84.
enum WebPlace {
    /// Seven places, about a centimetre.
    static func json(_ place: Place, _ layout: any ZoneLayout) -> JSONValue {
        let point = layout.geographic(place)
        func degrees(_ value: Double) -> JSONValue { .number((value * 1e7).rounded() / 1e7) }
        return ["latitude": degrees(point.latitude), "longitude": degrees(point.longitude)]
    }
}

extension JSONValue {
    /// The number of a thing.
    init<Thing>(_ id: ID<Thing>) { self.init(Int(id.number)) }

    /// An instant.
    static func time(_ time: CityTime) -> JSONValue { .text(WebTime.text(time)) }
}
