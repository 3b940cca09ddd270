// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiReservations

/// Eight people who reserve, join, cancel, ride and give up at random for some days. The facts are checked afterwards by
/// `audit`, which knows the rules from the catalogue only.
struct RandomBook {
    private var random: SplitMix64
    private(set) var port: TestRolePort
    private let withRestarts: Bool
    private var passengers: [PassengerID] { (1...8).map { PassengerID($0) } }

    init(seed: Int, withRestarts: Bool) {
        random = SplitMix64(seed: seed)
        port = TestRolePort(at: at(6) + random.number(0...3_599) * 1_000_000_000)
        self.withRestarts = withRestarts
    }

    mutating func live(steps: Int = 150) {
        for _ in 0..<steps { step() }
        // The core ends its requests first, then the module is told.
        for placed in port.placed where port.requests.values.contains(placed.request) {
            port.aborted(placed.request, .runEnded)
        }
        port.close()
    }

    private mutating func step() {
        switch random.number(0...19) {
        case 0...4: reserve()
        case 5: _ = port.cancel(someReservation(), by: random.pick(passengers))
        case 6: cancelOwn()
        case 7: port.view(by: random.pick(passengers))
        case 8...9: port.join(random.pick(passengers), someReservation(), travelers: Int32(random.number(1...2)))
        case 10: callTaxi()
        case 11: endTaxi()
        case 12...15: changeRequest()
        case 16: if withRestarts { port.restart(at: port.now + random.number(0...600) * 1_000_000_000) }
        default: wait()
        }
    }

    private mutating func wait() {
        // Often exactly to a time that matters.
        let timer = port.timers.values.min()
        if let timer, timer >= port.now, random.once(in: 2) {
            port.advance(to: timer + random.pick([-1, 0, 0, 1]))
        } else {
            port.advance(to: port.now + random.number(0...40) * 60_000_000_000)
        }
    }

    private mutating func reserve() {
        let lead = random.pick([119, 120, 121, 150, 180, 181, 240, 300, 2879, 2880, 2881])
        let whole = CityTime(nanoseconds: port.now.nanoseconds / 1_000_000_000 * 1_000_000_000)
        let travelers = Int32(random.pick([0, 1, 1, 1, 2, 4, 8, 9]))
        let destination = random.pick([EnteredPlace.inside, .inside, .inside, .outside, .position(60_000)])
        port.reserve(
            .form(
                whole + lead * 60_000_000_000, destination: destination, travelers: travelers,
                isShared: random.once(in: 2)), by: random.pick(passengers))
    }

    private mutating func someReservation() -> ReservationID {
        ReservationID(random.number(0...Int(port.rules.lastNumber) + 1))
    }

    private mutating func cancelOwn() {
        let passenger = random.pick(passengers)
        guard let row = port.rules.list(of: passenger, at: port.now).first else { return }
        let isExpected = row.isCancellable
        #expect((port.cancel(row.reservation, by: passenger) == nil) == isExpected)
    }

    private mutating func callTaxi() {
        let passenger = random.pick(passengers)
        if port.requests[passenger] == nil { port.callTaxi(passenger) }
    }

    /// A ride or call that has nothing to do with a reservation ends.
    private mutating func endTaxi() {
        let passenger = random.pick(passengers)
        guard let request = port.requests[passenger], !port.placed.contains(where: { $0.request == request }) else {
            return
        }
        port.free(passenger)
    }

    private mutating func changeRequest() {
        let open = port.placed.map(\.request).filter { port.rules.reservation(of: $0) != nil }
        guard !open.isEmpty else { return endRide() }
        let request = random.pick(open)
        guard let id = port.rules.reservation(of: request), let reservation = port.rules.reservation(id),
            let phase = port.rules.entries.value(of: id.number)?.phase
        else { return }
        switch phase {
        case .active(_, isAccepted: true) where random.once(in: 4): port.released(request)
        // A taxi that is early waits (DEC-PUNCTUALITY).
        case .active(_, isAccepted: true): if port.now >= reservation.pickUp { port.aboard(request) }
        case .active where random.once(in: 3): port.waiting(request, random.pick([.noDriver, .allRefused]))
        case .active where random.once(in: 5) && reservation.members.count > 1:
            port.left(request, random.pick(reservation.members).passenger)
        default: port.accepted(request)
        }
    }

    /// A ride that began is over.
    private mutating func endRide() {
        for placed in port.placed where port.rules.reservation(of: placed.request) == nil {
            port.freeAll(of: placed.request)
        }
    }

    // MARK: The audit

    /// Every rule that the facts break.
    func audit() -> [String] {
        var violations: [String] = []
        var open: [ReservationID: (pickUp: CityTime, owner: PassengerID, isActive: Bool, isHeld: Bool)] = [:]
        var ended: Set<ReservationID> = []
        func broken(_ what: String, _ time: CityTime) { violations.append("\(time): \(what)") }
        for (time, event) in port.notes {
            switch event {
            case .reservationStored(let id, let passenger, _, let travelers, let pickUp, _):
                if pickUp - time < .hours(2) || pickUp - time > .hours(48) { broken("\(id) has a bad lead", time) }
                if travelers < 1 || travelers > 8 { broken("\(id) has \(travelers) travelers", time) }
                if open[id] != nil || ended.contains(id) { broken("\(id) is stored twice", time) }
                for other in open.values where other.owner == passenger {
                    let gap = max(other.pickUp, pickUp) - min(other.pickUp, pickUp)
                    if gap < .minutes(60) { broken("\(id) is \(gap) from another one", time) }
                }
                open[id] = (pickUp, passenger, false, false)
            case .reservationActivated(let id, _, _, _):
                guard let entry = open[id] else { return violations + ["\(time): \(id) is activated, but not open"] }
                if time < entry.pickUp - .minutes(10) { broken("\(id) is activated too early", time) }
                if !entry.isHeld && !withRestarts && time != entry.pickUp - .minutes(10) {
                    broken("\(id) is activated late", time)
                }
                if time > entry.pickUp + .minutes(20) && !withRestarts { broken("\(id) is activated too late", time) }
                if entry.isActive && !withRestarts { broken("\(id) is activated twice", time) }
                open[id]?.isActive = true
            case .reservationHeld(let id, _):
                open[id]?.isHeld = true
                if open[id]?.isActive != false && !withRestarts { broken("\(id) is held, but active", time) }
            case .reservationDropped(let id, _):
                guard let entry = open[id] else { return violations + ["\(time): \(id) is dropped, but not open"] }
                if time != entry.pickUp + .minutes(20) && !withRestarts { broken("\(id) is dropped early", time) }
                if time < entry.pickUp + .minutes(20) { broken("\(id) is dropped early", time) }
            case .reservationCancelled(let id, let passenger):
                guard let entry = open[id] else { return violations + ["\(time): \(id) is cancelled, but not open"] }
                if time > entry.pickUp - .hours(2) && time < entry.pickUp { broken("\(id) is cancelled late", time) }
                // Left to a joiner, whom only the board knows: out of the comparison of owners.
                if entry.owner == passenger { open[id]?.owner = PassengerID(0) }
            case .reservationEnded(let id, let outcome):
                if open.removeValue(forKey: id) == nil { broken("\(id) ends, but is not open: \(outcome)", time) }
                if !ended.insert(id).inserted { broken("\(id) ends twice", time) }
            default: break
            }
        }
        if !open.isEmpty { violations.append("\(open.count) reservations never end") }
        return violations
    }
}
