// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams

/// How a visit is begun.
enum Way: Sendable {
    /// A ticket by phone.
    case phone
    /// A ticket at the totem.
    case totem
    /// A priority ticket from an employee at the totem.
    case employee
    case booking
}

/// Everything that chance decides of one visit, drawn when it is wished for: the same numbers of each stream whatever
/// becomes of it, so that later visits keep theirs.
struct VisitPlan: Sendable {
    var way = Way.phone
    var isWeb = false
    var isNoShow = false
    var losesCode = false
    var takesAlternative = false
    /// Longest expected wait; nil for any.
    var longestLine: TimeSpan?
    var patience: TimeSpan?
    var setOut = TimeSpan.zero
    var early = TimeSpan.zero
    var walk: TimeSpan?
    /// Time inside, but for the factor of the hour.
    var stay = TimeSpan.zero
    var booking = BookingPlan()
}

/// The part of it that only a booking needs.
struct BookingPlan: Sendable {
    var ahead = TimeSpan.zero
    var picksTime = false
    var early = TimeSpan.zero
    var late = TimeSpan.zero
    /// The share of the time to the slot after which it is cancelled; nil for kept.
    var cancelledAt: Double?
    /// The answer to a postponement; nil for none.
    var agrees: Bool?
    var answersAfter = TimeSpan.zero
}

/// The random streams of one shopper.
struct ShopperStreams: Sendable {
    var shopping: RandomStream
    var visiting: RandomStream
    var patience: RandomStream
    var booking: RandomStream
    var settingOut: RandomStream
}

/// The habits that the shoppers of one group share.
final class ShopperHabits: Sendable {
    let group: ShopperGroup
    /// The group's place in the scenario, from 0.
    let number: Int
    /// The shortest pause: one of no time would be repeated within one instant by who finds no store.
    static let shortestPause = TimeSpan.seconds(1)
    /// The time between two visits of one person; nil for people who come by a stream.
    let pause: Distribution?

    init(_ group: ShopperGroup, number: Int, pause: Distribution?) {
        self.group = group
        self.number = number
        self.pause = pause
    }

    /// What chance decides of the next visit of somebody.
    func plan(hasPhone: Bool, _ streams: inout ShopperStreams) -> VisitPlan {
        var plan = VisitPlan()
        let (isSpecial, books) = (streams.shopping.chance(group.specialNeeds), streams.shopping.chance(group.books))
        let walksToTotem = streams.shopping.chance(group.totem)
        plan.way =
            isSpecial ? .employee : !hasPhone ? .totem : books ? .booking : walksToTotem ? .totem : .phone
        plan.isWeb = streams.shopping.chance(group.web)
        plan.isNoShow = streams.shopping.chance(group.noShows)
        plan.losesCode = streams.shopping.chance(group.lostCodes)
        plan.takesAlternative = streams.shopping.chance(group.alternatives)
        plan.longestLine = group.longestLine.map { streams.patience.time($0) }
        plan.patience = group.patience.map { streams.patience.time($0) }
        plan.setOut = streams.settingOut.time(group.setOut)
        plan.early = streams.settingOut.time(group.early)
        plan.walk = group.walk.map { streams.settingOut.time($0) }
        plan.stay = streams.visiting.time(group.visit)
        if group.books > 0 { plan.booking = booking(&streams.booking) }
        return plan
    }

    private func booking(_ stream: inout RandomStream) -> BookingPlan {
        let habit = group.booking
        var plan = BookingPlan(ahead: stream.time(habit.ahead), picksTime: stream.chance(habit.ownTime))
        plan.early = stream.time(habit.early)
        plan.late = stream.time(habit.late)
        let (cancels, share) = (stream.chance(habit.cancels), stream.uniform())
        if cancels { plan.cancelledAt = share }
        let answer = stream.uniform()
        plan.agrees = answer < habit.accepts ? true : answer < habit.accepts + habit.declines ? false : nil
        plan.answersAfter = stream.time(habit.answersAfter)
        return plan
    }

    /// How long somebody who comes in at an hour stays.
    func stay(_ plan: VisitPlan, from entry: CityTime) -> TimeSpan {
        let factor = group.visitByHour[entry]
        // As long as any drawn time can be, so that sums of times stay in their range.
        return factor == 1
            ? plan.stay : TimeSpan.seconds(min(plan.stay.inSeconds * factor, 1e9)).roundedToMilliseconds
    }
}
