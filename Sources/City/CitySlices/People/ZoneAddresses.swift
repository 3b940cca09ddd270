// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import RandomStreams

/// Made-up addresses of a layout without streets: the name of a zone and the number of a house, such as `Brera 17`.
///
/// Houses stand spread evenly over their zone, always in the same places: about one on 2,500 square metres, at most 10,000. So
/// an address says where somebody is to some 25 m in a city, and less exactly in the country.
package struct ZoneAddresses: Sendable {
    private let layout: any ZoneLayout
    /// What each zone is called; of several with one name, the later ones have their number in it.
    private let names: [(zone: ZoneID, name: String)]
    /// By the name in small letters.
    private let zones: [String: ZoneID]
    /// The areas of the zones, in square metres.
    private let areas: [ZoneID: Double]
    /// The houses of the zones that were asked for, by number from 1.
    private var houses: [ZoneID: [Place]] = [:]

    /// The addresses of a layout.
    package init(_ layout: any ZoneLayout) {
        self.layout = layout
        var zones: [String: ZoneID] = [:]
        names = layout.zones.map { zone in
            var name = zone.name
            while zones[name.lowercased()] != nil { name += " (\(zone.id))" }
            zones[name.lowercased()] = zone.id
            return (zone.id, name)
        }
        self.zones = zones
        areas = Dictionary(layout.zones.map { ($0.id, $0.area) }) { first, _ in first }
    }

    /// The address of the house that is nearest to a place, in the place's zone; nil outside all zones.
    package mutating func address(near place: Place) -> String? {
        guard let zone = layout.zone(at: place), let name = names.first(where: { $0.zone == zone })?.name
        else { return nil }
        let distances = houses(of: zone).map { $0.distance(to: place) }
        let nearest = distances.indices.min { (distances[$0], $0) < (distances[$1], $1) }
        return nearest.map { "\(name) \($0 + 1)" }
    }

    /// Where an address is, however its letters are written and however many spaces are in it; nil for one that nobody has.
    package mutating func place(of address: String) -> Place? {
        let words = address.split(separator: " ")
        let name = words.dropLast().joined(separator: " ").lowercased()
        guard let number = words.last.flatMap({ Int($0) }), let zone = zones[name] else { return nil }
        let houses = houses(of: zone)
        return houses.indices.contains(number - 1) ? houses[number - 1] : nil
    }

    private mutating func houses(of zone: ZoneID) -> [Place] {
        if let known = houses[zone] { return known }
        let count = Int(min(max(1, (areas[zone] ?? 0) / 2500), 10_000))
        let built = (1...count).compactMap { layout.place(in: zone, Halton.radical($0, 2), Halton.radical($0, 3)) }
        houses[zone] = built
        return built
    }
}
