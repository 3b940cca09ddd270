// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
package import Reporting

/// What became of the demands of one kind in one replication: as a whole and in parts.
package struct ReplicationDemand: Codable, Hashable, Sendable {
    /// The service's name, and what stands above its part of a page.
    package let service, title: String
    /// What the service says of its demands.
    package let form: CaseForm
    package let all: ReplicationPart
    /// By the zones that people's places are drawn in; by hour (`HourAxis`), hours without any left out; by group and by site.
    package let zones, hours, groups, sites: [ReplicationPart]
    /// The first ones one by one; nil unless they are kept, as for a comparison.
    package let wishes: WishList?

    /// The name of the demands in results, unique in a city: `ambulances.calls`.
    package var name: String { "\(service).\(form.name)" }

    init(_ result: CaseResult, of service: ServiceResult, keepsEach: Bool) {
        (self.service, title, form) = (service.name, service.title, result.form)
        func parts(_ division: CaseDivision) -> [ReplicationPart] {
            division.parts.enumerated().map { ReplicationPart($0, $1) }
        }
        all = ReplicationPart(0, result.all)
        zones = zip(result.frame.zones, result.zones.parts).map { ReplicationPart(Int($0.id.number), $1) }
        let byHour = Dictionary(grouping: result.hours.parts.indices) { result.frame.hourNumber($0) }
        hours = byHour.keys.sorted().compactMap { hour in
            let same = (byHour[hour] ?? []).map { ReplicationPart(hour, result.hours.parts[$0]) }
            let sum = ReplicationPart(hour, sum: same)
            return sum.stored > 0 ? sum : nil
        }
        (groups, sites) = (parts(result.groups), parts(result.sites))
        wishes = keepsEach ? WishList(result.kept, from: result.frame.start.nanoseconds) : nil
    }
}
