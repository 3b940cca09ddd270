// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TripRules

/// What the service is asked to do, when it must wait.
enum TripStep: Sendable {
    /// A message, and the answer that the gateway holds back.
    case message(TripMessage, HeldAnswer?)

    /// Whom it concerns.
    var users: [TripUserID] {
        switch self {
        case .message(.device(let user, _, _), _): [user]
        case .message(.forecast, _), .message(.strike, _), .message(.stock, _), .message(.outage, _): []
        }
    }
}

/// First everything is written, then facts are noted and users notified: who was notified that something is so finds it so after a
/// crash too.
///
/// The files are written beside the loop. What the service shows waits for them in the order of the calls. What a user's message has
/// changed may be refused by the files: that user's next messages wait until it is known, and so it can be taken back.
extension PlannerService {
    /// Takes over what the shelves hold, after a restart of the service. Before the first message.
    ///
    /// - Throws: what a shelf throws when it cannot be read.
    public func restore() throws {
        guard let (users, appointments) = try kept?.load() else { return }
        let directives = planner.restore(users, appointments, at: loop.now)
        // What no user has is of changes that were not kept whole.
        let left = appointments.filter { planner.record(of: $0.key, of: $0.user) == nil }
        if !left.isEmpty { writer.write(kept?.removing(left) ?? []) { _ in } }
        carryOut(directives, of: users.map(\.id))
    }

    /// Takes a step that need not wait.
    func take(_ step: TripStep) {
        switch step {
        case .message(let message, let held):
            note(message)
            guard case .device(let user, let device, let content) = message else {
                return carryOut(planner.take(message, at: loop.now), of: [], held)
            }
            let before = kept == nil ? nil : planner.state(of: user)
            let directives = planner.take(message, at: loop.now)
            carryOut(directives, of: [user], held) { service in
                service.planner.notKept(user, before, content, on: device, at: service.loop.now)
            }
        }
    }

    /// Carries out what the rules returned about these users; `otherwise` says what is so when that cannot be kept, nil where it is so
    /// all the same.
    func carryOut(
        _ directives: [TripDirective], of users: [TripUserID], _ held: HeldAnswer? = nil,
        otherwise: (@Sendable (isolated PlannerService) -> [TripDirective])? = nil
    ) {
        // Calls for time need no file.
        for case .wake(let time) in directives { wake(at: time) }
        guard kept != nil else {
            show(directives)
            held?.give()
            return
        }
        let events = directives.compactMap { if case .note(let event) = $0 { event } else { nil } }
        let writes = kept?.writes(of: events, users, planner) ?? []
        // Nothing is shown before what was done earlier.
        guard !writes.isEmpty || unwritten > 0 else {
            show(directives)
            held?.give()
            return
        }
        let waiting = otherwise == nil ? [] : users
        steps.hold(waiting)
        unwritten += 1
        writer.write(writes) { [self] outcome in
            onLoop { service in
                service.unwritten -= 1
                if let failure = outcome.refused?.error ?? outcome.failure {
                    service.shelfFailure = service.shelfFailure ?? failure
                }
                guard !service.isClosed else { return }
                service.steps.release(waiting)
                if outcome.refused != nil, let otherwise, let user = users.first {
                    let instead = otherwise(service)
                    for case .wake(let time) in instead { service.wake(at: time) }
                    service.writer.write(service.kept?.takingBack(events, user, service.planner) ?? []) { _ in }
                    service.show(instead)
                } else {
                    service.show(directives)
                }
                held?.give()
                while !service.isClosed, let step = service.steps.next(\.users) { service.take(step) }
            }
        }
    }

    /// Notes facts and notifies users.
    private func show(_ directives: [TripDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .notify(let user, let notice): clients?.notify(user, notice)
            case .wake: break
            }
        }
    }
}
