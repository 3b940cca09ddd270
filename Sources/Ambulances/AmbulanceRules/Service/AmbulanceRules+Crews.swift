// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension AmbulanceRules {
    /// A crew reports. What does not follow from what the ambulance does is refused.
    public mutating func reported(
        _ id: AmbulanceID, _ report: CrewReport, at now: CityTime
    ) -> [AmbulanceDirective] {
        guard ambulances.indices.contains(id.index - 1) else { return refused(id, .unknownAmbulance) }
        var directives: [AmbulanceDirective] = []
        switch (report, ambulances[id.index - 1].status) {
        case (.departed, .turningOut(let call)):
            depart(id, to: call, at: now, &directives)
        case (.arrived, .onWay(let call)):
            arrive(id, at: call, now, &directives)
        case (.loaded(let siren), .onScene(let call)):
            guard let hospital = rightHospital(from: ambulances[id.index - 1].place, at: now) else {
                return refused(id, .noHospital)
            }
            transport(id, call, to: hospital, siren: siren, at: now, &directives)
        case (.atHospital, .transporting(let call, let hospital)):
            ambulances[id.index - 1].status = .atHospital(call, hospital)
            ambulances[id.index - 1].place = hospitals[hospital.index - 1].place
            directives.append(.note(.hospitalReached(ambulance: id, call: call, hospital: hospital)))
        case (.handedOver, .atHospital(let call, _)):
            close(call, .handedOver, by: id, &directives)
            free(id, after: call, at: now, &directives)
        case (.cleared, .onScene(let call)):
            close(call, .noTransport, by: id, &directives)
            free(id, after: call, at: now, &directives)
        case (.home, .returning):
            ambulances[id.index - 1].status = .atStation
            ambulances[id.index - 1].place = ambulances[id.index - 1].home
            directives.append(.note(.ambulanceHome(ambulance: id)))
        case (.departed, _), (.arrived, _), (.loaded, _), (.atHospital, _), (.handedOver, _), (.cleared, _), (.home, _):
            return refused(id, .outOfOrder)
        }
        return finish(directives)
    }

    private func refused(_ id: AmbulanceID, _ reason: ReportRefusal) -> [AmbulanceDirective] {
        [.note(.reportRefused(ambulance: id, reason: reason))]
    }

    private mutating func depart(
        _ id: AmbulanceID, to call: AmbulanceCallID, at now: CityTime, _ directives: inout [AmbulanceDirective]
    ) {
        guard let open = calls[call] else { return }
        ambulances[id.index - 1].status = .onWay(call)
        directives.append(.note(.ambulanceDeparted(ambulance: id, call: call)))
        let place = ambulances[id.index - 1].place
        let expected = drive(from: place, to: open.place, priority: open.priority, at: now)
        noteHeldUp(id, from: place, to: open.place, siren: parameters.hasSiren(open.priority), at: now, &directives)
        directives.append(.order(id, .drive(expected: expected)))
    }

    private mutating func arrive(
        _ id: AmbulanceID, at call: AmbulanceCallID, _ now: CityTime, _ directives: inout [AmbulanceDirective]
    ) {
        guard let scene = calls[call]?.place else { return }
        ambulances[id.index - 1].status = .onScene(call)
        ambulances[id.index - 1].place = scene
        directives.append(.note(.ambulanceArrived(ambulance: id, call: call)))
        deadlines.add(.call(call), at: now + parameters.closesAfter)
    }

    /// The hospital that is reached first of those that are open; when none is, the nearest of all, which must take whoever is
    /// brought. Nil when there is none.
    func rightHospital(from place: Place, at now: CityTime) -> HospitalID? {
        var best: (rank: Int, drive: TimeSpan, id: HospitalID)?
        for (index, hospital) in hospitals.enumerated() {
            let rank = hospital.hours.contains(now) ? 0 : 1
            let drive = travel.drive(from: place, to: hospital.place, leaving: now, user: .emergency).duration
            if best.map({ (rank, drive) < ($0.rank, $0.drive) }) ?? true {
                best = (rank, drive, HospitalID(index + 1))
            }
        }
        return best?.id
    }

    private mutating func transport(
        _ id: AmbulanceID, _ call: AmbulanceCallID, to hospital: HospitalID, siren: Bool, at now: CityTime,
        _ directives: inout [AmbulanceDirective]
    ) {
        let (from, to) = (ambulances[id.index - 1].place, hospitals[hospital.index - 1].place)
        let expected = drive(from: from, to: to, siren: siren, at: now)
        ambulances[id.index - 1].status = .transporting(call, hospital)
        directives.append(
            .note(.transportBegun(ambulance: id, call: call, hospital: hospital, expected: expected)))
        noteHeldUp(id, from: from, to: to, siren: siren, at: now, &directives)
        directives.append(.order(id, .transport(hospital, expected: expected)))
    }

    // MARK: Free again

    /// An ambulance is done with a call: its shift is over, the first of the queue gets it, or it goes home.
    private mutating func free(
        _ id: AmbulanceID, after call: AmbulanceCallID, at now: CityTime, _ directives: inout [AmbulanceDirective]
    ) {
        let place = ambulances[id.index - 1].place
        directives.append(.note(.ambulanceFreed(ambulance: id, call: call, place: place)))
        ambulances[id.index - 1].freeSince = now
        guard ambulances[id.index - 1].hours.contains(now) else { return end(id, &directives) }
        let journey = travel.drive(
            from: place, to: ambulances[id.index - 1].home, leaving: now, user: .emergency)
        ambulances[id.index - 1].status = .returning(journey.path, since: now, lasting: journey.duration)
        if let next = queue.popFirst() {
            send(id, to: next, at: now, &directives)
        } else {
            noteHeldUp(
                id, from: place, to: ambulances[id.index - 1].home, siren: false, at: now, &directives)
            directives.append(.order(id, .goHome(expected: journey.duration)))
        }
    }

    /// A shift begins: the ambulance is at its station, and the first of the queue gets it.
    mutating func begin(_ id: AmbulanceID, at now: CityTime, _ directives: inout [AmbulanceDirective]) {
        ambulances[id.index - 1].status = .atStation
        ambulances[id.index - 1].place = ambulances[id.index - 1].home
        ambulances[id.index - 1].freeSince = now
        directives.append(.note(.dutyChanged(ambulance: id, isOn: true)))
        if let next = queue.popFirst() { send(id, to: next, at: now, &directives) }
    }

    /// Shifts that begin at this instant begin before a call of this instant is dispatched, whichever is told first.
    mutating func beginShifts(at now: CityTime, _ directives: inout [AmbulanceDirective]) {
        for ambulance in ambulances {
            if case .offDuty = ambulance.status, ambulance.hours.contains(now) {
                begin(ambulance.id, at: now, &directives)
            }
        }
    }

    /// A shift is over.
    private mutating func end(_ id: AmbulanceID, _ directives: inout [AmbulanceDirective]) {
        ambulances[id.index - 1].status = .offDuty
        directives.append(.note(.dutyChanged(ambulance: id, isOn: false)))
        directives.append(.order(id, .standDown))
    }

    /// A shift begins or ends. Who serves a call ends the shift after it.
    mutating func changeShift(_ id: AmbulanceID, at now: CityTime, _ directives: inout [AmbulanceDirective]) {
        let ambulance = ambulances[id.index - 1]
        deadlines.add(.shift(id), at: ambulance.hours.nextChange(after: now))
        if case .offDuty = ambulance.status {
            if ambulance.hours.contains(now) { begin(id, at: now, &directives) }
        } else if ambulance.isFree, !ambulance.hours.contains(now) {
            end(id, &directives)
        }
    }
}
