// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import EventLog
import Foundation
import GRDB
public import Reporting
import TaxiRules

/// Writes `results.sqlite`: rides and offers as they end, while the run goes on, and all tables of results at its end.
///
/// Keeps open requests and offers and at most 4096 finished rows. Everything is one transaction in a file that nobody else
/// sees yet (see `RunFolder`), so the journal is off.
public final class RideWriter: EventObserver {
    private let database: DatabaseQueue
    private let keepsEvents: Bool
    private var rides = OpenTable(blank: RideRow())
    private var offers = OpenTable(blank: OfferRow())
    private var modules = ModuleRows()
    private var calledAt: [Int64] = []
    private var endedRides: [RideRow] = []
    private var endedOffers: [OfferRow] = []
    /// How messages name the file.
    private let name: String
    /// The first error of any write; what comes after it is not written.
    public private(set) var failure: OutputProblem?
    private var now = Int64.min

    /// Makes the file with its tables; `keepsEvents` fills the table `events` as well.
    ///
    /// - Parameters:
    ///   - path: where it is made.
    ///   - name: how messages name it, when it gets another name later.
    ///   - keepsEvents: fills the table `events` as well.
    /// - Throws: `OutputProblem` when the file cannot be made.
    public init(path: String, name: String? = nil, keepsEvents: Bool = false) throws(OutputProblem) {
        self.name = name ?? path
        var configuration = Configuration()
        configuration.journalMode = .default
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        self.keepsEvents = keepsEvents
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.unsafeReentrantWrite { database in
                try database.execute(sql: RunTables.create)
                try database.execute(sql: "BEGIN")
            }
        } catch {
            throw Self.problem(error, name ?? path)
        }
    }

    /// What the database's library says, as a sentence about the file.
    private static func problem(_ error: any Error, _ name: String) -> OutputProblem {
        guard let error = error as? DatabaseError else { return OutputProblem("\(name) cannot be written: \(error)") }
        if error.resultCode == .SQLITE_FULL { return .cannotWrite(name, code: ENOSPC) }
        return OutputProblem("\(name) cannot be written: \(error.message ?? "\(error.resultCode)")")
    }

    /// Reads the taxi service and its modules, and every event when they are kept.
    public func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { records in
            for index in records.indices {
                self.now = records[index].time.nanoseconds
                self.take(records[index].event)
            }
        }
        feed.on(ReservationEvent.self) { records in
            for index in records.indices { self.modules.take(records[index].event, at: records[index].time) }
        }
        feed.on(SharingEvent.self) { records in
            for index in records.indices { self.modules.take(records[index].event, at: records[index].time) }
        }
        if keepsEvents { feed.onEvery { self.keep($0) } }
        feed.afterBatch {
            if self.endedRides.count + self.endedOffers.count + self.modules.count >= 4096 { self.flush() }
        }
    }

    /// Rows of what is open at the end are written with the ending `open`.
    public func finish(at end: CityTime) {
        for number in rides.openNumbers {
            if let ride = rides.close(number), ride.driver != 0 { endedRides.append(ride) }
        }
        for number in offers.openNumbers {
            if let offer = offers.close(number) { endedOffers.append(offer) }
        }
        modules.finish()
        flush()
    }

    /// Writes the tables of results and closes the file.
    ///
    /// - Throws: the first error of any write.
    public func close(context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String)
        throws(OutputProblem)
    {
        flush()
        if let failure { throw failure }
        do {
            try database.unsafeReentrantWrite { database in
                try RunTables(context: context, result: result, violations: violations, fingerprint: fingerprint)
                    .write(to: database)
                try database.execute(sql: "COMMIT")
            }
            try database.close()
        } catch {
            throw Self.problem(error, name)
        }
    }

    private func take(_ event: TaxiEvent) {
        switch event {
        case .callConfirmed(let passenger, _):
            let index = max(0, passenger.index)
            while calledAt.count <= index { calledAt.append(.min) }
            calledAt[index] = now
        case .requestStored(let request, let passenger, let zone, let travelers, _, _):
            var ride = RideRow(
                request: request.number, passenger: passenger.number, zone: zone.number, travelers: travelers)
            ride.storedAt = now
            let called = passenger.index < calledAt.count ? calledAt[max(0, passenger.index)] : .min
            ride.calledAt = called == .min ? now : called
            if modules.hasRequests, let pickUp = modules.pickUp(of: request) {
                ride.pickUp = pickUp
                ride.calledAt = now
            }
            rides.open(request.number, ride)
        case .requestAborted(let request, _, _):
            rides.close(request.number)
        case .passengerAbandoned(let request, _):
            // One of several gives up: the request goes on.
            guard rides.value(of: request.number)?.passengers == 1 else { return }
            // A ride on its way ends with `rideReleased`.
            change(request) { $0.outcome = "abandoned" }
            if rides.value(of: request.number)?.driver == 0 { rides.close(request.number) }
        case .offerSent(let offer, let request, let driver, let zone, let place, let travelers, _, _, _):
            change(request) { $0.offers += 1 }
            offers.open(
                offer.number,
                OfferRow(
                    offer: offer.number, request: request.number, driver: driver.number, zone: zone.number,
                    place: place, travelers: travelers, sentAt: now))
        case .offerAccepted(let offer, let request, let driver):
            end(offer, "accepted")
            change(request) { ride in
                ride.driver = driver.number
                ride.acceptedAt = now
            }
        case .offerRefused(let offer, _, _): end(offer, "refused")
        case .offerTimedOut(let offer, _, _): end(offer, "timedOut")
        case .offerWithdrawn(let offer, _, _, let reason): end(offer, "withdrawn:" + reason.word)
        case .passengerNotified(_, let request, let kind, _, _, let eta, _):
            if kind == .accepted, let eta { change(request) { $0.toldArrival = eta.nanoseconds } }
        case .boardingPrompted(let request, _):
            change(request) { $0.promptedAt = now }
            if modules.hasRequests { modules.arrive(request, at: now, isAboard: false) }
        case .passengerAboard(let request, _, _, _, let odometer):
            change(request) { ride in
                ride.aboardAt = now
                ride.aboardOdometer = odometer.millimetres
            }
            if modules.hasRequests { modules.arrive(request, at: now, isAboard: true) }
        case .passengerAttached(let request, _, _): change(request) { $0.passengers += 1 }
        case .passengerDetached(let request, _): change(request) { $0.passengers -= 1 }
        case .rideReleased(let request, _, _):
            endRide(request, "released", nil)
        case .rideEnded(let request, _, _, _, let odometer):
            endRide(request, "completed", odometer)
        case .driverRegistered, .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered,
            .messageLost, .callPrepared, .positionChosen, .callRefused, .tripTaxiRequested, .requestWaiting,
            .driverNotified, .lateAnswerIgnored, .requestRefused, .driverEnqueued, .driverDequeued,
            .driverMovedToBottom, .statusChanged, .statusRefused, .illegalTransition, .shiftLimitReached,
            .positionReported, .navigationStarted, .etaUpdated, .taxiPositionSent, .requestFulfilled,
            .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied, .companionAboard,
            .companionDropped:
            break
        }
    }

    private func change(_ request: RequestID, _ change: (inout RideRow) -> Void) {
        if let place = rides.place(of: request.number) { change(&rides[place]) }
    }

    private func end(_ offer: OfferID, _ ending: String) {
        guard var row = offers.close(offer.number) else { return }
        row.ending = ending
        row.endedAt = now
        endedOffers.append(row)
    }

    private func endRide(_ request: RequestID, _ outcome: String, _ odometer: Distance?) {
        guard var ride = rides.close(request.number), ride.driver != 0 else { return }
        ride.endedAt = now
        if ride.outcome == "open" { ride.outcome = outcome }
        if let odometer { ride.endOdometer = odometer.millimetres }
        endedRides.append(ride)
    }

    private func flush() {
        guard failure == nil, !endedRides.isEmpty || !endedOffers.isEmpty || modules.count > 0 else { return }
        // Rising keys are appended; others look for their place.
        endedRides.sort { $0.request < $1.request }
        endedOffers.sort { $0.offer < $1.offer }
        write { database in
            try RideTables.rides.insert(endedRides, into: database)
            try RideTables.offers.insert(endedOffers, into: database)
            try RideTables.reservations.insert(modules.endedReservations, into: database)
            try RideTables.sharedRides.insert(modules.endedRides, into: database)
            try RideTables.sharedRiders.insert(
                modules.endedRides.flatMap { ride in ride.riders.map { (ride.ride, $0) } }, into: database)
        }
        endedRides.removeAll(keepingCapacity: true)
        endedOffers.removeAll(keepingCapacity: true)
        modules.clear()
    }

    private func keep(_ run: EventRun) {
        guard failure == nil else { return }
        var rows: [EventRow] = []
        run.rows { rows.append($0) }
        write { try RideTables.events.insert(rows, into: $0) }
    }

    private func write(_ rows: (Database) throws -> Void) {
        do { try database.unsafeReentrantWrite(rows) } catch { failure = Self.problem(error, name) }
    }
}
