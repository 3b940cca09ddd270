// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

extension GroupLimits {
    /// Criteria by the year, a minute, and as many requests as one likes: what the catalogue's checks ask. Places of tests are millimetres
    /// apart: a grid of 0 m is none.
    static var none: GroupLimits {
        var limits = GroupLimits()
        (limits.ageStep, limits.grid, limits.leastInterval) = (1, 0, .minutes(1))
        (limits.requestsADay, limits.intervalsADay) = (.max, .max)
        return limits
    }
}

/// Asks for the last closed minute, or as stated.
func minutely(
    _ criteria: GroupCriteria = GroupCriteria(), _ parameters: ParameterSet = .all,
    interval: TimeSpan = .minutes(1), waits: Bool = false
) -> GroupQuery {
    GroupQuery(criteria, parameters, interval: interval, waits: waits)
}
