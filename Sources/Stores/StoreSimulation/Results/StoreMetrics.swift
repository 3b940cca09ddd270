// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import Reporting
import StoreRules

/// One metric of stores: what it is, and how it is read from the totals.
struct StoreMetric: Sendable {
    let about: MetricDescription
    let value: @Sendable (StoreTotals) -> Double?

    private static func one(
        _ name: String, _ unit: String, _ label: String, _ text: String, isWhole: Bool = false,
        _ value: @escaping @Sendable (StoreTotals) -> Double?
    ) -> [StoreMetric] {
        let about = MetricDescription("stores.\(name)", unit: unit, label: label, text, isWhole: isWhole)
        return [StoreMetric(about: about, value: value)]
    }

    private static func count(
        _ name: String, _ label: String, _ text: String, _ value: @escaping @Sendable (StoreTotals) -> Int
    ) -> [StoreMetric] { one(name, "1", label, text, isWhole: true) { Double(value($0)) } }

    private static func share(
        _ name: String, _ label: String, _ text: String, _ part: @escaping @Sendable (StoreTotals) -> Int,
        of whole: @escaping @Sendable (StoreTotals) -> Int
    ) -> [StoreMetric] {
        one(name, "share", label, text) { whole($0) > 0 ? Double(part($0)) / Double(whole($0)) : nil }
    }

    /// Mean, 95th percentile and largest of times, in seconds.
    private static func times(
        _ name: String, _ label: String, _ text: String, _ sample: @escaping @Sendable (StoreTotals) -> Sample
    ) -> [StoreMetric] {
        func part(_ part: String, _ of: @escaping @Sendable (Sample) -> Double) -> [StoreMetric] {
            one("\(name).\(part)", "s", "\(label), \(part)", "\(text): \(part).") {
                sample($0).count > 0 ? of(sample($0)) * 1e-9 : nil
            }
        }
        return part("mean") { $0.mean } + part("p95") { Double($0.quantile(0.95) ?? 0) }
            + part("max") { Double($0.largest) }
    }

    /// A count for each word.
    private static func each<Word: EventWord>(
        _ name: String, _ label: String, _ text: String, _ words: Word.Type,
        _ counts: @escaping @Sendable (StoreTotals) -> [Int]
    ) -> [StoreMetric] {
        Word.allCases.flatMap { word in
            count("\(name).\(word.word)", "\(label): \(Text.words(word.word))", "\(text) \(word.word).") {
                counts($0)[Int(word.number)]
            }
        }
    }

    /// All of them, in the order of the report.
    static let all: [StoreMetric] = people + tickets + bookings + levels

    private static let people: [StoreMetric] =
        count("visits", "visits", "Visits that ended.") { $0.visit.count }
        + times("visit", "time inside", "Time inside") { $0.visit }
        + times(
            "physicalWait", "standing outside",
            "Time that people stood outside a store, with a visit or without one, until the end for who still stands there"
        ) { $0.physicalWait }
        + count("standingAtEnd", "still standing outside", "People who stood outside a store when the run ended.") {
            $0.standingAtEnd
        }
        + one("crowdOutside.mean", "1", "people outside, mean", "People outside all stores, mean over time.") {
            mean($0.outside, $0)
        }
        + count("crowdOutside.max", "people outside, max", "Most people outside one store at one time.") {
            $0.largestCrowd
        }
        + count(
            "lost", "visits lost",
            "People who wanted to shop and did not: who stayed away or turned back, but for those who never meant to come."
        ) { $0.lost }
        + count(
            "wishesDropped", "wishes dropped", "Wishes of people who were still under way with an earlier visit."
        ) { $0.wishesDropped }
        + each("gaveUp", "stayed away", "People who never set out, for the reason", GiveUpReason.self) { $0.gaveUp }
        + each(
            "turnedBack", "turned back", "People who went home without a visit, for the reason", TurnBackReason.self
        ) { $0.turnedBack }

    private static let tickets: [StoreMetric] =
        count("tickets", "tickets", "Tickets issued.") { $0.tickets.issued }
        + TicketChannel.allCases.flatMap { channel in
            count(
                "tickets.\(channel.word)", "tickets: \(Text.words(channel.word))", "Tickets issued by \(channel.word)."
            ) {
                $0.byChannel[Int(channel.number)].issued
            }
        }
        + count("tickets.priority", "priority tickets", "Tickets issued by employees.") {
            $0.byClass[Int(TicketClass.priority.number)].issued
        } + count("tickets.called", "tickets called", "Tickets that were called.") { $0.called }
        + share(
            "tickets.entered", "tickets that led inside",
            "Tickets whose holder entered, as a share of all tickets but those open at the end."
        ) {
            $0.tickets.entered
        } of: {
            $0.tickets.issued - $0.ticketsOpen
        }
        + count("tickets.openAtEnd", "tickets open at the end", "Tickets that were neither used nor ended at the end.")
    {
        $0.ticketsOpen
    } + count("tickets.left", "tickets given up", "Tickets whose holder left the queue.") { $0.left }
        + each("tickets.removed", "tickets removed", "Tickets removed for the reason", TicketRemoval.self) {
            $0.removed
        }
        + each("tickets.refused", "tickets refused", "Tickets refused for the reason", TicketRefusal.self) {
            $0.joinRefused
        }
        + times(
            "turnWait", "wait for the turn",
            "Time from when the holder of a ticket can be there, as stated when it is taken, to the call"
        ) { $0.turnWait }
        + times(
            "wait", "ticket to entry",
            "Time from the ticket to the entry, the way to the store included, of who entered"
        ) { $0.tickets.wait }
        + TicketClass.allCases.flatMap { queue in
            times(
                "wait.\(queue.word)", "ticket to entry, \(Text.words(queue.word))",
                "Time from the ticket to the entry, the way included, \(queue.word)"
            ) {
                $0.byClass[Int(queue.number)].wait
            }
        }
        + TicketChannel.allCases.flatMap { channel in
            times(
                "wait.\(channel.word)", "ticket to entry, \(channel.word)",
                "Time from a ticket by \(channel.word) to the entry, the way after the ticket included"
            ) {
                $0.byChannel[Int(channel.number)].wait
            }
        }
        + times("estimateError", "error of the estimate", "Size of the entry's difference from the first estimate") {
            $0.estimateError
        }
        + one(
            "estimateError.bias", "s", "bias of the estimate",
            "Mean of that difference; above 0 means later than estimated."
        ) { $0.estimateBias.count > 0 ? $0.estimateBias.mean * 1e-9 : nil }

    private static let bookings: [StoreMetric] =
        count("bookings", "bookings", "Visits booked.") { $0.booked }
        + share(
            "bookings.entered", "bookings that led inside",
            "Bookings whose holder entered, as a share of all bookings but those open at the end."
        ) {
            $0.bookingsEntered
        } of: {
            $0.booked - $0.bookingsOpen
        }
        + count("bookings.openAtEnd", "bookings open at the end", "Bookings whose time had not come at the end.") {
            $0.bookingsOpen
        }
        + each("bookings.cancelled", "bookings cancelled", "Bookings cancelled for the cause", CancelCause.self) {
            $0.cancelled
        } + count("bookings.lapsed", "bookings lapsed", "Bookings for which nobody came.") { $0.lapsed }
        + count("bookings.postponed", "bookings postponed", "Times that a booking was moved to a later time.") {
            $0.postponed
        }
        + each("bookings.refused", "bookings refused", "Bookings refused for the reason", BookingRefusal.self) {
            $0.bookingRefused
        }
        + one(
            "slots.filled", "share", "slots filled",
            "Bookings that were kept, neither cancelled nor lapsed, as a share of those that the slots could take."
        ) {
            $0.slotsOffered > 0 ? Double($0.slotsTaken) / $0.slotsOffered : nil
        }
        + times("bookings.wait", "delay of bookings", "Time from the slot first booked to the entry") {
            $0.bookingWait
        }

    private static let levels: [StoreMetric] =
        one("inside.mean", "1", "people inside, mean", "People inside all stores, mean over time.") {
            mean($0.inside, $0)
        }
        + one(
            "occupancy", "share", "places taken",
            "People inside, as a share of the limits of the open stores, over time."
        ) { $0.places.total > 0 ? Double($0.inside.total) / Double($0.places.total) : nil }
        + count("places.unused", "places never used", "Places that nobody took during the run (INV-StorePlaceUsed).") {
            $0.unusedPlaces
        }
        + count("entries.delayed", "entries delayed", "Scans by holders for whom there was no free place.") {
            $0.entriesDelayed
        }
        + count("entries.refused", "entries refused", "Scans that admitted nobody.") { $0.entriesRefused }
        + times(
            "notificationDelay", "notification delay",
            "Time from a notice of the service to its display on the phone (PERF-10)"
        ) { $0.notificationDelay }
        + count(
            "stubFailures", "failures of outside services",
            "SMS that did not come, addresses to which the maps gave no answer, and notices that did not come (STORE-ASSUME-EXT)."
        ) { $0.stubFailures.reduce(0, +) }
        + each("stubFailures", "failures of outside services", "Failures of one outside service:", StubbedService.self)
    {
        $0.stubFailures
    }

    private static func mean(_ level: SteppedLevel, _ totals: StoreTotals) -> Double? {
        totals.measured > .zero ? Double(level.total) / Double(totals.measured.nanoseconds) : nil
    }
}
