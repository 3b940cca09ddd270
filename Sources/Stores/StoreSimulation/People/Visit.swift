// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import StoreRules

/// One wish to shop, from the thought to the way home.
struct Visit {
    /// Where the person is in it.
    enum Step {
        /// Looks for a store, asks or waits for an answer.
        case looking
        /// Has a ticket or booking, and has not set out.
        case home
        case walking
        case outside
        case inside
    }

    private let drawn: DrawnPlan
    var plan: VisitPlan { _read { yield drawn.plan } }
    var way: Way
    var step = Step.looking
    /// The stores that are compared.
    var choices: [Choice] = []
    var store = StoreID(0)
    /// The time of the way to it.
    var walk = TimeSpan.zero
    var pass: PassID?
    var code: EntryCode?
    /// Whether the ticket's turn has come.
    var isCalled = false
    /// How many codes by SMS were asked for, and the last one.
    var codes = 0
    var sms: String?
    /// The favourite store was looked at, if there is one.
    var isPastFavourite = false
    /// The code is being read at the gate.
    var isScanning = false
    /// The booked time in force; nil for a ticket.
    var slot: CityTime?
    /// When entry is expected.
    var expected = CityTime.epoch
    /// From when on the person is ready to go.
    var ready = CityTime.epoch
    /// What was offered after a refusal.
    var alternative: Alternative?
    /// Whether an alternative was taken once.
    var isSecondTry = false
    /// The next step that is planned.
    var next = TimerHandle.none
    /// The look at the app that follows from a notice that did not come.
    var glance = TimerHandle.none
    /// The ticket or booking that the app was asked for.
    var lookedAt: PassID?
    /// The end of patience, or the cancelling of a booking.
    var end = TimerHandle.none

    init(_ plan: VisitPlan) {
        drawn = DrawnPlan(plan)
        way = plan.way
    }

    /// A store is chosen.
    mutating func go(to store: StoreID, walk: TimeSpan) {
        self.store = store
        self.walk = walk
    }

    /// The code is lost, and with it the ticket or booking; a new ticket is taken at the totem.
    mutating func loseCode() {
        (pass, code, slot) = (nil, nil, nil)
        glance = .none
        isCalled = false
        way = .totem
    }

    /// A plan is large and never changes, and a visit is copied all the time.
    private final class DrawnPlan: Sendable {
        let plan: VisitPlan
        init(_ plan: VisitPlan) { self.plan = plan }
    }

    /// A store that is looked at.
    struct Choice {
        let store: StoreID
        let walk: TimeSpan
        /// The estimated wait, once its page was opened; nil without places.
        var wait: TimeSpan?
        var isSeen = false
    }
}
