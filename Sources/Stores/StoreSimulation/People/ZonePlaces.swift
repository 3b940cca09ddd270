// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams
import ScenarioFile

/// Places drawn over zones by weight: three numbers of the stream each.
final class ZonePlaces: Sendable {
    private let zones: [ZoneID]
    private let table: PreparedTable
    private let layout: any ZoneLayout
    private let dealsMembers: Bool

    /// Nil when no zone of the layout has a weight.
    init?(_ weights: ZoneWeights, layout: any ZoneLayout) {
        let weighed = layout.zones.map { record -> Double in
            switch weights {
            case .equal: 1
            case .area: record.area
            case .listed(let listed): listed[record.id] ?? 0
            }
        }
        guard let table = PreparedTable(weights: weighed) else { return nil }
        self.table = table
        self.layout = layout
        zones = layout.zones.map(\.id)
        dealsMembers = weights == .equal
    }

    /// The place of a member of a group; `equal` weights deal members over the zones in turn.
    func place(ofMember member: Int, _ stream: inout RandomStream) -> Place {
        let drawn = zones[stream.pick(table)]
        let (u, v) = (stream.uniform(), stream.uniform())
        return layout.place(in: dealsMembers ? zones[member % zones.count] : drawn, u, v) ?? .origin
    }
}
