// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules

/// A store as people know it.
struct KnownStore {
    var hours: OpeningHours
    var limit: Int32
    var isRemoved = false
    private let expectedVisit: TimeSpan
    /// Without a service: people inside, those in the line, and the closing that is planned.
    var inside: Int32 = 0
    var line: [Shopper] = []
    var closesAt: CityTime?

    init(_ settings: StoreSettings) {
        hours = settings.hours
        limit = settings.limit
        expectedVisit = settings.expectedVisit
    }

    /// What somebody who sees the line expects.
    var expectedWait: TimeSpan {
        inside < limit ? .zero : TimeSpan(nanoseconds: expectedVisit.nanoseconds / Int64(limit) * Int64(line.count + 1))
    }

    mutating func change(_ change: StoreChange?) {
        switch change {
        case .limit(let limit): self.limit = limit
        case .openingHours(let hours): self.hours = hours
        case nil: isRemoved = true
        default: break
        }
    }
}
