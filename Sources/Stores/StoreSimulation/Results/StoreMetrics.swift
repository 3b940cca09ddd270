// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

extension StoreTotals: TimedTotals {
    static var service: String { "stores" }
}

extension PartDimensions {
    /// When it was, and at which store.
    fileprivate static let store: PartDimensions = [.window, .site]
}

/// The metrics of stores.
extension Metric where Source == StoreTotals {
    /// What is told of times.
    private static var spread: [SamplePart] { [.mean, .p95, .max] }

    /// All of them, in the order of the report.
    static var all: [Metric] {
        wishes.by([.window, .zone, .group, .site]) + people.by(.store) + tickets.by(.store) + bookings.by(.store)
            + levels.by(.store)
    }

    @MetricList static var wishes: [Metric] {
        count(
            "wishes", "wishes to shop",
            "People who wanted to shop, by when they wanted it: at once, or at the time that they booked."
        ) { $0.wishes.asked }
        count("served", "let in", "Of the wishes to shop, those whose person was let in.") { $0.wishes.served }
        count(
            "lost", "shoppers lost",
            "Of the wishes to shop, those that came to nothing against the person's will, at home, on the way or at the store."
        ) { $0.wishes.lost }
        one(
            "lostShare", .share, "shoppers lost, share",
            "Lost shoppers as a share of those let in and lost."
        ) { $0.wishes.missedShare }
        for stage in LossStage.allCases {
            count("lost.\(stage.word)", "shoppers lost \(stage.words)", "Shoppers lost \(stage.words).") {
                $0.wishes.lost(nil, stage)
            }
        }
        for cause in LossCause.allCases {
            count(
                "lost.\(cause.word)", "shoppers lost: \(cause.words)", "Shoppers lost for this reason: \(cause.words)."
            ) { $0.wishes.lost(cause) }
        }
        count(
            "withdrawn", "away by choice",
            "Of the wishes to shop, those of people who never meant to come, or who cancelled their booking."
        ) { $0.wishes.withdrawn }
        count("wishesOpen", "wishes open at the end", "Of the wishes to shop, those open when the run ended.") {
            $0.wishes.overdue + $0.wishes.young
        }
        times(
            "wishWait", "wish to entry", "Time from the wish or the booked time to the entry, of who was let in", spread
        ) { $0.wishes.waits }
    }

    @MetricList static var people: [Metric] {
        count("visits", "visits", "Visits that ended.") { $0.visit.count }
        times("visit", "time inside", "Time inside", spread) { $0.visit }
        times(
            "physicalWait", "standing outside",
            "Time that people stood outside a store, with a visit or without one, until the end for who still stands there",
            spread
        ) { $0.physicalWait }
        count("standingAtEnd", "still standing outside", "People who stood outside a store when the run ended.") {
            $0.standingAtEnd
        }
        level("crowdOutside.mean", "people outside, mean", "People outside all stores, mean over time.") { $0.outside }
        count("crowdOutside.max", "people outside, max", "Most people outside one store at one time.") {
            $0.largestCrowd
        }
        count(
            "wishesDropped", "wishes dropped", "Wishes of people who were still under way with an earlier visit."
        ) { $0.wishesDropped }.by(.window)
    }

    @MetricList static var tickets: [Metric] {
        count("tickets", "tickets", "Tickets issued.") { $0.tickets.issued }
        TicketChannel.allCases.flatMap { channel in
            count(
                "tickets.\(channel.word)", "tickets \(channel.words)", "Tickets issued \(channel.words)."
            ) {
                $0.byChannel[Int(channel.number)].issued
            }
        }
        count("tickets.priority", "priority tickets", "Tickets issued by employees.") {
            $0.byClass[Int(TicketClass.priority.number)].issued
        }
        count("tickets.called", "tickets called", "Tickets that were called.") { $0.called }
        share(
            "tickets.entered", "tickets that led inside",
            "Tickets whose holder entered, as a share of all tickets but those open at the end."
        ) {
            $0.tickets.entered
        } of: {
            $0.tickets.issued - $0.ticketsOpen
        }
        count("tickets.openAtEnd", "tickets open at the end", "Tickets that were neither used nor ended at the end.") {
            $0.ticketsOpen
        }
        count("tickets.left", "tickets given up", "Tickets whose holder left the queue.") { $0.left }
        each(
            "tickets.removed", "tickets removed", "Tickets removed for this reason:", TicketRemoval.self, told: \.words
        ) {
            $0.removed
        }
        each(
            "tickets.refused", "tickets refused", "Tickets refused for this reason:", TicketRefusal.self
        ) {
            $0.joinRefused
        }
        times(
            "turnWait", "wait for the turn",
            "Time from when the holder of a ticket can be there, as stated when it is taken, to the call", spread
        ) { $0.turnWait }
        times(
            "wait", "ticket to entry",
            "Time from the ticket to the entry, the way to the store included, of who entered", spread
        ) { $0.tickets.wait }
        TicketClass.allCases.flatMap { queue in
            times(
                "wait.\(queue.word)", "ticket to entry, \(queue.words)",
                "Time from the ticket to the entry, the way included, \(queue.words)", spread
            ) {
                $0.byClass[Int(queue.number)].wait
            }
        }
        TicketChannel.allCases.flatMap { channel in
            times(
                "wait.\(channel.word)", "ticket to entry, \(channel.words)",
                "Time from a ticket \(channel.words) to the entry, the way after the ticket included", spread
            ) {
                $0.byChannel[Int(channel.number)].wait
            }
        }
        times(
            "estimateError", "error of the estimate", "Size of the entry's difference from the first estimate", spread
        ) {
            $0.estimateError
        }
        one(
            "estimateError.bias", .minutes, "bias of the estimate",
            "Mean of that difference; above 0 means later than estimated."
        ) { $0.tickets.estimates.bias }
        for channel in TicketChannel.allCases {
            one(
                "estimateError.bias.\(channel.word)", .minutes, "bias of the estimate, \(channel.words)",
                "Mean of that difference for tickets \(channel.words); above 0 means later than estimated."
            ) { $0.byChannel[Int(channel.number)].estimates.bias }
        }
    }

    @MetricList static var bookings: [Metric] {
        count("bookings", "bookings", "Visits booked.") { $0.booked }
        share(
            "bookings.entered", "bookings that led inside",
            "Bookings whose holder entered, as a share of all bookings but those open at the end."
        ) {
            $0.bookingsEntered
        } of: {
            $0.booked - $0.bookingsOpen
        }
        count("bookings.openAtEnd", "bookings open at the end", "Bookings whose time had not come at the end.") {
            $0.bookingsOpen
        }
        each("bookings.cancelled", "bookings cancelled", "Bookings that ended so:", CancelCause.self, told: \.words) {
            $0.cancelled
        }
        count("bookings.lapsed", "bookings lapsed", "Bookings for which nobody came.") { $0.lapsed }
        count("bookings.postponed", "bookings postponed", "Times that a booking was moved to a later time.") {
            $0.postponed
        }
        each(
            "bookings.refused", "bookings refused", "Bookings refused for this reason:", BookingRefusal.self
        ) {
            $0.bookingRefused
        }
        one(
            "slots.filled", .share, "slots filled",
            "Bookings that were kept, neither cancelled nor lapsed, as a share of those that the slots could take."
        ) {
            $0.slotsOffered > 0 ? Double($0.slotsTaken) / $0.slotsOffered : nil
        }
        times("bookings.wait", "delay of bookings", "Time from the slot first booked to the entry", spread) {
            $0.bookingWait
        }
    }

    @MetricList static var levels: [Metric] {
        level("inside.mean", "people inside, mean", "People inside all stores, mean over time.") { $0.inside }
        one(
            "occupancy", .share, "places taken",
            "People inside, as a share of the limits of the open stores, over time."
        ) { $0.places.total > 0 ? Double($0.inside.total) / Double($0.places.total) : nil }
        count("places.unused", "places never used", "Places that nobody took during the run (INV-StorePlaceUsed).") {
            $0.unusedPlaces
        }.by(.site)
        one(
            "places.heldInVain", .share, "places held in vain",
            "Time for which called tickets that came to nothing held a place, as a share of the time of all places of open stores."
        ) { $0.places.total > 0 ? Double($0.heldInVain) / Double($0.places.total) : nil }
        count("entries.delayed", "entries delayed", "Scans by holders for whom there was no free place.") {
            $0.entriesDelayed
        }
        count("entries.refused", "entries refused", "Scans that admitted nobody.") { $0.entriesRefused }
        times(
            "notificationDelay", "notification delay",
            "Time from a notice of the service to its display on the phone (PERF-10)", spread
        ) { $0.notificationDelay }.by(.window)
        count(
            "stubFailures", "failures of outside services",
            "SMS that did not come, addresses to which the maps gave no answer, and notices that did not come (STORE-ASSUME-EXT)."
        ) { $0.stubFailures.reduce(0, +) }.by(.window)
        each("stubFailures", "failures of outside services", "Failures of one outside service:", StubbedService.self) {
            $0.stubFailures
        }.by(.window)
    }
}
