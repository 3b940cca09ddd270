// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What an organisation has used up of a day's requests and intervals of groups.
///
/// A subscription takes the intervals of a whole day on each day on which there is one, also where it waits, pauses or is stopped: so an
/// organisation is told of no more intervals a day than it has, whatever it starts and stops.
struct GroupBudget: Sendable {
    private var day = CityTime.epoch
    private var requests: Int32 = 0
    /// Of single answers, and of subscriptions that were stopped on this day.
    private var intervals: Int64 = 0

    /// Takes a request of so many intervals, beside `running` of the subscriptions there are. Returns why there is no room for it.
    mutating func take(
        _ asked: Int64, beside running: Int64, _ limits: GroupLimits, at now: CityTime
    ) -> GroupRefusal? {
        turn(to: now)
        if requests >= limits.requestsADay { return .requestsUsed }
        if intervals + running + asked > Int64(limits.intervalsADay) { return .intervalsUsed }
        requests += 1
        return nil
    }

    /// So many intervals are told, or were those of a subscription that is no more.
    mutating func use(_ count: Int64, at now: CityTime) {
        turn(to: now)
        intervals += count
    }

    private mutating func turn(to now: CityTime) {
        guard day != now.midnight else { return }
        (day, requests, intervals) = (now.midnight, 0, 0)
    }
}

extension GroupQuery {
    /// How many intervals it takes of a day's budget.
    func cost(_ purpose: GroupPurpose) -> Int64 {
        switch purpose {
        case .once: Int64(count)
        case .subscription: TimeSpan.hours(24).nanoseconds / interval.nanoseconds
        }
    }
}
