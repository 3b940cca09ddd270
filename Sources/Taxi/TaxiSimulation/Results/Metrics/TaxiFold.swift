// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// The running state of `TaxiMetrics`: one value, changed in place by each event; arrays by id, no allocation for an event
/// once they have grown. The themes are in the files `TaxiFold+*.swift`.
struct TaxiFold {
    let context: TaxiContext
    /// What counts of the run.
    let measured: MeasuredTime
    let isFifo: Bool
    /// Length of a step of the series: 10 minutes, or longer when the run has more than 1008 of them (a week): 20 or 30
    /// minutes, or whole hours, so that an hour never ends inside a step unless the step holds it all.
    let step: TimeSpan
    var now: CityTime
    var last: CityTime
    /// How often each kind of event occurred, by its code: first those that do not count, then those that do.
    var eventCounts = InlineArray<512, Int>(repeating: 0)
    /// Events of other services, in the whole run.
    var otherEvents = 0

    var calls = CallTally()
    var hours: [HourTally] = []
    var firstOpenHour = 0
    var steps: [SeriesStep] = []
    var zones: [ZoneTally] = []
    var zoneRows = ZoneRows()
    var drivers: [DriverTally] = []
    var requests = OpenTable(blank: OpenRequest()), offers = OpenTable(blank: OpenOffer())
    var asked = AskedDrivers()
    /// When a call was confirmed that is neither stored nor refused yet, by passenger.
    var confirmedAt = OpenTable(blank: Int64(0))
    var arrivals: Int64 = 0
    /// Wishes by zone, in the order of `zones`, and hour.
    var wishes: WishTally

    var wait = Sample(exactLimit: 262_144), acceptance = Sample(exactLimit: 262_144)
    var offersPerRequest: [Int] = []
    var offersSent = 0
    var offersEnded: (accepted: Int, refused: Int, timedOut: Int) = (0, 0, 0)
    var withdrawn = Counts<WithdrawalReason>()
    var maxPendingOffers: Int32 = 0
    var arrivalInversions = 0
    var fifoViolations = 0, zoneCrossingOffers = 0
    /// How punctual taxis were, by the time told at acceptance or the pick-up of a reservation.
    var punctuality = Punctuality(exactLimit: 262_144)
    var arrivalError = Sample(exactLimit: 262_144)
    /// Mean error of the arrival told at acceptance, in nanoseconds.
    var arrivalBias = 0.0
    var queueTime = Sample(exactLimit: 262_144)
    var overtakes = 0, overtakingOffers = 0
    /// Available taxis that left all zones and went out of service.
    var leftAllZones = 0
    /// By how much closed streets made drives longer, in nanoseconds.
    var heldUp = Sample()
    var noticeDelay = Sample(exactLimit: 4096)

    var streets = StreetTally()
    /// Fares; nil where the scenario has none.
    var money: MoneyFold?
    /// Rides by the hour in which they begin; nil in a run that is none of recorded trips.
    var occupied: OccupiedFold?
    var parties = Parties()
    var notes = ModuleNotes()

    var openRequests: SteppedLevel
    /// Sum of the times that counted requests were open, in nanoseconds.
    var openTime: Int64 = 0
    /// Requests that were open at some time after the warm-up.
    var openSeen = 0
    var phases: [SteppedLevel]

    init(context: TaxiContext) {
        self.context = context
        measured = context.measured
        money = context.tariff.map { MoneyFold($0) }
        occupied = context.tellsOccupied ? OccupiedFold() : nil
        wishes = WishTally(
            limit: context.aboardLimit, pause: context.sameWish,
            book: context.cases.map { frame in
                CaseBook(.wishes(limit: context.aboardLimit, groups: context.groups), frame)
            })
        isFifo = context.isInOrder
        now = context.start
        last = context.start
        let length = max(1, (context.end - context.start).nanoseconds)
        let tenMinutes = TimeSpan.minutes(10).nanoseconds
        let stepCount = (length + tenMinutes - 1) / tenMinutes
        let factor = max(1, (stepCount + 1007) / 1008)
        step = TimeSpan(nanoseconds: tenMinutes * (factor <= 3 ? factor : (factor + 5) / 6 * 6))
        openRequests = SteppedLevel(
            start: context.start, step: step, countFrom: measured.from, wholeRun: true, within: measured.window)
        phases = DriverPhase.allCases.map { _ in
            SteppedLevel(
                start: context.start, step: .hours(1), countFrom: context.measureStart, wholeRun: false,
                within: context.part?.window)
        }
        for zone in context.zones { addZone(zone.id, name: zone.name) }
        for (index, seats) in context.seats.enumerated() { register(Int32(index + 1), seats: seats) }
    }

    /// How often a kind of event occurred in the whole run.
    func events(_ code: UInt16) -> Int { eventCounts[Int(code)] + eventsMeasured(code) }
    /// How often a kind of event occurred after the warm-up.
    func eventsMeasured(_ code: UInt16) -> Int { eventCounts[Int(code) + 256] }
    /// How many events there were in the whole run.
    var eventTotal: Int { eventCounts.indices.reduce(otherEvents) { $0 + eventCounts[$1] } }

    /// Whether this instant counts: it lies after the warm-up and, of a part of the run, in its window.
    var isMeasured: Bool { measured.holds(now) }
    /// The hour of the run, from 0.
    var hour: Int { hour(of: now) }
    /// The hour of the run that an instant lies in, from 0.
    func hour(of time: CityTime) -> Int { max(0, Int((time - context.start).nanoseconds / 3_600_000_000_000)) }
    /// The step of the series, from 0.
    var stepIndex: Int { max(0, Int((now - context.start).nanoseconds / step.nanoseconds)) }

    mutating func addZone(_ id: ZoneID, name: String) {
        let level = SteppedLevel(start: context.start, step: step, countFrom: measured.from, wholeRun: true)
        zones.append(ZoneTally(id: id, name: name, queueLength: level))
        zoneRows.add(id)
    }

    /// The dense number of a zone; a zone the context does not name is added.
    @inline(__always)
    mutating func dense(_ zone: ZoneID) -> Int {
        if let row = zoneRows.row(of: zone) { return row }
        addZone(zone, name: zone.description)
        return zones.count - 1
    }

    /// Opens all hours up to this one, and closes earlier ones whose requests are all done.
    mutating func reach(hour: Int) {
        while hours.count <= hour { hours.append(HourTally()) }
        closeHours(before: hour)
    }

    /// Turns the waits of finished hours into statistics, so that their values can go.
    mutating func closeHours(before hour: Int) {
        for index in firstOpenHour..<max(firstOpenHour, min(hour, hours.count)) where hours[index].unfinished == 0 {
            guard !hours[index].closed else { continue }
            hours[index].waitStatistics = hours[index].wait.statistics(scale: 1e-9)
            hours[index].wait = Sample(exactLimit: 0)
            hours[index].closed = true
        }
        while firstOpenHour < hours.count && hours[firstOpenHour].closed { firstOpenHour += 1 }
    }

    /// Counts an event of any service, by its code.
    @inline(__always)
    mutating func count(_ code: UInt16, at time: CityTime) {
        now = time
        let code = Int(code)
        eventCounts[isMeasured ? code + 256 : code] += 1
    }

    /// Takes events in the log's order.
    mutating func take(_ records: Span<Record<TaxiEvent>>) {
        let ahead = looksAhead ? 16 : records.count
        for index in records.indices {
            if index + ahead < records.count { prefetch(for: records[index + ahead].event) }
            take(records[index].event, at: records[index].time)
        }
    }

    @inline(__always)
    mutating func take(_ event: TaxiEvent, at time: CityTime) {
        count(event.code, at: time)
        switch event {
        case .positionReported(let driver, _, let odometer):
            drive(driver, to: odometer, phase: nil)
        case .driverRegistered(let driver, let seats, _, _):
            register(driver.number, seats: seats)
        case .noticeDelivered(_, _, _, let delay):
            if isMeasured { noticeDelay.add(delay.nanoseconds) }
        case .callConfirmed(let passenger, _):
            confirm(passenger)
        case .callRefused(let passenger, let reason):
            confirmedAt.close(passenger.number)
            if context.isOfPart(passenger) { refuse(reason) }
        case .requestStored(let request, let passenger, let zone, let travelers, _, let place):
            store(
                request, of: passenger, in: dense(zone), at: place, travelers: travelers,
                isOfPart: context.isOfPart(passenger, in: zone, at: place))
        case .requestWaiting: parties.fresh = 0
        case .requestHandedOver, .taxiSent: break
        case .requestAborted(let request, _, let reason):
            abort(request, reason)
        case .passengerAbandoned(let request, _):
            abandon(request)
        case .offerSent(let offer, let request, let driver, let zone, _, let travelers, _, _, _):
            send(offer, of: request, to: driver, in: dense(zone), travelers: travelers)
        case .offerAccepted(let offer, let request, let driver):
            endOffer(offer, .accepted)
            accept(request, by: driver)
        case .offerRefused(let offer, _, _):
            endOffer(offer, .refused)
        case .offerTimedOut(let offer, _, _):
            endOffer(offer, .timedOut)
        case .offerWithdrawn(let offer, _, _, let reason):
            endOffer(offer, .withdrawn(reason))
        case .driverEnqueued(let driver, let zone, _, _):
            enqueue(driver, in: dense(zone))
        case .driverDequeued(let driver, let zone, let reason):
            dequeue(driver, from: dense(zone), reason)
        case .driverMovedToBottom(let driver, let zone, _):
            moveToBottom(driver, in: dense(zone))
        case .statusChanged(let driver, let from, let to, let cause):
            // Who rides somebody from the street is off shift by name, and works.
            if cause != .streetRide { change(driver, to: to) }
            if cause == .leftAllZones, from == .available, isMeasured { leftAllZones += 1 }
        case .passengerNotified(_, let request, let kind, _, _, let eta, _):
            if kind == .accepted, let eta, let slot = requests.index(of: request.number) {
                requests[slot].notifiedAt = eta.nanoseconds
            }
        case .boardingPrompted(let request, _):
            arrive(request)
        case .passengerAboard(let request, _, let driver, _, let odometer):
            arrive(request)
            board(request, driver, odometer)
        case .requestFulfilled(let request, _):
            fulfil(request)
        case .rideReleased(let request, _, let driver):
            release(request, by: driver)
        case .rideEnded(let request, _, let driver, _, let odometer):
            endRide(request, by: driver, odometer)
        case .passengerAttached(let request, let passenger, let travelers):
            attach(Rider(passenger: passenger, travelers: travelers), to: request)
        case .passengerDetached(let request, let passenger):
            detach(passenger, from: request)
        case .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .messageLost, .callPrepared, .positionChosen,
            .tripTaxiRequested, .driverNotified, .lateAnswerIgnored, .requestRefused, .statusRefused,
            .illegalTransition, .shiftLimitReached, .navigationStarted, .etaUpdated, .taxiPositionSent,
            .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied, .companionAboard,
            .companionDropped:
            break
        }
    }
}
