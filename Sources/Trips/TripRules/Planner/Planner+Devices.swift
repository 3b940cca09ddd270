// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Planner {
    /// Takes a message of a device. One of somebody without a record is refused and changes nothing.
    mutating func take(
        _ message: DeviceMessage, of id: TripUserID, on device: TripDeviceID, at now: CityTime,
        _ out: inout [TripDirective]
    ) {
        if case .open = message { return open(id, device, at: now, &out) }
        guard let index = index(of: id) else {
            return refuse(id, device, message.serial, .unknownUser, &out)
        }
        switch message {
        case .open: break
        case .change(let serial, let change):
            take([KeptChange(serial: serial, change)], isSync: false, of: index, device, at: now, &out)
        case .sync(let changes): take(changes, isSync: true, of: index, device, at: now, &out)
        case .permits(let isGiven): permit(isGiven, index, at: now, &out)
        case .position(let place): locate(place, index, at: now, &out)
        case .vehicles(let vehicles):
            keep(vehicles, index, at: now)
        case .select(let appointment, let means): select(appointment, means, index, device, at: now, &out)
        case .journey(let key, let report): take(report, on: key, index, at: now, &out)
        case .view(let view): show(view, index, at: now, &out)
        case .buyTickets(let count, let company, let credit): buy(count, of: company, credit, index, &out)
        case .book(let vehicle): book(vehicle, index, at: now, &out)
        case .takeVehicle(let vehicle): takeVehicle(vehicle, index, at: now, &out)
        case .leaveVehicle(let vehicle, let place): leave(vehicle, place, index, at: now, &out)
        }
    }

    private static var mostVehicles: Int { 10 }

    /// Keeps where the user's own vehicles stand. Plans are made anew by the next message of the user, such as the place where a leg
    /// ended, and at the next cycle at the latest: two turns for one end of a leg would plan the way twice.
    private mutating func keep(_ vehicles: [ParkedVehicle], _ index: Int, at now: CityTime) {
        let own = Array(
            vehicles.filter { $0.means == .ownBicycle || $0.means == .ownCar }.prefix(Self.mostVehicles))
        guard own != users[index].vehicles else { return }
        users[index].vehicles = own
        for place in users[index].watched.indices { users[index].watched[place].inputs = nil }
        look(at: index, after: now)
    }

    func refuse(
        _ user: TripUserID, _ device: TripDeviceID, _ serial: Int32, _ reason: ChangeRefusal,
        _ out: inout [TripDirective]
    ) {
        let event = TripEvent.changeRefused(user: user, device: device, serial: serial, reason: reason)
        out.append(.note(event))
        out.append(.notify(user, .changed(device, serial: serial, [event])))
    }

    // MARK: Records and changes

    /// Makes the record of a new user, and asks whether the position may be read; of a known one nothing changes (ACCOUNT-TRIP-R1,
    /// SEC-10). The device learns with which number its changes go on: an app that was installed again knows nothing of them
    /// (ACCOUNT-TRIP-02).
    private mutating func open(
        _ id: TripUserID, _ device: TripDeviceID, at now: CityTime, _ out: inout [TripDirective]
    ) {
        if let index = index(of: id) {
            out.append(.notify(id, .opened(device, serial: rules[id]?.lastSerial(of: device) ?? 0)))
            if users[index].permits == nil { out.append(.notify(id, .permissionWanted)) }
            // After a restart nobody knows where the user is.
            if users[index].permits == true, users[index].watch.place == nil {
                out.append(.notify(id, .positionWanted))
            }
            return
        }
        do throws(ChangeRefusal) {
            out += try rules.makeUser(id, at: now).map { .note($0) }
            _ = addUser(id)
            out.append(.notify(id, .opened(device, serial: 0)))
            out.append(.note(.tripPermissionAsked(user: id)))
            out.append(.notify(id, .permissionWanted))
        } catch {
            refuse(id, device, 0, error, &out)
        }
    }

    private mutating func take(
        _ changes: [KeptChange], isSync: Bool, of index: Int, _ device: TripDeviceID, at now: CityTime,
        _ out: inout [TripDirective]
    ) {
        let id = users[index].id
        var events: [TripEvent] = []
        for kept in changes {
            // What was changed before it bears on the next one: means, limits, weather.
            let travel = travel(of: users[index], at: now)
            events += rules.take(
                kept.change, of: id, ChangeStamp(device, kept.serial),
                position: place(of: users[index], rules[id], at: now), travel: travel, at: now)
        }
        if isSync { events.append(.syncDone(user: id, device: device, serial: changes.last?.serial ?? 0)) }
        Self.publish(events, of: &users[index], &out)
        refuseAbroad(events, id, &out)
        for case .eventDeleted(_, let event) in events { users[index].selected[event] = nil }
        out.append(.notify(id, .changed(device, serial: changes.last?.serial ?? 0, events)))
        turn(of: index, at: now, &out)
    }

    /// What lies outside the region is stored without a plan (AVAIL-05).
    private func refuseAbroad(_ events: [TripEvent], _ id: TripUserID, _ out: inout [TripDirective]) {
        for event in events {
            let changed: (id: AppointmentID, start: CityTime)
            if case .eventAdded(_, let event, _, _, let from, _) = event {
                changed = (event, from)
            } else if case .eventChanged(_, let event, let from, _) = event {
                changed = (event, from)
            } else {
                continue
            }
            guard let place = rules[id]?[changed.id]?.place, !isServed(place) else { continue }
            out.append(
                .note(.planRefused(user: id, event: changed.id, start: changed.start, reason: .outsideRegion)))
        }
    }

    /// By what the user wants to go to an appointment (TRIP-R30).
    private mutating func select(
        _ id: AppointmentID, _ means: TravelMeansSet, _ index: Int, _ device: TripDeviceID, at now: CityTime,
        _ out: inout [TripDirective]
    ) {
        let user = users[index].id
        guard rules[user]?[id] != nil else {
            let event = TripEvent.eventRejected(user: user, event: nil, reason: .unknownAppointment)
            out.append(.note(event))
            return out.append(.notify(user, .changed(device, serial: 0, [event])))
        }
        guard users[index].selected[id] ?? [] != means else { return }
        users[index].selected[id] = means.isEmpty ? nil : means
        out.append(.note(.meansSelected(user: user, event: id, means: means)))
        turn(of: index, at: now, &out)
    }

    // MARK: Positions and journeys

    /// Without permission nothing is read, and what was read is forgotten (SEC-10).
    private mutating func permit(_ isGiven: Bool, _ index: Int, at now: CityTime, _ out: inout [TripDirective]) {
        guard users[index].permits != isGiven else { return }
        let id = users[index].id
        users[index].permits = isGiven
        if isGiven {
            users[index].asksAt = now + setup.plans.refresh
            out.append(.note(.tripPermissionGiven(user: id)))
            out.append(.notify(id, .positionWanted))
        } else {
            users[index].watch.forget()
            users[index].asksAt = .never
            out.append(.note(.tripPermissionRefused(user: id)))
        }
        turn(of: index, at: now, &out)
    }

    /// Stores a position that is due, or far from the last one, and plans with it (TRIP-POSITION).
    private mutating func locate(_ place: Place?, _ index: Int, at now: CityTime, _ out: inout [TripDirective]) {
        guard users[index].permits == true else { return }
        let id = users[index].id
        guard let place else { return out.append(.note(.positionUnavailable(user: id))) }
        guard let cause = users[index].watch.take(place, setup.plans, at: now) else { return }
        users[index].asksAt = users[index].watch.due
        out.append(.note(.positionRefreshed(user: id, cause: cause)))
        turn(of: index, at: now, &out)
    }

    /// How a journey goes, as the user tells (TRIP-R22, TRIP-STATUS).
    private mutating func take(
        _ report: JourneyReport, on key: OccurrenceKey, _ index: Int, at now: CityTime, _ out: inout [TripDirective]
    ) {
        let id = users[index].id
        guard let place = users[index].index(of: key) else {
            return out.append(.notify(id, .noRoute(key, .unknownOccurrence)))
        }
        var watched = users[index].watched[place]
        let old = watched.state
        switch report {
        case .onTheWay(let arrival, let isDisturbed):
            (watched.expected, watched.isDisturbed) = (arrival, isDisturbed)
            watched.state = TripStatus.state(arrival: arrival, start: key.start, hasArrived: false)
        case .arrived:
            (watched.expected, watched.isDisturbed) = (now, false)
            watched.state = TripStatus.state(arrival: now, start: key.start, hasArrived: true)
        case .notStarted:
            (watched.expected, watched.isDisturbed, watched.state) = (nil, false, .notStarted)
            watched.inputs = nil
        }
        users[index].watched[place] = watched
        if watched.state != old {
            out.append(
                .note(.journeyStateChanged(user: id, event: key.id, start: key.start, state: watched.state)))
        }
        turn(of: index, at: now, &out)
    }
}

extension DeviceMessage {
    /// The number of a change; 0 of anything else.
    var serial: Int32 {
        switch self {
        case .change(let serial, _): serial
        case .sync(let changes): changes.first?.serial ?? 0
        case .open, .permits, .position, .vehicles, .select, .journey, .view, .buyTickets, .book, .takeVehicle,
            .leaveVehicle:
            0
        }
    }
}
