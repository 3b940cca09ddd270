// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension TaxiDuty {
    /// The zone accepted this driver's acceptance: busy from this instant (TAXI-CALL-10), guided to the exact position
    /// (TAXI-CALL-11).
    ///
    /// The `reading` came with the answer. It is noted while the taxi still counts as available, so that what was driven up
    /// to here is no way to a pick-up.
    public mutating func assign(
        _ ride: TaxiRide, reading: TaxiReading? = nil, at now: CityTime
    ) -> [DutyDirective] {
        var directives = lists.take()
        if let reading {
            position = reading.place
            odometer = reading.odometer
            directives.append(
                .note(.positionReported(driver: driver, place: reading.place, odometer: reading.odometer)))
        }
        zone = nil
        approach = Approach(start: position, readAt: now)
        guard status == .available else {
            directives.append(.note(.illegalTransition(driver: driver, from: status, to: .busy)))
            return directives
        }
        current = ride
        isOnRide = true
        change(to: .busy, .accepted, &directives)
        directives.append(
            .note(.navigationStarted(request: ride.request, driver: driver, target: ride.place)))
        return directives
    }

    /// Why a confirmation of boarding with this number of travelers is refused; nil when it is right
    /// (TAXI-QUEUE-08, DEC-BOARD-COUNT). Nobody boards a reserved ride before the agreed time (DEC-PUNCTUALITY).
    public func boardingRefusal(_ request: RequestID, travelers: Int32, at now: CityTime) -> MessageRefusal? {
        guard isOnRide, current.request == request, !current.isOnBoard else { return .notYourRide }
        guard current.promptedAt != nil else { return .tooEarly }
        if let pickUp = current.pickUp, now < pickUp { return .tooEarly }
        return travelers >= 1 && travelers <= seats ? nil : .badTravelerCount
    }

    /// The driver confirms boarding (TAXI-CALL-17).
    public mutating func board(
        _ request: RequestID, travelers: Int32, odometer: Distance, at now: CityTime
    ) -> [DutyDirective] {
        if let refusal = boardingRefusal(request, travelers: travelers, at: now) {
            return [.note(.requestRefused(driver: driver, reason: refusal))]
        }
        var directives = lists.take()
        goAboard(current.passenger, travelers: travelers, odometer: odometer, &directives)
        return directives
    }

    /// The ride begins with so many travelers; `passenger` is its owner or the first who is there.
    private mutating func goAboard(
        _ passenger: PassengerID, travelers: Int32, odometer: Distance, _ directives: inout [DutyDirective]
    ) {
        let request = current.request
        current.isOnBoard = true
        self.odometer = odometer
        position = current.place
        directives.append(
            .note(
                .passengerAboard(
                    request: request, passenger: passenger, driver: driver, travelers: travelers,
                    odometer: odometer)))
        directives.append(.note(.requestFulfilled(request: request, passenger: passenger)))
    }

    /// Why a confirmation of boarding with these numbers of travelers is refused; nil when it is right. Nobody may be in it
    /// who is not on the ride; who is missing in it is absent (TAXI-SHARE-08). Nobody waits for a joiner, but the owner is
    /// absent only when the driver's waiting time is over (DEC-SHARE-LATE).
    public func boardingRefusal(_ request: RequestID, _ entered: [Rider], at now: CityTime) -> MessageRefusal? {
        guard entered.allSatisfy({ $0.travelers >= 0 }) else { return .badTravelerCount }
        // A client may send any numbers.
        let travelers = Int32(clamping: entered.reduce(Int64(0)) { $0 + Int64($1.travelers) })
        if let refusal = boardingRefusal(request, travelers: travelers, at: now) { return refusal }
        let known = ride?.riders.map(\.passenger) ?? []
        let named = entered.map(\.passenger)
        guard named.allSatisfy(known.contains), Set(named).count == named.count else { return .notYourRide }
        let hasOwner = entered.contains { $0.passenger == current.passenger && $0.travelers > 0 }
        return hasOwner ? nil : noShowRefusal(request, at: now)
    }

    /// The driver confirms boarding of a shared ride, with the travelers of each passenger (TAXI-SHARE-08).
    public mutating func board(
        _ request: RequestID, _ entered: [Rider], odometer: Distance, at now: CityTime
    ) -> [DutyDirective] {
        if let refusal = boardingRefusal(request, entered, at: now) {
            return [.note(.requestRefused(driver: driver, reason: refusal))]
        }
        var directives = lists.take()
        let present = current.riders.compactMap { rider in
            entered.first { $0.passenger == rider.passenger && $0.travelers > 0 }
        }
        guard let first = present.first else { return directives }
        current.carry(present)
        goAboard(first.passenger, travelers: present.travelers, odometer: odometer, &directives)
        for rider in present.dropFirst() {
            directives.append(
                .note(
                    .companionAboard(request: request, passenger: rider.passenger, travelers: rider.travelers)))
        }
        return directives
    }

    /// Who is on the shared ride changed before boarding.
    public mutating func change(riders: [Rider], of request: RequestID) {
        guard isOnRide, current.request == request, !current.isOnBoard else { return }
        current.carry(riders)
    }

    /// Why dropping this passenger is refused; nil when it is right. The last one is dropped by the end of the ride.
    public func dropRefusal(_ passenger: PassengerID, _ request: RequestID) -> MessageRefusal? {
        guard let ride, ride.isOnBoard else { return .noPassengerAboard }
        guard ride.request == request else { return .notYourRide }
        return ride.riders.count > 1 && ride.riders.contains { $0.passenger == passenger } ? nil : .noPassengerAboard
    }

    /// The driver drops one of several passengers.
    public mutating func drop(
        _ passenger: PassengerID, of request: RequestID, at place: Place, odometer: Distance
    ) -> [DutyDirective] {
        if let refusal = dropRefusal(passenger, request) {
            return [.note(.requestRefused(driver: driver, reason: refusal))]
        }
        var directives = lists.take()
        position = place
        self.odometer = odometer
        let riders = (ride?.riders ?? []).filter { $0.passenger != passenger }
        current.carry(riders)
        directives.append(
            .note(
                .companionDropped(
                    request: request, passenger: passenger, driver: driver, place: place, odometer: odometer)))
        return directives
    }

    /// The driver ends the ride here; `zone` is the zone of the place, if any (TAXI-QUEUE-09, DEC-OUT-OF-ZONE).
    public mutating func completeRide(
        _ request: RequestID, at place: Place, odometer: Distance, zone: ZoneID?, now: CityTime
    ) -> [DutyDirective] {
        var directives = lists.take()
        guard isOnRide, current.isOnBoard else {
            return [.note(.requestRefused(driver: driver, reason: .noPassengerAboard))]
        }
        guard current.request == request else {
            return [.note(.requestRefused(driver: driver, reason: .notYourRide))]
        }
        position = place
        self.odometer = odometer
        directives.append(
            .note(
                .rideEnded(
                    request: request, passenger: current.passenger, driver: driver, place: place, odometer: odometer)))
        if zone == nil { directives.append(.note(.rideEndedOutsideZones(request: request, driver: driver))) }
        isOnRide = false
        directives.append(.rideOver(request))
        becomeFree(in: zone, cause: .rideEnded, reason: .rideEnded, at: now, &directives)
        return directives
    }

    /// Why a report that nobody is here is refused; nil when it is right (DEC-CALL-CANCEL).
    public func noShowRefusal(_ request: RequestID, at now: CityTime) -> MessageRefusal? {
        guard isOnRide, current.request == request, !current.isOnBoard else { return .notYourRide }
        // For a reservation the wait does not begin before the agreed time.
        guard let promptedAt = current.promptedAt,
            now >= max(promptedAt, current.pickUp ?? promptedAt) + parameters.noShowWait
        else { return .tooEarly }
        return nil
    }

    /// The ride is released before boarding: the passenger gave up or was not there (DEC-CALL-CANCEL).
    public mutating func release(
        _ request: RequestID, at place: Place, odometer: Distance, zone: ZoneID?, now: CityTime
    ) -> [DutyDirective] {
        var directives = lists.take()
        guard isOnRide, current.request == request, !current.isOnBoard else { return directives }
        position = place
        self.odometer = odometer
        directives.append(
            .note(.rideReleased(request: request, passenger: current.passenger, driver: driver)))
        isOnRide = false
        directives.append(.rideOver(request))
        becomeFree(in: zone, cause: .released, reason: .released, at: now, &directives)
        return directives
    }

    /// After a ride: available in the zone, or off shift when the driver wished so, the limit came, the licence is not valid
    /// any more, or the taxi is outside all zones.
    private mutating func becomeFree(
        in zone: ZoneID?, cause: StatusCause, reason: EnqueueReason, at now: CityTime,
        _ directives: inout [DutyDirective]
    ) {
        let wish = isOverLimit ? .shiftLimit : leavesAfterRide ?? (zone == nil ? .leftAllZones : nil)
        if let wish = hasLicence ? wish : .licenceExpired {
            leavesAfterRide = nil
            change(to: .offShift, wish, &directives)
            countService(until: now)
            if logsOutAfterRide { endSession(&directives) }
            return
        }
        guard let zone else { return }
        change(to: .available, cause, &directives)
        self.zone = zone
        directives.append(.join(zone, reason))
    }
}
