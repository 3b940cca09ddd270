// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// A network judged against the zones that it is to serve, for one user.
package struct RoadCheck: Sendable {
    /// What is wrong, and what can be doubted.
    package private(set) var problems: [InputProblem] = []
    /// Kilometres of kept arcs in zones, each direction by itself.
    package private(set) var kilometresInZones = 0.0
    /// Kilometres of kept arcs outside of all zones.
    package private(set) var kilometresOutside = 0.0
    /// How many zones there are.
    package let zones: Int

    /// The farthest that a zone's middle may be from the nearest street without a doubt, in metres.
    static let farthest = 500.0

    /// Judges a network.
    ///
    /// - Parameters:
    ///   - routes: the network that is judged.
    ///   - layout: the zones of the city.
    ///   - location: where problems are said to be.
    ///   - user: whose streets are looked at: those of its largest part.
    package init(_ routes: RoadRoutes, layout: any ZoneLayout, at location: InputLocation, user: StreetUser) {
        let network = routes.times.search.graph.network
        zones = layout.zones.count
        let places = network.places(on: layout)
        var served: Set<ZoneID> = []
        for arc in 0..<network.arcCount where network.isKept(arc, for: user) {
            let (start, end) = (places[Int(network.tails[arc])], places[Int(network.heads[arc])])
            let touched = layout.zones(along: [start, end])
            for case let zone? in touched { served.insert(zone) }
            let kilometres = Double(network.millimetres[arc]) / 1e6
            if layout.zone(at: start.along(0.5, to: end)) != nil {
                kilometresInZones += kilometres
            } else {
                kilometresOutside += kilometres
            }
        }
        guard !served.isEmpty else {
            problems.append(
                InputProblem(
                    .error, at: location,
                    "no street of the network that a \(user.name) may use lies in a zone of this layout: the network is "
                        + "around \(Self.middle(network)), the layout around \(Self.text(layout.zones.first.map { layout.geographic($0.inside) }))"
                ))
            return
        }
        for zone in layout.zones {
            if !served.contains(zone.id) {
                problems.append(
                    InputProblem(
                        .error, at: location, "the zone \(zone.label) has no street that a \(user.name) may use"))
            } else if let joint = routes.joint(layout.geographic(zone.inside), for: user), joint.metres > Self.farthest
            {
                problems.append(
                    InputProblem(
                        .warning, at: location,
                        "the middle of the zone \(zone.label) is \(Int(joint.metres.rounded())) m from the nearest street that a "
                            + "\(user.name) may use"))
            }
        }
        if kilometresOutside > kilometresInZones {
            problems.append(
                InputProblem(
                    .warning, at: location,
                    "most of the network lies outside of the zones: \(Int(kilometresOutside.rounded())) km of "
                        + "\(Int((kilometresInZones + kilometresOutside).rounded())) km"))
        }
    }

    private static func middle(_ network: StreetNetwork) -> String {
        guard let west = network.longitudes.min(), let east = network.longitudes.max(),
            let south = network.latitudes.min(), let north = network.latitudes.max()
        else { return "nowhere" }
        return text(
            GeographicPoint(
                longitude: (Double(west) + Double(east)) / 2 / Globe.parts,
                latitude: (Double(south) + Double(north)) / 2 / Globe.parts))
    }

    private static func text(_ point: GeographicPoint?) -> String {
        guard let point else { return "nowhere" }
        func short(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
        return "longitude \(short(point.longitude)), latitude \(short(point.latitude))"
    }
}
