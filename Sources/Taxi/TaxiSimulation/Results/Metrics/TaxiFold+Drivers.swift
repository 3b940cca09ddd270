// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

extension TaxiFold {
    /// Whether the rows of the drivers are too many to stay in the processor's second cache.
    var looksAhead: Bool { drivers.count > 2000 }

    /// Begins to fetch what an event will change: of the events of one turn, those that are the first about somebody.
    @inline(__always)
    mutating func prefetch(for event: TaxiEvent) {
        if case .positionReported(let driver, _, _) = event {
            drivers.prefetch(driver.index)
        } else if case .offerSent(let offer, _, let driver, _, _, _, _, _, _) = event {
            prefetch(driver, offer: offer)
        } else if case .offerAccepted(let offer, let request, let driver) = event {
            prefetch(driver, offer: offer, request)
        } else if case .offerRefused(let offer, let request, let driver) = event {
            prefetch(driver, offer: offer, request)
        } else if case .offerTimedOut(let offer, let request, let driver) = event {
            prefetch(driver, offer: offer, request)
        } else if case .passengerAboard(let request, _, let driver, _, _) = event {
            prefetch(driver, request)
        } else if case .rideEnded(let request, _, let driver, _, _) = event {
            prefetch(driver, request)
        } else if case .requestStored(let request, _, _, _, _, _) = event {
            requests.prefetch(request.number)
        } else if case .boardingPrompted(let request, _) = event {
            requests.prefetch(request.number)
        }
    }

    @inline(__always)
    private mutating func prefetch(_ driver: DriverID, offer: OfferID? = nil, _ request: RequestID? = nil) {
        drivers.prefetch(driver.index)
        if let offer { offers.prefetch(offer.number) }
        if let request { requests.prefetch(request.number) }
    }

    /// The driver's index; an unknown driver is added off shift.
    @inline(__always)
    mutating func reach(_ driver: DriverID) -> Int {
        let index = max(0, driver.index)
        if index >= drivers.count || !drivers[index].registered { register(driver.number, seats: .max) }
        return index
    }

    mutating func register(_ number: Int32, seats: Int32) {
        let index = max(0, Int(number))
        while drivers.count <= index { drivers.append(DriverTally()) }
        drivers[index].seats = seats
        guard !drivers[index].registered else { return }
        drivers[index].registered = true
        drivers[index].phaseSince = context.start.nanoseconds
        // A driver belongs to the run from its start, so that the shares of time sum to one.
        if now == context.start { phases[0].change(by: 1, at: now) } else { addLate() }
    }

    /// A driver the context did not announce: off shift from the start of the run.
    private mutating func addLate() {
        var level = SteppedLevel(
            start: context.start, step: .hours(1), countFrom: measured.from, wholeRun: false, within: measured.window)
        level.change(by: 1, at: context.start)
        level.advance(to: now)
        phases[0].change(by: 1, at: now)
        phases[0].absorb(level)
    }

    mutating func enter(_ phase: DriverPhase, _ index: Int) {
        let old = drivers[index].enter(phase, at: now.nanoseconds, counting: measured)
        guard old != phase else { return }
        phases[old.rawValue].change(by: -1, at: now)
        phases[phase.rawValue].change(by: 1, at: now)
    }

    mutating func change(_ driver: DriverID, to status: DriverStatus) {
        let index = reach(driver)
        switch status {
        case .offShift: enter(.offShift, index)
        case .available: enter(.available, index)
        case .busy: enter(.toPickUp, index)
        }
    }

    /// Adds the way since the last reading to a phase: the driver's own when none is given.
    @inline(__always)
    mutating func drive(_ driver: DriverID, to odometer: Distance, phase: DriverPhase?) {
        drivers[reach(driver)].drive(to: odometer.millimetres, phase, isMeasured: isMeasured)
    }

    /// A way up to the end of the warm-up lies in it; one up to the end of the run does not.
    mutating func take(_ event: FleetEvent, at time: CityTime) {
        count(event.code, at: time)
        switch event {
        case .odometerRead(let driver, let odometer):
            let before = now - TimeSpan(nanoseconds: 1)
            drivers[reach(driver)].drive(to: odometer.millimetres, nil, isMeasured: measured.holds(before))
        case .driverHeldUp(_, let time):
            if isMeasured { heldUp.add(time.nanoseconds) }
        }
    }

    mutating func board(_ number: RequestID, _ driver: DriverID, _ odometer: Distance) {
        drive(driver, to: odometer, phase: .toPickUp)
        enter(.withPassenger, reach(driver))
        beginRide(driver)
        meter(number, odometer)
    }

    mutating func endRide(_ number: RequestID, by driver: DriverID, _ odometer: Distance) {
        drive(driver, to: odometer, phase: .withPassenger)
        if isMeasured { drivers[driver.index].rides += 1 }
        endRide(driver)
        pay(money?.end(number), to: driver, odometer)
        guard let request = requests.value(of: number.number) else { return }
        endService(request)
        leave(number.number, request)
    }

    mutating func enqueue(_ driver: DriverID, in zone: Int) {
        let index = reach(driver)
        drivers[index].join(Int32(zone), at: now.nanoseconds)
        zones[zone].enqueue(driver.number, at: now)
    }

    mutating func dequeue(_ driver: DriverID, from zone: Int, _ reason: DequeueReason) {
        let index = reach(driver)
        guard let place = zones[zone].dequeue(driver.number, at: now) else { return }
        drivers[index].zone = -1
        guard reason == .accepted, isMeasured else { return }
        let time = now.nanoseconds - drivers[index].enqueuedAt
        queueTime.add(time)
        zones[zone].queueTime.add(time)
        overtakes += place
        if place > 0 { overtakingOffers += 1 }
    }

    mutating func moveToBottom(_ driver: DriverID, in zone: Int) {
        guard let place = zones[zone].queue.firstIndex(of: driver.number) else { return }
        zones[zone].queue.remove(at: place)
        zones[zone].queue.append(driver.number)
    }
}
