// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import StoreRules

/// Folds what happens at stores to rows of `results.sqlite`: one for each ticket and booking, and one for each trip.
final class StoreTables: TableFold {
    /// A ticket or booking. Times are nanoseconds since 1970; `.min` is "never".
    private struct PassRow {
        var pass: Int32 = 0, store: Int32 = 0, shopper: Int32?
        /// Nil for a booking.
        var queue: TicketClass?
        var channel = TicketChannel.app
        var madeAt = Int64.min, expectedAt = Int64.min, calledAt = Int64.min
        var enteredAt = Int64.min, leftAt = Int64.min
        var outcome = PassOutcome.open
    }

    /// What became of a ticket or booking.
    private enum PassOutcome {
        case open, inside, visited, left, lapsed
        case removed(TicketRemoval)
        case cancelled(CancelCause)

        var text: String {
            switch self {
            case .open: "open"
            case .inside: "inside"
            case .visited: "visited"
            case .left: "left"
            case .lapsed: "lapsed"
            case .removed(let reason): "removed:" + reason.word
            case .cancelled(let cause): "cancelled:" + cause.word
            }
        }
    }

    /// Somebody's trip to a store, or a wish that came to nothing.
    private struct TripRow {
        let person: PersonID
        var store: Int32?, pass: Int32?
        var wishedAt = Int64.min, setOutAt = Int64.min, arrivedAt = Int64.min, enteredAt = Int64.min,
            endedAt = Int64.min
        var outcome = TripOutcome.open
    }

    /// What became of a trip.
    private enum TripOutcome {
        case open, visited
        case gaveUp(GiveUpReason)
        case turnedBack(TurnBackReason)

        var text: String {
            switch self {
            case .open: "open"
            case .visited: "visited"
            case .gaveUp(let reason): "gaveUp:" + reason.word
            case .turnedBack(let reason): "turnedBack:" + reason.word
            }
        }
    }

    private static let passTable = ResultTable<PassRow>(
        "store_passes", .key("pass") { $0.pass }, .integer("store") { $0.store },
        .integerOrNull("shopper") { $0.shopper }, .text("kind") { $0.queue == nil ? "booking" : "ticket" },
        .word("class", else: "booking") { $0.queue },
        .word("channel") { $0.channel }, .instant("made_s") { $0.madeAt },
        .seconds("expected_s") { $0.expectedAt },
        .seconds("called_s") { $0.calledAt }, .seconds("entered_s") { $0.enteredAt }, .seconds("left_s") { $0.leftAt },
        .text("outcome") { $0.outcome.text })

    private static let tripTable = ResultTable<TripRow>(
        "store_trips", .text("person") { $0.person.description }, .integerOrNull("store") { $0.store },
        .integerOrNull("pass") { $0.pass }, .seconds("wished_s") { $0.wishedAt }, .seconds("set_out_s") { $0.setOutAt },
        .seconds("arrived_s") { $0.arrivedAt }, .seconds("entered_s") { $0.enteredAt },
        .seconds("ended_s") { $0.endedAt }, .text("outcome") { $0.outcome.text })

    private var passes = OpenTable(blank: PassRow())
    private var trips: [PersonID: TripRow] = [:]
    private var endedPasses: [PassRow] = []
    private var endedTrips: [TripRow] = []

    var create: String { Self.passTable.create + Self.tripTable.create }
    var complete: Int { endedPasses.count + endedTrips.count }

    func takeRows() -> [TableRows] {
        // Rising keys are appended; others look for their row.
        endedPasses.sort { $0.pass < $1.pass }
        defer {
            endedPasses.removeAll(keepingCapacity: true)
            endedTrips.removeAll(keepingCapacity: true)
        }
        return [TableRows(Self.passTable, endedPasses), TableRows(Self.tripTable, endedTrips)]
    }

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time.nanoseconds) }
        }
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time.nanoseconds) }
        }
    }

    /// Rows of what is open at the end are written with the outcome `open` or `inside`.
    func finish(at end: CityTime) {
        for number in passes.openNumbers { if let row = passes.close(number) { endedPasses.append(row) } }
        endedTrips += trips.values.sorted { $0.person < $1.person }
        trips = [:]
    }

    // MARK: The service

    private func take(_ event: StoreEvent, at now: Int64) {
        switch event {
        case .ticketIssued(let store, let pass, let shopper, let queue, let channel, _, _, let expected):
            passes.open(
                pass.number,
                PassRow(
                    pass: pass.number, store: store.number, shopper: shopper?.number, queue: queue,
                    channel: channel, madeAt: now, expectedAt: expected.nanoseconds))
        case .bookingMade(let store, let pass, let shopper, let channel, let slot, _):
            passes.open(
                pass.number,
                PassRow(
                    pass: pass.number, store: store.number, shopper: shopper.number, channel: channel, madeAt: now,
                    expectedAt: slot.nanoseconds))
        case .ticketCalled(_, let pass, _): change(pass) { $0.calledAt = now }
        case .entryGranted(_, let pass, _, _, _):
            change(pass) { row in
                row.enteredAt = now
                row.outcome = .inside
            }
        case .visitEnded(_, let pass, _, _): end(pass, .visited, at: now)
        case .queueLeft(_, let pass): end(pass, .left, at: now)
        case .ticketRemoved(_, let pass, let reason): end(pass, .removed(reason), at: now)
        case .bookingCancelled(_, let pass, let cause, _): end(pass, .cancelled(cause), at: now)
        case .bookingLapsed(_, let pass): end(pass, .lapsed, at: now)
        case .storeAdded, .storeRefused, .storeRemoved, .doorChanged, .limitChanged, .quotasChanged, .slotsChanged,
            .parameterChanged, .staffRefused, .statsViewed, .maintenanceScheduled, .storesListed, .storeSelected,
            .estimateShown, .alternativesProposed, .favouriteChanged, .wishStored, .wishRemoved, .slotFreed,
            .alertSent, .wishRefused, .duplicateIgnored, .joinRefused, .estimateUpdated, .leaveAdvised,
            .delayNotified, .bookingRefused, .postponeProposed, .proposalLapsed, .bookingPostponed, .entryDelayed,
            .entryRefused, .exitRefused, .totemWoken, .ticketPrinted, .monitorShown:
            break
        }
    }

    private func change(_ pass: PassID, _ change: (inout PassRow) -> Void) {
        if let slot = passes.index(of: pass.number) { change(&passes[slot]) }
    }

    private func end(_ pass: PassID, _ outcome: PassOutcome, at now: Int64) {
        guard var row = passes.close(pass.number) else { return }
        (row.outcome, row.leftAt) = (outcome, now)
        endedPasses.append(row)
    }

    // MARK: People

    private func take(_ event: ShoppingEvent, at now: Int64) {
        switch event {
        case .wished(let person, _, _, _, _, _): change(person) { $0.wishedAt = now }
        case .gaveUp(let person, let reason): end(person, .gaveUp(reason), at: now)
        case .setOut(let person, let store, _):
            change(person) { row in
                row.store = store.number
                row.setOutAt = now
            }
        case .arrived(let person, let store, let pass):
            change(person) { row in
                (row.store, row.pass) = (store.number, pass?.number)
                row.arrivedAt = now
            }
        case .wentIn(let person, let store, let pass):
            change(person) { row in
                (row.store, row.pass) = (store.number, pass?.number)
                row.enteredAt = now
            }
        case .wentOut(let person, _, _): end(person, .visited, at: now)
        case .turnedBack(let person, _, let reason): end(person, .turnedBack(reason), at: now)
        case .notified, .wishDropped, .mapsFailed, .noticeLost: break
        }
    }

    private func change(_ person: PersonID, _ change: (inout TripRow) -> Void) {
        change(&trips[person, default: TripRow(person: person)])
    }

    private func end(_ person: PersonID, _ outcome: TripOutcome, at now: Int64) {
        var row = trips.removeValue(forKey: person) ?? TripRow(person: person)
        (row.outcome, row.endedAt) = (outcome, now)
        endedTrips.append(row)
    }
}
