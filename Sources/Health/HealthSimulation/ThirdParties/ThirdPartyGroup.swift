// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// Organisations that ask for data, with the same habits.
struct ThirdPartyGroup: Sendable {
    /// Unique among groups.
    var name = ""
    var count = 1

    // MARK: One person's data

    /// How many times a day one of them asks somebody for consent.
    var requests = 0.0
    /// The share of these that repeat an earlier one, and that have a wrong number.
    var repeats = 0.0
    var mistypes = 0.0
    /// The share who subscribe after a yes; the others read all that is stored.
    var subscribes = 0.5

    // MARK: Groups

    /// How many times a day one of them asks for a group's data.
    var groupRequests = 0.0
    /// To how many groups each is subscribed, from the start of the run on.
    var groupSubscriptions = 0
    /// The share of groups with an age range, and how many years it has.
    var ages = 0.5
    var ageRange = Distribution.uniform(from: 10, to: 50)
    /// The share of groups with a rectangle; how long its sides are, as a share of the city's; and how often positions count.
    var areas = 0.5
    var side = Distribution.uniform(from: 0.3, to: 1)
    var positions = 0.5
    /// The share that are frozen when the group is too small (HEALTH-GROUP-EXC).
    var waits = 0.2
    /// Whether groups are asked for at all.
    var asksForGroups: Bool { groupRequests > 0 || groupSubscriptions > 0 }
    /// How long an interval is, and of how many one answer tells.
    var interval = TimeSpan.hours(2)
    var intervals: Int32 = 1
}

/// How people treat the requests of organisations.
struct ConsentHabit: Sendable {
    /// The share of requests that are answered at all, and the share of yes among the answers.
    var answered = 0.9
    var agreed = 0.6
    /// Until the answer, in seconds.
    var delay = Distribution.lognormal(mean: 4 * 3600, sd: 8 * 3600)
    /// How many times a year somebody takes a yes back (HEALTH-R29).
    var withdrawals = 1.0
}
