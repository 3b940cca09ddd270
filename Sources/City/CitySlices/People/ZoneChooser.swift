// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import RandomStreams

/// Draws a zone by weight and a place in it. A class, so that choosing between choosers copies no tables.
package final class ZoneChooser: Sendable {
    private let zones: [ZoneID]
    private let table: PreparedTable
    private let layout: any ZoneLayout
    /// Whether the members of a group are dealt over the zones in turn.
    private let dealsMembers: Bool

    /// Nil when no zone of the layout has a weight.
    package convenience init?(_ weights: ZoneWeights, layout: any ZoneLayout) {
        self.init(weights.values(on: layout), layout: layout, dealsMembers: weights == .equal)
    }

    /// Of these zones; nil when none has a weight. `dealsMembers` deals a group over the zones in turn.
    package init?(_ weights: [(zone: ZoneID, weight: Double)], layout: any ZoneLayout, dealsMembers: Bool = false) {
        guard let table = PreparedTable(weights: weights.map(\.weight)) else { return nil }
        self.table = table
        zones = weights.map(\.zone)
        self.layout = layout
        self.dealsMembers = dealsMembers
    }

    /// A zone: one number of the stream.
    package func zone(_ stream: inout RandomStream) -> ZoneID {
        zones[stream.pick(table)]
    }

    /// The zone for a number from 0 up to 1, without the end: each covers its share of the weights.
    package func zone(at part: Double) -> ZoneID { zones[table.index(at: part)] }

    /// A place: three numbers of the stream, whatever the zone.
    package func place(_ stream: inout RandomStream) -> Place {
        Self.place(in: zone(&stream), layout: layout, &stream)
    }

    /// The first place of a member of a group: three numbers of the stream, whatever the zone.
    ///
    /// `equal` deals members over the zones in zone order, so that every zone has as many of the group, but for one, in
    /// every run. Other weights draw the zone.
    package func place(ofMember member: Int, _ stream: inout RandomStream) -> Place {
        let drawn = zone(&stream)
        return Self.place(in: dealsMembers ? zones[member % zones.count] : drawn, layout: layout, &stream)
    }

    /// A place in a zone: two numbers of the stream.
    package static func place(in zone: ZoneID, layout: any ZoneLayout, _ stream: inout RandomStream) -> Place {
        let u = stream.uniform()
        let v = stream.uniform()
        return layout.place(in: zone, u, v) ?? .origin
    }
}
