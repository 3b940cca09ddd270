// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension AmbulanceRules {
    /// Somebody calls, of whom nothing else is known; a call-taker assesses the call.
    public mutating func call(from place: Place, priority: Int32) -> [AmbulanceDirective] {
        guard (1...parameters.priorities).contains(priority) else {
            return [.note(.callRefused(call: nil, patient: nil, reason: .unknownPriority))]
        }
        var directives: [AmbulanceDirective] = []
        let call = open(OpenCall(place: place, priority: priority, patient: nil), &directives)
        directives.append(.assess(call, priority: priority))
        return directives
    }

    /// A patient is in danger: an ambulance is sent at once, or as soon as one is free (HEALTH-SOS-AMBULANCE). Whoever has an open
    /// call gets no second one (INV-AtMostOneAmbulance).
    public mutating func callSOS(
        _ patient: PatientID, at place: Place, priority: Int32, at now: CityTime
    ) -> [AmbulanceDirective] {
        if let call = callOfPatient[patient] {
            return [.note(.sosSuppressed(patient: patient, call: call)), .answer(patient, .alreadyOpen(call))]
        }
        guard (1...parameters.priorities).contains(priority) else {
            return [
                .note(.callRefused(call: nil, patient: patient, reason: .unknownPriority)),
                .answer(patient, .unknownPriority),
            ]
        }
        var directives: [AmbulanceDirective] = []
        let call = open(OpenCall(place: place, priority: priority, patient: patient), &directives)
        callOfPatient[patient] = call
        directives.append(.answer(patient, .taken(call)))
        dispatch(call, at: now, &directives)
        return directives
    }

    /// The call-taker has heard enough.
    public mutating func assessed(_ call: AmbulanceCallID, at now: CityTime) -> [AmbulanceDirective] {
        guard let open = calls[call] else {
            return [.note(.callRefused(call: call, patient: nil, reason: .unknownCall))]
        }
        guard case .received = open.phase else {
            return [.note(.callRefused(call: call, patient: open.patient, reason: .alreadyAssessed))]
        }
        var directives: [AmbulanceDirective] = []
        dispatch(call, at: now, &directives)
        return directives
    }

    private mutating func open(_ call: OpenCall, _ directives: inout [AmbulanceDirective]) -> AmbulanceCallID {
        lastCall += 1
        let id = AmbulanceCallID(lastCall)
        calls[id] = call
        directives.append(
            .note(.callReceived(call: id, place: call.place, priority: call.priority, patient: call.patient)))
        return id
    }

    // MARK: Dispatch

    /// Sends the nearest free ambulance, or lets the call wait.
    private mutating func dispatch(
        _ call: AmbulanceCallID, at now: CityTime, _ directives: inout [AmbulanceDirective]
    ) {
        guard let open = calls[call] else { return }
        beginShifts(at: now, &directives)
        let ambulance = nearestFree(to: open.place, priority: open.priority, at: now)
        directives.append(.note(.callAssessed(call: call, isQueued: ambulance == nil)))
        if let ambulance {
            send(ambulance, to: call, at: now, &directives)
        } else {
            calls[call]?.phase = .waiting
            queue.insert(call, priority: open.priority)
        }
    }

    /// The free ambulance that is at a place first; of several the one that has been free for longest. The router is asked once
    /// for each place at which free ambulances are, where their stations follow each other.
    func nearestFree(to place: Place, priority: Int32, at now: CityTime) -> AmbulanceID? {
        var starts: [Place] = []
        let free = ambulances.filter(\.isFree).map { ambulance in
            let from = ambulance.place(at: now)
            if starts.last != from { starts.append(from) }
            return (ambulance: ambulance, start: starts.count - 1)
        }
        let siren = parameters.hasSiren(priority)
        let times = travel.times(
            to: place, from: starts, leaving: now, isApproach: false, user: user(siren: siren))
        var best: (drive: TimeSpan, since: CityTime, id: AmbulanceID)?
        for (ambulance, start) in free {
            guard let time = times[start] else { continue }
            let drive = quicker(time, siren: siren)
            if best.map({ (drive, ambulance.freeSince) < ($0.drive, $0.since) }) ?? true {
                best = (drive, ambulance.freeSince, ambulance.id)
            }
        }
        return best?.id
    }

    /// How long a drive to the scene of a call is expected to take.
    func drive(from start: Place, to end: Place, priority: Int32, at now: CityTime) -> TimeSpan {
        drive(from: start, to: end, siren: parameters.hasSiren(priority), at: now)
    }

    /// A drive, which closed streets let pass when it is with siren.
    func drive(from start: Place, to end: Place, siren: Bool, at now: CityTime) -> TimeSpan {
        quicker(travel.drive(from: start, to: end, leaving: now, user: user(siren: siren)).duration, siren: siren)
    }

    private func user(siren: Bool) -> RoadUser { siren ? .siren : .emergency }

    /// What a drive takes with siren, where the router does not know that.
    private func quicker(_ time: TimeSpan, siren: Bool) -> TimeSpan {
        siren && !travel.hasSirenTimes ? parameters.withSiren(time) : time
    }

    /// Notes what closed streets and slow times cost a drive that begins.
    func noteHeldUp(
        _ id: AmbulanceID, from start: Place, to end: Place, siren: Bool, at now: CityTime,
        _ directives: inout [AmbulanceDirective]
    ) {
        let query = RouteQuery(from: start, to: end, leaving: now, user: user(siren: siren))
        func cost(_ time: TimeSpan) -> TimeSpan { quicker(time, siren: siren) }
        let (heldUp, slowed) = (travel.heldUp(query), travel.slowed(query))
        if heldUp > .zero { directives.append(.note(.ambulanceHeldUp(ambulance: id, by: cost(heldUp)))) }
        if slowed > .zero { directives.append(.note(.ambulanceSlowed(ambulance: id, by: cost(slowed)))) }
    }

    /// Sends a free ambulance to a call.
    mutating func send(
        _ id: AmbulanceID, to call: AmbulanceCallID, at now: CityTime, _ directives: inout [AmbulanceDirective]
    ) {
        guard let open = calls[call] else { return }
        let from = ambulances[id.index - 1].place(at: now)
        let origin: DispatchOrigin
        if case .atStation = ambulances[id.index - 1].status { origin = .station } else { origin = .road }
        ambulances[id.index - 1].place = from
        ambulances[id.index - 1].status = .turningOut(call)
        calls[call]?.phase = .assigned(id)
        let expected = drive(from: from, to: open.place, priority: open.priority, at: now)
        directives.append(
            .note(.ambulanceSent(ambulance: id, call: call, place: from, origin: origin, expected: expected)))
        directives.append(.order(id, .turnOut(call, priority: open.priority, from: origin)))
    }

    // MARK: The end of a call

    /// Closes a call, unless that was done before.
    mutating func close(
        _ call: AmbulanceCallID, _ ending: CallEnding, by ambulance: AmbulanceID,
        _ directives: inout [AmbulanceDirective]
    ) {
        guard let closed = calls.removeValue(forKey: call) else { return }
        if let patient = closed.patient { callOfPatient[patient] = nil }
        directives.append(.note(.callClosed(call: call, ambulance: ambulance, ending: ending)))
    }

    /// The crew has not reported for so long after its arrival (DEC-HEALTH-ONE-CALL).
    mutating func timedOut(_ call: AmbulanceCallID, _ directives: inout [AmbulanceDirective]) {
        guard case .assigned(let ambulance) = calls[call]?.phase else { return }
        close(call, .timedOut, by: ambulance, &directives)
    }
}
