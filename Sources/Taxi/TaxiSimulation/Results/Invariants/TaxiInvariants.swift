// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
package import TaxiRules

/// A driver as the monitor sees one.
struct WatchedDriver {
    var registered = false
    var seats: Int32 = 0
    var status = DriverStatus.offShift
    var hasSession = false
    /// In how many queues the driver stands; at most one is lawful.
    var queues: Int32 = 0
    var zone: Int32 = 0
    /// The open ride's request number; 0 for none.
    var ride: Int32 = 0
    /// Who rides from the street; 0 for nobody.
    var street: Int32 = 0
    /// The current entry of the status log; nil before the first.
    var entry: TaxiLogEntry?
    /// The event that made it.
    var entryNumber: Int64 = 0
    var isTouched = false
}

/// One entry of a driver's status log: the log is keyed by time, so of several changes at one instant the last one by its
/// event's number is kept (INV-UniqueTaxiLog).
package struct TaxiLogEntry: Hashable, Sendable {
    package let time: CityTime
    /// The status from then on.
    package let status: DriverStatus
    /// Which of the driver's entries it is, counted from 1: a second change at one instant makes no further entry.
    package let place: Int
}

/// A passenger as the monitor sees one.
struct WatchedPassenger {
    var request: Int32 = 0, ride: Int32 = 0
}

/// A request, and the ride that follows it.
struct WatchedRequest {
    var passenger: Int32 = 0, travelers: Int32 = 0, driver: Int32 = 0
    var acceptedAt: Int64 = 0
    var isAboard = false
    /// The driver who holds an offer of it; 0 for none.
    var offeredTo: Int32 = 0
}

/// The laws of the taxi service and its modules: what the monitor of a run judges them by, and what was broken.
package struct TaxiInvariants {
    private var watch: LawWatch
    let context: TaxiContext

    var drivers: [WatchedDriver] = []
    var driverCount = 0
    /// Passengers with an open request or a ride; nobody else.
    var passengers = OpenTable(blank: WatchedPassenger())
    var requests = OpenTable(blank: WatchedRequest()), offers = OpenTable(blank: Int32(0))
    var touched: [Int32] = []
    /// Drivers by status, as the events say (`from`, `to`).
    var gauges = [0, 0, 0]
    /// Drivers by status, counted one by one.
    var counted = [0, 0, 0]
    var queued = 0
    var areGaugesTouched = false
    var openedZones = ZoneRows()
    var openedCount = 0
    /// Read by membership only, never walked.
    var licences: Set<Int32> = []
    var plates: Set<Int32> = []

    // Modules, and requests of several passengers.
    var parties = Parties()
    var boardings = OpenTable(blank: WatchedBoarding())
    /// The request stored last, and the last event that told who is on it.
    var storedRequest: Int32 = 0
    var storedNumber: Int64 = 0
    /// Shared rides by request.
    var sharedRequests = OpenTable(blank: Int32(0))
    /// Agreed pick-ups by request, until boarding.
    var reservedRequests = OpenTable(blank: Int64(0))
    var reservations = OpenTable(blank: WatchedReservation())
    var held = OpenTable<[HeldReservation]>(blank: [])
    var rides = OpenTable(blank: WatchedShare())
    /// Those who asked on the street and are not gone: the driver whom they ride with, or 0.
    var streets = OpenTable(blank: Int32(0))

    /// Begins to watch a run.
    package init(context: TaxiContext) {
        self.context = context
        watch = LawWatch(from: context.start)
    }

    /// What was broken, in order, and how much, kept or not.
    package var violations: [Violation] { watch.violations }
    package var count: Int { watch.count }
    /// The instant of the record, and its number in the log.
    var now: CityTime { watch.now }
    var number: Int64 { watch.number }

    /// Notes a broken law.
    mutating func report(_ id: String, _ actors: [any Concerned], _ message: String) {
        watch.report(id, actors, message)
    }

    /// Takes records of the service. After a batch, which never ends inside a turn, `settle` is called.
    @inline(__always)
    private mutating func takeAll<Fact>(_ records: Span<Record<Fact>>, _ take: (inout TaxiInvariants, Fact) -> Void) {
        for index in records.indices {
            let record = records[index]
            if record.turn != watch.turn { settle() }
            watch.goOn(to: record)
            take(&self, record.event)
        }
    }

    /// Takes what the core notes.
    package mutating func take(_ records: Span<Record<TaxiEvent>>) { takeAll(records) { $0.take($1) } }
    /// Takes what the reservation module notes.
    package mutating func take(_ records: Span<Record<ReservationEvent>>) { takeAll(records) { $0.take($1) } }
    /// Takes what the sharing module notes.
    package mutating func take(_ records: Span<Record<SharingEvent>>) { takeAll(records) { $0.take($1) } }

    /// Takes what happens on the street.
    package mutating func take(_ records: Span<Record<StreetEvent>>) { takeAll(records) { $0.take($1) } }

    /// The current entry of a driver's status log; nil while there is none.
    package func currentEntry(of driver: DriverID) -> TaxiLogEntry? {
        drivers.indices.contains(driver.index) ? drivers[driver.index].entry : nil
    }

    /// Grows the rows so that a driver has a place.
    @inline(__always)
    mutating func reach(_ driver: DriverID) -> Int {
        let index = max(0, driver.index)
        while drivers.count <= index { drivers.append(WatchedDriver()) }
        return index
    }

    func watched(_ passenger: Int32) -> WatchedPassenger { passengers.value(of: passenger) ?? WatchedPassenger() }

    /// Keeps what is known of a passenger, and forgets those of whom nothing is.
    mutating func watch(_ passenger: Int32, _ state: WatchedPassenger) {
        if state.request == 0 && state.ride == 0 {
            passengers.close(passenger)
        } else {
            passengers.open(passenger, state)
        }
    }

    @inline(__always)
    mutating func touch(_ index: Int) {
        guard !drivers[index].isTouched else { return }
        drivers[index].isTouched = true
        touched.append(Int32(index))
    }

    mutating func take(_ event: TaxiEvent) {
        switch event {
        case .driverRegistered(let driver, let seats, let licence, let plate):
            register(driver, seats: seats, licence: licence, plate: plate)
        case .zoneOpened(let zone):
            open(zone)
        case .driverSession(let driver, let loggedIn):
            let index = reach(driver)
            drivers[index].hasSession = loggedIn
            touch(index)
        case .requestStored(let request, let passenger, _, let travelers, _, _):
            store(request, of: passenger, travelers: travelers)
        case .requestAborted(let request, _, _):
            end(request)
        case .passengerAbandoned(let request, _):
            if let open = requests.value(of: request.number), open.driver == 0, parties.count(of: request) == 1 {
                end(request)
            }
        case .offerSent(let offer, let request, let driver, _, _, _, _, _, _):
            if let slot = requests.index(of: request.number) {
                requests[slot].offeredTo = driver.number
            } else {
                report("TAXI-CALL-21", [request, driver], "offer \(offer) is for a request that is not stored")
            }
            offers.open(offer.number, driver.number)
        case .offerAccepted(let offer, let request, let driver):
            offers.close(offer.number)
            accept(request, by: driver)
        case .offerRefused(let offer, let request, _), .offerTimedOut(let offer, let request, _),
            .offerWithdrawn(let offer, let request, _, _):
            offers.close(offer.number)
            if let slot = requests.index(of: request.number) { requests[slot].offeredTo = 0 }
        case .driverEnqueued(let driver, let zone, _, _):
            enqueue(driver, in: zone)
        case .driverDequeued(let driver, let zone, _):
            dequeue(driver, from: zone)
        case .statusChanged(let driver, let from, let to, _):
            change(driver, from: from, to: to)
        case .illegalTransition(let driver, let from, let to):
            report("TAXI-QUEUE-15", [driver], "asked to change from \(from.word) to \(to.word)")
        case .passengerAboard(let request, let passenger, let driver, let travelers, _):
            board(request, passenger, driver, travelers)
        case .rideReleased(let request, _, let driver):
            endRide(request, driver, boarded: false)
        case .rideEnded(let request, let passenger, let driver, _, _):
            endRide(request, driver, boarded: true, passenger: passenger)
        case .passengerAttached(let request, let passenger, let travelers):
            attach(passenger, travelers: travelers, to: request)
        case .passengerDetached(let request, let passenger):
            detach(passenger, from: request)
        case .companionAboard(let request, let passenger, let travelers):
            boardCompanion(passenger, travelers: travelers, of: request)
        case .companionDropped(let request, let passenger, let driver, _, _):
            dropCompanion(passenger, of: request, by: driver)
        case .passengerSession, .noticeHeld, .noticeDelivered, .messageLost, .callPrepared, .positionChosen,
            .callConfirmed, .callRefused, .tripTaxiRequested, .requestWaiting, .requestHandedOver, .taxiSent,
            .driverNotified,
            .lateAnswerIgnored,
            .requestRefused, .driverMovedToBottom, .statusRefused, .shiftLimitReached, .positionReported,
            .navigationStarted, .passengerNotified, .etaUpdated, .taxiPositionSent, .boardingPrompted,
            .requestFulfilled, .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied:
            break
        }
    }

    /// The turn is over: judges the relations between actors for those who were touched.
    package mutating func settle() {
        for number in touched {
            let index = Int(number)
            drivers[index].isTouched = false
            judge(drivers[index], number)
        }
        touched.removeAll(keepingCapacity: true)
        guard areGaugesTouched else { return }
        areGaugesTouched = false
        if gauges != counted || gauges[0] + gauges[1] + gauges[2] != driverCount {
            report(
                "INV-QueueConservation", [],
                "off shift \(gauges[0]), available \(gauges[1]) and busy \(gauges[2]) of \(driverCount) drivers, "
                    + "counted one by one \(counted[0]), \(counted[1]), \(counted[2])")
            gauges = counted
        }
        if counted[1] != queued {
            report("TAXI-ASSUME-04", [], "\(counted[1]) available drivers, but \(queued) places taken in queues")
        }
    }

    private mutating func judge(_ driver: WatchedDriver, _ number: Int32) {
        if (driver.status == .available) != (driver.queues > 0) {
            report(
                "INV-AvailableDriverInSomeQueue", ["driver \(number)"],
                "is \(driver.status.word) and in \(driver.queues) queues")
        }
        if driver.street != 0 && driver.ride != 0 {
            report(
                "INV-BusyDuringRide", ["driver \(number)", "request \(driver.ride)"],
                "has a ride while passenger \(driver.street) rides from the street")
        }
        if driver.ride != 0 && driver.status != .busy {
            report(
                "INV-BusyDuringRide", ["driver \(number)", "request \(driver.ride)"],
                "is \(driver.status.word) during a ride")
        }
        if driver.status != .offShift && !driver.hasSession {
            report("TAXI-ASSUME-02", ["driver \(number)"], "noSession: is \(driver.status.word) without a live session")
        }
    }

    /// What must hold when the run is over.
    package mutating func finish(at end: CityTime) {
        settle()
        watch.end(at: end)
        for offer in offers.openNumbers {
            report(
                "TAXI-OFFER-04", ["offer \(offer)", "driver \(offers.value(of: offer) ?? 0)"],
                "has not ended when the run ended")
        }
        judgeOpenRequests()
        judgeOpenReservations()
        judgePendingRides()
        if openedCount != context.zones.count {
            report("INV-UniqueTaxiZone", [], "\(context.zones.count) zones, but \(openedCount) queues")
        }
    }
}
