// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Requests that a module placed: several passengers may be on one of them, each of whom it counts for (TAXI-CALL-18).
extension CallRules {
    /// What the module said of a request that it placed, with who is on it now; nil for a plain call.
    public func party(of request: RequestID) -> ModuleRequest? { parties.value(of: request.number) ?? nil }

    /// The passenger's request that has not ended, if any.
    public func openRequest(of passenger: PassengerID) -> RequestID? {
        passengers.index(of: passenger.number).flatMap { passengers[$0].request }
    }

    /// Everybody on a request that has not ended, the owner first.
    public func passengers(of id: RequestID) -> [PassengerID] { request(id).map { passengers(of: $0) } ?? [] }

    /// Everybody on a request, the owner first.
    func passengers(of request: LiveRequest) -> [PassengerID] {
        request.isPlaced ? party(of: request.id)?.riders.map(\.passenger) ?? [] : [request.passenger]
    }

    func isOn(_ passenger: PassengerID, _ request: LiveRequest) -> Bool {
        request.passenger == passenger
            || (request.isPlaced && party(of: request.id)?.riders.contains { $0.passenger == passenger } ?? false)
    }

    /// Takes the form of a call through all rules of a call, for a module that places the request itself. Returns the zone
    /// of the pick-up beside the directives; nil when the call was refused.
    public mutating func admit(
        _ form: CallForm, of passenger: PassengerID, zone: ZoneID?, isInCity: Bool, at now: CityTime
    ) -> (ZoneID?, [CallDirective]) {
        var directives = lists.take()
        let zone = admit(passenger, form, zone: zone, isInCity: isInCity, &directives)
        return (zone, directives)
    }

    /// Refuses a call for a reason of a module.
    public mutating func refuse(
        _ passenger: PassengerID, _ reason: CallRefusal, at now: CityTime
    ) -> [CallDirective] {
        var directives = lists.take()
        refuse(passenger, reason, &directives)
        return directives
    }

    /// Stores a request that a module placed, under a number of `newNumber`. All on it must be free.
    public mutating func place(
        _ party: ModuleRequest, as id: RequestID, at now: CityTime
    ) -> [CallDirective] {
        var directives = lists.take()
        guard let owner = party.riders.first else { return directives }
        let stored = LiveRequest(
            id: id, passenger: owner.passenger, zone: party.zone, place: party.place, travelers: party.travelers,
            isPlaced: true, reference: party.reference)
        requests.open(id.number, stored)
        parties.open(id.number, party)
        store(id, &directives)
        directives.append(
            .note(
                .requestStored(
                    request: id, passenger: owner.passenger, zone: party.zone, travelers: party.travelers,
                    source: party.source, place: party.place)))
        if let reference = party.reference {
            directives.append(
                .note(.tripTaxiRequested(request: id, passenger: owner.passenger, reference: reference)))
        }
        for (index, rider) in party.riders.enumerated() {
            let row = remember(rider.passenger)
            precondition(passengers[row].request == nil, "passenger \(rider.passenger) has a request already")
            passengers[row].request = id
            if index > 0 {
                directives.append(
                    .note(
                        .passengerAttached(request: id, passenger: rider.passenger, travelers: rider.travelers)))
            }
        }
        // The log tells first who is on it, without a notice that is kept in between.
        for rider in party.riders { deliver(rider.passenger, id, .stored, .stored(id), at: now, &directives) }
        directives.append(.open(stored))
        return directives
    }

    /// Puts one more passenger on a request that is not aboard (TAXI-SHARE-22). The passenger must be free.
    public mutating func attach(_ rider: Rider, to id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number), var party = party(of: id) else { return directives }
        if case .fulfilled = requests[slot].phase { return directives }
        let passenger = remember(rider.passenger)
        precondition(passengers[passenger].request == nil, "passenger \(rider.passenger) has a request already")
        passengers[passenger].request = id
        party.riders.append(rider)
        parties.open(id.number, party)
        store(id, &directives)
        directives.append(
            .note(.passengerAttached(request: id, passenger: rider.passenger, travelers: rider.travelers)))
        deliver(rider.passenger, id, .stored, .stored(id), at: now, &directives)
        change(party, at: slot, isStored: true, &directives)
        if case .accepted(let driver) = requests[slot].phase {
            directives.append(.riders(id, driver))
        }
        return directives
    }

    /// Takes a passenger off a request that goes on with others; the next one becomes its owner when it was the owner.
    public mutating func detach(_ passenger: PassengerID, from id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        detach(passenger, from: id, &directives)
        return directives
    }

    private mutating func detach(_ passenger: PassengerID, from id: RequestID, _ directives: inout [CallDirective]) {
        guard let slot = requests.index(of: id.number), var party = party(of: id), party.riders.count > 1,
            let index = party.riders.firstIndex(where: { $0.passenger == passenger })
        else { return }
        party.riders.remove(at: index)
        directives.append(.note(.passengerDetached(request: id, passenger: passenger)))
        change(party, at: slot, &directives)
        if case .accepted(let driver) = requests[slot].phase {
            directives.append(.riders(id, driver))
        }
        free(passenger, &directives)
        forgetIfIdle(passenger)
    }

    /// Keeps a changed party, and tells the zone of an open request how many seats it needs now.
    private mutating func change(
        _ party: ModuleRequest, at row: Int, isStored: Bool = false, _ directives: inout [CallDirective]
    ) {
        let id = requests[row].id
        parties.open(id.number, party)
        if let owner = party.riders.first { requests[row].passenger = owner.passenger }
        if !isStored { store(id, &directives) }
        requests[row].travelers = party.travelers
        if case .open = requests[row].phase {
            directives.append(.resize(id, requests[row].asksIn, party.travelers))
        }
    }

    /// Ends a request that no driver has accepted, as its module wishes; false when one has.
    public mutating func withdraw(_ id: RequestID, at now: CityTime) -> (Bool, [CallDirective]) {
        var directives = lists.take()
        guard let request = request(id), case .open = request.phase else { return (false, directives) }
        directives.append(.withdraw(id, request.asksIn))
        return (true, directives)
    }

    /// A passenger gives up (DEC-CALL-CANCEL): off a request that goes on with others, or the end of an own one. Who
    /// reserved waits: a reservation ends by its own rules (TAXI-RESV-17).
    mutating func abandonPlaced(
        _ request: LiveRequest, by passenger: PassengerID, _ abandoned: CallDirective,
        _ directives: inout [CallDirective]
    ) {
        guard let party = party(of: request.id), party.pickUp == nil else { return }
        if case .fulfilled = request.phase { return }
        directives.append(abandoned)
        if party.riders.count > 1 {
            detach(passenger, from: request.id, &directives)
            directives.append(.left(request.id, passenger))
            return
        }
        if case .accepted(let driver) = request.phase {
            directives.append(.release(request.id, driver))
        } else {
            directives.append(.withdraw(request.id, request.asksIn))
        }
    }

    /// The driver confirmed boarding with these numbers of travelers; who is absent is off the request (TAXI-SHARE-16).
    public mutating func aboard(_ id: RequestID, _ entered: [Rider], at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number), var party = party(of: id),
            case .accepted(let driver) = requests[slot].phase
        else { return directives }
        let expected = party.riders
        party.riders = expected.compactMap { rider in
            entered.first { $0.passenger == rider.passenger && $0.travelers > 0 }
        }
        erase(requests[slot], &directives)
        requests[slot].phase = .fulfilled(driver)
        change(party, at: slot, &directives)
        for rider in expected {
            if party.riders.contains(where: { $0.passenger == rider.passenger }) {
                deliver(rider.passenger, id, .aboard, .aboard(id), at: now, &directives)
                continue
            }
            directives.append(.note(.passengerDetached(request: id, passenger: rider.passenger)))
            free(rider.passenger, &directives)
            forgetIfIdle(rider.passenger)
        }
        return directives
    }

    /// A passenger left the ride at the own destination; the ride goes on with the others.
    public mutating func dropped(_ passenger: PassengerID, of id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number), var party = party(of: id), party.riders.count > 1,
            let index = party.riders.firstIndex(where: { $0.passenger == passenger })
        else { return directives }
        party.riders.remove(at: index)
        change(party, at: slot, &directives)
        free(passenger, &directives)
        deliver(passenger, id, .rideEnded, .rideEnded(id), at: now, &directives)
        forgetIfIdle(passenger)
        return directives
    }
}
