// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

/// What the store service promises and a run can measure, as its events keep or break it.
///
/// The laws are those of `StoreInvariants`, which shares no code with the rules; the grace time is looked at here, since its
/// length is the scenario's.
struct StorePromises {
    private var laws: StoreInvariants
    /// How often each law was broken.
    private var broken: [String: Int] = [:]
    /// The grace time of each store, by number.
    private var graces: [TimeSpan]
    private var called = OpenTable(blank: CalledTicket())
    private var (entries, bookings, calls, tickets, moved) = (0, 0, 0, 0, 0)
    private var outOfGrace = 0
    /// Bookings that have led to nothing yet, neither a visit nor an end.
    private var openBookings = OpenTable(blank: true)

    /// A called ticket that was not scanned yet.
    private struct CalledTicket {
        var since = CityTime.epoch
        var grace = TimeSpan.zero
    }

    init(_ section: StoresSection) {
        laws = StoreInvariants(leastVisit: section.rules.leastVisit)
        graces = section.groups.flatMap { Array(repeating: $0.settings.grace, count: $0.size) }
    }

    /// Takes the next event.
    mutating func take(_ event: StoreEvent, at now: CityTime) {
        for violation in laws.take(event, at: now) { broken[violation.rule, default: 0] += 1 }
        switch event {
        case .parameterChanged(let store, _, .grace, let time):
            if let time, graces.indices.contains(store.index - 1) { graces[store.index - 1] = time }
        case .ticketIssued: tickets += 1
        case .ticketCalled(let store, let pass, _):
            calls += 1
            called.open(pass.number, CalledTicket(since: now, grace: grace(of: store)))
        case .entryDelayed(_, let pass): called.close(pass.number)
        case .ticketRemoved(let store, let pass, .noShow):
            guard let ticket = called.close(pass.number) else { break }
            if now < ticket.since + min(ticket.grace, grace(of: store)) { outOfGrace += 1 }
        case .ticketRemoved(_, let pass, _), .queueLeft(_, let pass): called.close(pass.number)
        case .entryGranted(let store, let pass, _, _, _):
            entries += 1
            openBookings.close(pass.number)
            if let ticket = called.close(pass.number) {
                if now > ticket.since + max(ticket.grace, grace(of: store)) { outOfGrace += 1 }
            }
        case .bookingMade(_, let pass, _, _, _, _):
            bookings += 1
            openBookings.open(pass.number, true)
        case .bookingCancelled(_, let pass, let cause, _):
            openBookings.close(pass.number)
            if cause == .delay { moved += 1 }
        case .bookingLapsed(_, let pass): openBookings.close(pass.number)
        case .postponeProposed: moved += 1
        case .storeAdded, .storeRefused, .storeRemoved, .doorChanged, .limitChanged, .quotasChanged, .slotsChanged,
            .parameterChanged, .staffRefused, .statsViewed, .maintenanceScheduled, .storesListed, .storeSelected,
            .estimateShown, .alternativesProposed, .favouriteChanged, .wishStored, .wishRemoved, .slotFreed, .alertSent,
            .wishRefused, .duplicateIgnored, .joinRefused, .estimateUpdated, .leaveAdvised, .delayNotified,
            .bookingRefused, .proposalLapsed, .bookingPostponed, .entryRefused,
            .visitEnded, .exitRefused, .totemWoken, .ticketPrinted, .monitorShown:
            break
        }
    }

    private func grace(of store: StoreID) -> TimeSpan {
        graces.indices.contains(store.index - 1) ? graces[store.index - 1] : .zero
    }

    private func count(_ rules: String...) -> Int { rules.reduce(0) { $0 + (broken[$1] ?? 0) } }

    /// A judgement for each promise.
    var verdicts: [Verdict] {
        [
            judge(
                "STORE-R13", count("STORE-R13", "STORE-R15", "INV-StoreOnePersonPerPlace"), of: entries, "entries",
                "went above the limit of the store or the quota of the class"),
            judge(
                "STORE-CALL", count("STORE-CALL", "STORE-PRIORITY", "DEC-STORE-GRACE"), of: calls, "calls",
                "passed over who was ready before, or had no place"),
            judge(
                "STORE-NOSHOW", outOfGrace, of: calls, "called tickets",
                "went against the grace time: used after it, or removed before", open: called.count),
            judge(
                "STORE-CLOSING", count("STORE-R4", "STORE-R5", "STORE-CLOSING"), of: tickets + entries,
                "tickets and entries", "came while the store was closed"),
            judge(
                "STORE-R14", count("STORE-R14"), of: bookings, "bookings",
                "went against the admission window: used outside it, or lapsed in it", open: openBookings.count),
            judge(
                "INV-StoreTwoHours", count("INV-StoreTwoHours"), of: bookings, "bookings",
                "took more booking places at once than there are"),
            judge(
                "STORE-R12", count("STORE-R12", "INV-StoreNoUselessCancel"), of: moved,
                "postponements and cancellations for delay", "had no visitor who stayed too long"),
        ]
    }

    /// `open` are those of all that can still go against the promise when the run ends: they are not judged, and told.
    private func judge(
        _ id: String, _ part: Int, of all: Int, _ what: String, _ fault: String, open: Int = 0
    ) -> Verdict {
        let whole = all - open
        let left = WaitRow.Open(open).inWords.map { "; \($0)" } ?? ""
        guard whole > 0 || part > 0 else {
            return Verdict(id, nil, open > 0 ? "There were no \(what) to judge\(left)" : "There were no \(what)")
        }
        let shown = part == 0 ? "none" : Text.number(Double(part), 0)
        return Verdict(id, part == 0, "Of \(Text.number(Double(whole), 0)) \(what) \(shown) \(fault)\(left)")
    }
}

extension StoreFold {
    /// What the service promises; nothing in a city without it.
    var verdicts: [Verdict] {
        guard hasService else { return [] }
        let delay = totals.notificationDelay
        guard delay.count > 0, let p95 = delay.quantile(0.95) else { return promises.verdicts }
        let isKept = p95 < TimeSpan.seconds(5).nanoseconds && delay.largest < TimeSpan.seconds(10).nanoseconds
        return promises.verdicts + [
            Verdict(
                "PERF-10", isKept,
                "95 % of the notices of stores were shown within \(Text.number(Double(p95) * 1e-9, 1)) s, all within "
                    + "\(Text.number(Double(delay.largest) * 1e-9, 1)) s; under 5 s and 10 s wanted")
        ]
    }
}
