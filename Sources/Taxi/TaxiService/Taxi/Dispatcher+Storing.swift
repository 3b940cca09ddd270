// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules

/// What a message concerns, so far as a request may yet be refused because its store does not take it.
enum CallKey: Hashable, Sendable {
    /// A passenger.
    case passenger(PassengerID)
    /// Shared rides that one may join.
    case sharedRides
}

/// Requests that outlive the service (TAXI-CALL-21).
///
/// The store is written beside the loop. A new request is not noted, offered or confirmed until the store has it, and its
/// passengers are asked nothing in that time; all others go on. What is stored of a known request holds nothing up but the
/// notices to its passengers, who learn of nothing that a crash could undo.
extension Dispatcher {
    /// Takes over what the store holds, after a restart. After the modules were installed and before the first message; the
    /// reservations are restored by their module.
    ///
    /// Every restored request is open: a driver who was under way has no ride any more, and is asked like the others. Nobody
    /// is in service yet, so a restored request is not aborted for that: it is put to the drivers again every 60 s, as a
    /// reservation is (DEC-RESV-RETRY). Passengers learn of it at their next login.
    ///
    /// - Throws: What the store throws when it cannot be read.
    public func restore() throws {
        guard let stored = try store?.load() else { return }
        rules.restore(lastNumber: stored.lastNumber)
        for call in stored.open where call.riders.allSatisfy({ rules.openRequest(of: $0.passenger) == nil }) {
            let isShared = !call.ways.isEmpty
            if isShared {
                sharedRidePort?.open(
                    call.request, members: call.ways, zone: call.zone, place: call.place, source: call.source)
            }
            let party = ModuleRequest(
                riders: call.riders, zone: call.zone, place: call.place, source: call.source,
                roundPause: .seconds(60), isShared: isShared, reference: call.reference)
            carryOut(rules.place(party, as: call.request, at: loop.now))
        }
    }

    /// Stores a request. True when the caller goes on with its directives; else they are carried out when the new request is
    /// durable, or left out when the store does not take it.
    func save(_ id: RequestID, _ source: PositionSource, then rest: ArraySlice<CallDirective>) -> Bool {
        guard let store, let request = rules.request(id) else { return true }
        let party = request.isPlaced ? rules.party(of: id) : nil
        // The module knows of a joiner before the core does.
        let ways = party?.isShared == true ? sharedRidePort?.members(of: id) ?? [] : []
        let known = party?.riders ?? [Rider(passenger: request.passenger, travelers: request.travelers)]
        let call = StoredCall(
            request: id, zone: request.zone, place: request.place, source: source,
            riders: ways.isEmpty ? known : ways.map(\.rider), ways: ways, reference: request.reference)
        let riders = call.riders.map(\.passenger)
        // What is written in the turn holds up nobody.
        let passengers = writer.isInTurn ? [] : riders
        let isNew = !request.isStored
        let keys: [CallKey] = isNew ? passengers.map { .passenger($0) } + (party == nil ? [] : [.sharedRides]) : []
        waits.riders[id] = riders
        waits.steps.hold(keys)
        waits.notices.hold(passengers)
        writer.write([RecordWrite(.save(call), in: store, isNeeded: true)]) { [self] outcome in
            onLoop { core in
                core.saved(id, isNew: isNew, outcome, rest)
                core.release(passengers)
                core.release(keys)
            }
        }
        return !isNew
    }

    private func saved(_ id: RequestID, isNew: Bool, _ outcome: WriteOutcome, _ rest: ArraySlice<CallDirective>) {
        guard !isClosing else { return }
        if let (_, error) = outcome.refused { storeFailure = storeFailure ?? error }
        guard isNew else {
            if outcome.refused == nil { rules.stored(id) }
            return
        }
        let isPlaced = rules.request(id)?.isPlaced == true
        guard outcome.refused != nil else {
            rules.stored(id)
            carryOut(Array(rest))
            return
        }
        waits.riders[id] = nil
        carryOut(rules.notStored(id, at: loop.now))
        // The ride of a request that does not exist is gone, too.
        if isPlaced { changed(id, .aborted(.abandoned), always: true) }
    }

    /// Stores who is on a shared ride's request now; a reservation's is stored by its module.
    func keep(_ id: RequestID) {
        guard store != nil, let party = rules.party(of: id), party.pickUp == nil else { return }
        _ = save(id, party.source, then: [])
    }

    /// Takes a request out of the store.
    func erase(_ id: RequestID) {
        guard let store else { return }
        let riders = waits.riders.removeValue(forKey: id) ?? []
        let passengers = writer.isInTurn ? [] : riders
        waits.notices.hold(passengers)
        writer.write([RecordWrite(.remove(id), in: store)]) { [self] outcome in
            onLoop { core in
                core.storeFailure = core.storeFailure ?? outcome.failure
                core.release(passengers)
            }
        }
    }

    // MARK: What waits for the store

    /// Something of these passengers is being stored: their notices wait until `resume`, and what they send too `withMessages`.
    func suspend(_ passengers: [PassengerID], withMessages: Bool) {
        waits.notices.hold(passengers)
        if withMessages { waits.steps.hold(passengers.map { .passenger($0) }) }
    }

    /// It is stored, or refused.
    func resume(_ passengers: [PassengerID], withMessages: Bool) {
        release(passengers)
        if withMessages { release(passengers.map { .passenger($0) }) }
    }

    /// Hands on what waited for passengers of whom nothing else is being stored.
    func release(_ passengers: [PassengerID]) {
        let waited = waits.notices.release(passengers)
        guard !isClosing else { return }
        for (passenger, item) in waited {
            switch item {
            case .notice(let notice): notify(passenger, notice)
            case .answer(let answer): answer.give()
            }
        }
    }

    /// Takes the messages that waited for these.
    func release(_ keys: [CallKey]) {
        guard !keys.isEmpty else { return }
        waits.steps.release(keys)
        while !isClosing, let step = waits.steps.next({ Self.keys(of: $0.message) }) {
            take(step.message)
            hold(step.answer, to: step.message)
        }
    }

    /// Takes a message whose answer waits until what it asks for is stored.
    func serve(_ message: TaxiMessage, _ answer: HeldAnswer?) {
        guard isAdmitted(message, answer) else { return }
        take(message)
        hold(answer, to: message)
    }

    /// Whether a message may be taken now; else it comes later by itself.
    func isAdmitted(_ message: TaxiMessage, _ answer: HeldAnswer?) -> Bool {
        waits.steps.isIdle
            || waits.steps.admits(CallStep(message: message, answer: answer)) { Self.keys(of: $0.message) }
    }

    /// Gives the answer to a message that was taken, after the notices to its sender.
    private func hold(_ answer: HeldAnswer?, to message: TaxiMessage) {
        guard let answer else { return }
        if case .passenger(let passenger, _) = message, waits.notices.keep(.answer(answer), for: passenger) { return }
        answer.give()
    }

    /// What a message concerns.
    private static func keys(of message: TaxiMessage) -> [CallKey] {
        switch message {
        case .passenger(let id, .shareSearch), .passenger(let id, .joinRide), .passenger(let id, .declineRides):
            [.passenger(id), .sharedRides]
        case .passenger(let id, _), .control(.cancelReservations(let id)), .control(.forget(let id)): [.passenger(id)]
        case .driver, .control: []
        }
    }
}

/// A message that waits, and the answer that the gateway holds back.
struct CallStep: Sendable {
    let message: TaxiMessage
    let answer: HeldAnswer?
}
