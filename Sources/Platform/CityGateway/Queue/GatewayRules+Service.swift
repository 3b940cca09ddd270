// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension GatewayRules {
    // MARK: Waiting

    mutating func queue(_ message: InnerMessage, at now: CityTime, _ directives: inout [GatewayDirective]) {
        if isUp, let worker = freeWorkers.popLast() {
            begin(lines.admit(message), worker, at: now, &directives)
            return
        }
        let rank = parameters.priorities[message.kind]
        guard lines.count(in: rank) < parameters.queueBound else {
            refuse(message, .serverBusy, &directives)
            return
        }
        lines.append(lines.admit(message), to: rank)
        planWake(&directives)
    }

    /// The time as the patience of messages counts it: it stands still in outages.
    func running(_ now: CityTime) -> CityTime { (downSince ?? now) - downTime }

    /// Asks to be called when the first patience ends, unless a call is planned.
    ///
    /// All messages have the same patience, so the first of a class is the first whose patience ends. The call may come too
    /// early, when that message was served: it is planned again then, which is cheaper than moving it for each message.
    mutating func planWake(_ directives: inout [GatewayDirective]) {
        guard isUp, !isWakePlanned, parameters.timeOut != nil else { return }
        var next = CityTime.never
        for rank in 0..<lines.classCount {
            if let slot = lines.first(in: rank) { next = min(next, lines[slot].patience) }
        }
        guard next < .never else { return }
        isWakePlanned = true
        directives.append(.wake(at: next + downTime))
    }

    /// The time of the planned call has come: messages that waited too long are refused.
    public mutating func patienceEnded(at now: CityTime) -> [GatewayDirective] {
        var directives: [GatewayDirective] = []
        isWakePlanned = false
        guard isUp else { return directives }
        for rank in 0..<lines.classCount {
            while let slot = lines.first(in: rank), lines[slot].patience <= running(now) {
                _ = lines.removeFirst(of: rank)
                refuse(lines[slot], .timedOut, &directives)
                settle(slot, &directives)
            }
        }
        planWake(&directives)
        return directives
    }

    // MARK: Service

    private mutating func begin(
        _ slot: Int, _ worker: Int, at now: CityTime, _ directives: inout [GatewayDirective]
    ) {
        workers[worker] = slot
        lines[slot].started = now
        directives.append(.begin(worker: worker))
    }

    /// A worker has begun with a message that takes this long. Returns how long the worker is busy with it: the first
    /// message of a connection takes the set-up as well.
    public mutating func begun(_ worker: Int, _ service: TimeSpan, at now: CityTime) -> TimeSpan {
        let slot = workers[worker]
        lines[slot].service = service
        if parameters.tlsSetUp > .zero {
            setUps.sweep(at: now)
            let key = lines[slot].envelope.connection.key
            let isSetUp = setUps.time(of: key).map { $0 > now } ?? false
            if !isSetUp { lines[slot].service = service + parameters.tlsSetUp }
            if isSetUp || setUps.count < parameters.mostAnonymous { setUps.set(key, now + parameters.keepAlive) }
        }
        return lines[slot].service
    }

    /// A worker has done its work: the message is answered, unless its session has ended meanwhile.
    public mutating func workEnded(
        _ worker: Int, at now: CityTime, isOn: (ModuleName) -> Bool
    ) -> [GatewayDirective] {
        var directives: [GatewayDirective] = []
        let slot = workers[worker]
        guard let reason = refusal(of: lines[slot].envelope, isOn) else {
            directives.append(.serve(worker: worker))
            return directives
        }
        refuse(lines[slot], started: lines[slot].started, reason, &directives)
        leave(worker, at: now, isOn: isOn, &directives)
        return directives
    }

    /// The message of a worker, with its session, for the services.
    ///
    /// While timers are held, it carries the time at which it reached the server (AVAIL-02).
    public func message(of worker: Int) -> (envelope: Envelope, session: Session?) {
        let message = lines[workers[worker]]
        var envelope = message.envelope
        if isHolding { envelope.reached = message.arrived }
        return (envelope, sessions.session(of: envelope.token))
    }

    /// The message that a worker begins to work on, and when it arrived.
    func message(begunBy worker: Int) -> (envelope: Envelope, arrived: CityTime) {
        let message = lines[workers[worker]]
        return (message.envelope, message.arrived)
    }

    /// The fact that the message of a worker is answered now.
    public func answered(_ worker: Int) -> ServerEvent {
        let message = lines[workers[worker]]
        return .messageAnswered(
            message: message.id, kind: message.kind, client: message.envelope.client,
            channel: message.envelope.channel, account: message.account, arrived: message.arrived,
            started: message.started, waiting: message.waiting)
    }

    /// The services have answered the message of a worker.
    public mutating func served(
        _ worker: Int, at now: CityTime, isOn: (ModuleName) -> Bool
    ) -> [GatewayDirective] {
        var directives: [GatewayDirective] = []
        leave(worker, at: now, isOn: isOn, &directives)
        return directives
    }

    /// A worker lets its message go and takes the next one.
    private mutating func leave(
        _ worker: Int, at now: CityTime, isOn: (ModuleName) -> Bool, _ directives: inout [GatewayDirective]
    ) {
        settle(workers[worker], &directives)
        workers[worker] = -1
        takeNext(worker, at: now, isOn: isOn, &directives)
    }

    /// A free worker takes the next message that may be served, if there is one.
    mutating func takeNext(
        _ worker: Int, at now: CityTime, isOn: (ModuleName) -> Bool, _ directives: inout [GatewayDirective]
    ) {
        while let slot = lines.removeNext() {
            if !lines[slot].isChecked {
                lines[slot].isChecked = true
                if let reason = refusal(of: lines[slot].envelope, isOn) {
                    refuse(lines[slot], reason, &directives)
                    settle(slot, &directives)
                    continue
                }
            }
            begin(slot, worker, at: now, &directives)
            return
        }
        freeWorkers.append(worker)
    }

    /// A message is answered or refused, and forgotten.
    private mutating func settle(_ slot: Int, _ directives: inout [GatewayDirective]) {
        let number = lines[slot].id.number
        lines.forget(slot)
        guard number <= lastOfOutage else { return }
        leftOfOutage -= 1
        if leftOfOutage == 0 { endHold(&directives) }
    }
}
