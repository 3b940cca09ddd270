// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

extension TaxiFold {
    mutating func confirm(_ passenger: PassengerID) {
        confirmedAt.open(passenger.number, now.nanoseconds)
    }

    mutating func refuse(_ reason: CallRefusal) {
        guard isMeasured else { return }
        let hour = self.hour
        reach(hour: hour)
        calls.refused += 1
        calls.refusedBy[reason] += 1
        hours[hour].calls.refused += 1
        hours[hour].calls.refusedBy[reason] += 1
    }

    mutating func store(
        _ request: RequestID, of passenger: PassengerID, in zone: Int, at place: Place, travelers: Int32, isOfPart: Bool
    ) {
        let hour = self.hour
        if hour >= hours.count { reach(hour: hour) }
        let confirmed = confirmedAt.close(passenger.number)
        if !notes.paused.isEmpty { beginEarlierRounds() }
        arrivals += 1
        var open = OpenRequest()
        open.zone = Int32(zone)
        open.hour = Int32(hour)
        open.isOfPart = isOfPart
        open.counted = isMeasured && isOfPart
        open.travelers = travelers
        open.order = arrivals
        open.storedAt = now.nanoseconds
        open.confirmedAt = confirmed ?? now.nanoseconds
        if let pickUp = takePickUp(of: request) {
            open.pickUp = pickUp
            open.confirmedAt = now.nanoseconds
        }
        let began = CityTime(nanoseconds: max(open.confirmedAt, open.pickUp))
        let isCounted = isOfPart && measured.holds(began) && began <= context.end
        // What begins with the end of the run is of its last hour.
        let beganHour = self.hour(of: min(began, context.end - TimeSpan(nanoseconds: 1)))
        open.wish = wishes.call(
            Wish(
                passenger: passenger.number, number: request.number, place: open.zone, hour: Int32(beganHour),
                isCounted: isCounted, began: began.nanoseconds),
            at: now.nanoseconds,
            demand: Demand(who: passenger.number, at: place, group: context.group(of: passenger)))
        parties.fresh = request.number
        requests.open(request.number, open)
        zones[zone].waiting.append(request.number)
        hours[hour].unfinished += 1
        step(at: stepIndex) { $0.stored += 1 }
        if isOfPart { openRequests.change(by: 1, at: now) }
        guard open.counted else { return }
        forCalls(of: open) { calls in
            calls.stored += 1
            calls.travelers += Int(travelers)
        }
        zoneHour(open) { $0.stored += 1 }
    }

    mutating func step(at index: Int, _ change: (inout SeriesStep) -> Void) {
        while steps.count <= index { steps.append(SeriesStep()) }
        change(&steps[index])
    }

    @inline(__always)
    mutating func forCalls(of request: OpenRequest, _ change: (inout CallTally) -> Void) {
        change(&calls)
        change(&hours[Int(request.hour)].calls)
        change(&zones[Int(request.zone)].calls)
    }

    @inline(__always)
    mutating func zoneHour(_ request: OpenRequest, _ change: (inout ZoneHourTally) -> Void) {
        let (zone, hour) = (Int(request.zone), Int(request.hour))
        while zones[zone].hours.count <= hour { zones[zone].hours.append(ZoneHourTally()) }
        change(&zones[zone].hours[hour])
    }

    /// A request ended without a ride, by the service or by the end of the run.
    mutating func abort(_ number: RequestID, _ reason: AbortReason) {
        guard let slot = requests.index(of: number.number), !stopCounts(of: requests[slot]) else { return }
        let request = requests[slot]
        switch reason {
        case .noDriver, .allRefused, .noTaxiLargeEnough:
            if let loss = TaxiLoss(reason) { wishes.fail(request.wish, loss, at: now.nanoseconds) }
            if request.counted {
                forCalls(of: request) { $0.aborted[reason] += 1 }
                zoneHour(request) { $0.aborted += 1 }
            }
        case .abandoned:
            wishes.end(request.wish, .abandoned)
            if request.counted { forCalls(of: request) { $0.abandoned += 1 } }
        case .runEnded:
            wishes.cut(request.wish, at: now.nanoseconds)
        }
        if !request.accepted { countOffers(request) }
        endOpenTime(request)
        leave(number.number, request)
    }

    mutating func abandon(_ number: RequestID) {
        guard let slot = requests.index(of: number.number), !requests[slot].abandoned,
            // One of several gives up: the request goes on.
            parties.count(of: number) == 1
        else { return }
        requests[slot].abandoned = true
        let request = requests[slot]
        wishes.end(request.wish, .abandoned)
        if request.counted { forCalls(of: request) { $0.abandoned += 1 } }
        endOpenTime(request)
        guard !request.accepted else { return }
        // Nothing more than the end of a pending offer can follow, and that one is known by its own number.
        countOffers(request)
        leave(number.number, request)
    }

    mutating func fulfil(_ number: RequestID) {
        guard let slot = requests.index(of: number.number), !requests[slot].fulfilled else { return }
        requests[slot].fulfilled = true
        let request = requests[slot]
        wishes.board(request.wish, at: now.nanoseconds)
        endOpenTime(request)
        // Who reserved waits from the agreed time on, not from the activation before it.
        let wait = now.nanoseconds - max(request.confirmedAt, request.pickUp)
        let index = max(0, Int((request.storedAt - context.start.nanoseconds) / step.nanoseconds))
        step(at: index) { step in
            step.waits += 1
            step.waitSum += wait
            step.waitMax = max(step.waitMax, wait)
        }
        guard request.counted else { return }
        forCalls(of: request) { $0.fulfilled += 1 }
        zoneHour(request) { hour in
            hour.fulfilled += 1
            hour.waits += 1
            hour.waitSum += wait
        }
        self.wait.add(wait)
        zones[Int(request.zone)].wait.add(wait)
        hours[Int(request.hour)].wait.add(wait)
    }

    /// The request is no longer open: it was fulfilled, aborted, abandoned or released.
    private mutating func endOpenTime(_ request: OpenRequest) {
        hours[Int(request.hour)].unfinished -= 1
        guard request.isOfPart else { return }
        openRequests.change(by: -1, at: now)
        let time = measured.length(from: request.storedAt, to: now.nanoseconds)
        if isMeasured || time > 0 { openSeen += 1 }
        openTime += time
    }

    func stopCounts(of request: OpenRequest) -> Bool { request.fulfilled || request.abandoned }

    mutating func countOffers(_ request: OpenRequest) {
        guard request.counted else { return }
        let count = Int(request.offers)
        while offersPerRequest.count <= count { offersPerRequest.append(0) }
        offersPerRequest[count] += 1
    }

    mutating func leave(_ number: Int32, _ request: OpenRequest) {
        if request.waiting { stopWaiting(number, in: Int(request.zone)) }
        if request.counted, request.notifiedAt != .min, !request.arrived {
            punctuality.miss(after: now.nanoseconds - request.agreed)
        }
        parties.close(number)
        if let slot = requests.index(of: number) { asked.release(&requests[slot].asked) }
        requests.close(number)
    }

    mutating func stopWaiting(_ number: Int32, in zone: Int) {
        if let index = zones[zone].waiting.firstIndex(of: number) { zones[zone].waiting.remove(at: index) }
    }

    /// The ride ended before boarding.
    mutating func release(_ number: RequestID, by driver: DriverID) {
        drivers[reach(driver)].isReleased = true
        guard let slot = requests.index(of: number.number) else { return }
        let request = requests[slot]
        if !stopCounts(of: request) {
            wishes.end(request.wish, .released)
            if request.counted { forCalls(of: request) { $0.released += 1 } }
            endOpenTime(request)
        }
        endService(request)
        leave(number.number, request)
    }

    mutating func endService(_ request: OpenRequest) {
        guard request.accepted else { return }
        let zone = Int(request.zone)
        zones[zone].busy += measured.length(from: request.acceptedAt, to: now.nanoseconds)
        if request.counted {
            zones[zone].service += now.nanoseconds - request.acceptedAt
            zones[zone].served += 1
        }
    }

    /// Closes what is still open at the end of the run.
    mutating func closeAll(at end: CityTime) {
        now = end
        for number in requests.openNumbers {
            guard let request = requests.value(of: number) else { continue }
            if !stopCounts(of: request) {
                wishes.cut(request.wish, at: end.nanoseconds)
                endOpenTime(request)
            }
            if request.accepted {
                zones[Int(request.zone)].busy += measured.length(from: request.acceptedAt, to: end.nanoseconds)
            } else if !request.abandoned {
                countOffers(request)
            }
            leave(number, request)
        }
        closeStreets(at: end)
        closeRides(at: end)
        openRequests.advance(to: end)
        for index in zones.indices { zones[index].queueLength.advance(to: end) }
        for index in phases.indices { phases[index].advance(to: end) }
        for index in drivers.indices where drivers[index].registered {
            drivers[index].close(at: end.nanoseconds, counting: measured)
        }
        closeHours(before: hours.count)
    }
}
