// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import TaxiReservations

/// The reservation rules with a stand-in for everything around them: a clock with timers, a store, a ride board that
/// keeps who is on a ride, and a core that takes requests.
struct TestRolePort {
    struct Failure: Error {}

    var rules: ReservationRules
    private(set) var now: CityTime
    private(set) var notes: [(time: CityTime, event: ReservationEvent)] = []
    private(set) var reported: [(time: CityTime, passenger: PassengerID, notice: ReservationNotice)] = []
    private(set) var timers: [ReservationID: CityTime] = [:]
    private(set) var placed: [(request: RequestID, reservation: Reservation)] = []
    private(set) var withdrawn: [RequestID] = []
    private(set) var detached: [PassengerID] = []
    /// The board: who is on the pending shared rides.
    private(set) var rides: [ReservationID: [Rider]] = [:]
    /// The board: the members of the rides that were opened, and those who joined, with the own ways.
    private(set) var ways: [ReservationID: [SharedRider]] = [:]
    private(set) var opened: [ReservationID] = []
    private(set) var takenOff: [(passenger: PassengerID, reason: LeaveReason)] = []
    private(set) var removed: [RideRemoval] = []
    /// The request of each passenger who has one.
    var requests: [PassengerID: RequestID] = [:]
    var store = RecordMemory<Reservation>()
    var failsToStore = false
    var loggedOut: Set<PassengerID> = []
    var largestSeats: Int32 = 8
    private var lastRequest: Int32 = 0

    init(at now: CityTime, parameters: ReservationParameters = ReservationParameters()) {
        self.now = now
        rules = ReservationRules(parameters: parameters)
    }

    // MARK: What people and the core do

    @discardableResult
    mutating func reserve(_ form: ReservationForm, by passenger: PassengerID = .p) -> ReservationRefusal? {
        let before = notes.count
        let directives = rules.reserve(form, by: passenger, facts(of: form, by: passenger), at: now)
        carryOut(directives)
        for case .reservationRejected(_, let reason) in notes[before...].map(\.event) { return reason }
        return nil
    }

    @discardableResult
    mutating func cancel(_ id: ReservationID, by passenger: PassengerID = .p) -> CancelRefusal? {
        let before = notes.count
        carryOut(rules.cancel(id, by: passenger, isLoggedIn: !loggedOut.contains(passenger), at: now))
        for case .cancelRefused(_, _, let reason) in notes[before...].map(\.event) { return reason }
        return nil
    }

    mutating func view(by passenger: PassengerID = .p) {
        carryOut(rules.view(by: passenger, isLoggedIn: !loggedOut.contains(passenger), at: now))
    }

    /// Joins as the ride board does; false when it has to refuse.
    @discardableResult
    mutating func join(
        _ passenger: PassengerID, _ id: ReservationID, travelers: Int32 = 1, to destination: Place = .origin
    ) -> Bool {
        guard let riders = rides[id], riders.count < 4, !riders.contains(where: { $0.passenger == passenger }),
            let reservation = rules.reservation(id), rules.admits(passenger, pickUp: reservation.pickUp)
        else { return false }
        let rider = Rider(passenger: passenger, travelers: travelers)
        let joiner = SharedRider(rider, from: reservation.place, to: destination)
        rides[id, default: []].append(rider)
        ways[id, default: []].append(joiner)
        if let request = reservation.request { requests[passenger] = request }
        carryOut(rules.joined(joiner, id, at: now))
        return true
    }

    /// The passenger waits for or rides in a taxi that has nothing to do with reservations.
    mutating func callTaxi(_ passenger: PassengerID) {
        lastRequest += 1
        requests[passenger] = RequestID(lastRequest)
    }

    /// The passenger's ride or request has ended.
    mutating func free(_ passenger: PassengerID) {
        requests[passenger] = nil
        for id in rules.held(of: passenger) { lookAt(id) }
    }

    mutating func waiting(_ request: RequestID, _ reason: RoundFailure) { carryOut(rules.waiting(request, reason)) }

    mutating func retried(_ request: RequestID, _ count: Int32) { carryOut(rules.retried(request, count)) }

    mutating func accepted(_ request: RequestID) {
        rules.accepted(request)
        rules.checkInvariants()
    }

    mutating func aboard(_ request: RequestID) { carryOut(rules.aboard(request, at: now)) }

    mutating func released(_ request: RequestID) {
        carryOut(rules.released(request, at: now))
        freeAll(of: request)
    }

    mutating func aborted(_ request: RequestID, _ reason: AbortReason) {
        carryOut(rules.aborted(request, reason, at: now))
        freeAll(of: request)
    }

    mutating func left(_ request: RequestID, _ passenger: PassengerID) {
        if let id = rules.reservation(of: request) { rides[id]?.removeAll { $0.passenger == passenger } }
        carryOut(rules.left(request, passenger))
        free(passenger)
    }

    /// Everybody on this request is free.
    mutating func freeAll(of request: RequestID) {
        for passenger in requests.filter({ $0.value == request }).keys.sorted() { free(passenger) }
    }

    mutating func close() { carryOut(rules.close(at: now)) }

    // MARK: Time

    /// Moves the clock, with every timer on the way, in order.
    mutating func advance(to end: CityTime) {
        while let next = timers.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), next.value <= end {
            now = max(now, next.value)
            timers[next.key] = nil
            lookAt(next.key)
        }
        now = end
    }

    /// The service stops and starts again later: the modules' memories are gone, the ride board's too; only the store, and the
    /// core's requests, are still there.
    mutating func restart(at time: CityTime) {
        let stored = store.load()
        rules = ReservationRules(parameters: rules.parameters)
        timers = [:]
        (rides, ways) = ([:], [:])
        now = time
        rules.restore(lastNumber: stored.lastNumber)
        for reservation in stored.open {
            let isKnown = reservation.request != nil && requests[reservation.owner] == reservation.request
            carryOut(rules.restore(reservation, standing: isKnown ? .open : nil, at: now))
        }
    }

    private mutating func lookAt(_ id: ReservationID) {
        let riders = rides[id] ?? rules.reservation(id)?.members ?? []
        carryOut(rules.due(id, riders: riders.map { DueRider($0, isBusy: requests[$0.passenger] != nil) }, at: now))
    }

    func facts(of form: ReservationForm, by passenger: PassengerID) -> FormFacts {
        func ground(_ entered: EnteredPlace?) -> Ground {
            guard let east = entered?.place.metresEast else { return .beyond }
            return east >= 0 ? .zone(ZoneID(1)) : east >= -1000 ? .city : .beyond
        }
        return FormFacts(
            isLoggedIn: !loggedOut.contains(passenger), origin: ground(form.origin),
            destination: ground(form.destination),
            largestSeats: largestSeats)
    }

    // MARK: Carrying out

    private mutating func carryOut(_ directives: [BookDirective]) {
        for directive in directives {
            switch directive {
            case .store(let reservation):
                guard !failsToStore else {
                    carryOut(rules.notStored(reservation.id))
                    return
                }
                store.save(reservation)
            case .update(let reservation): store.save(reservation)
            case .erase(let id): store.remove(id)
            case .note(let event): notes.append((now, event))
            case .notify(let passenger, let notice): reported.append((now, passenger, notice))
            case .wake(let id, let time): timers[id] = time
            case .letSleep(let id): timers[id] = nil
            case .openRide(let reservation):
                opened.append(reservation.id)
                #expect(rides[reservation.id] == nil)
                rides[reservation.id] = reservation.members
                ways[reservation.id] = reservation.sharedRiders
            case .takeOff(let passenger, let id, let reason):
                takenOff.append((passenger, reason))
                rides[id]?.removeAll { $0.passenger == passenger }
                if rides[id]?.isEmpty == true { rides[id] = nil }
            case .detach(let passenger, _):
                detached.append(passenger)
                free(passenger)
            case .removeRide(let id, let reason):
                removed.append(reason)
                rides[id] = nil
            case .activate(let id, let riders):
                lastRequest += 1
                carryOut(rules.activate(id, riders, as: RequestID(lastRequest), at: now))
            case .rideActivated(let id, _): #expect(rides[id] != nil)
            case .place(let reservation, let request):
                for rider in reservation.members {
                    #expect(requests[rider.passenger] == nil, "\(rider.passenger) is busy")
                    requests[rider.passenger] = request
                }
                placed.append((request, reservation))
            case .withdraw(let request):
                withdrawn.append(request)
                freeAll(of: request)
            }
        }
        rules.checkInvariants()
    }

    // MARK: What was noted

    /// The facts of one kind, with their times.
    func found<Found>(_ body: (ReservationEvent) -> Found?) -> [(time: CityTime, found: Found)] {
        notes.compactMap { note in body(note.event).map { (note.time, $0) } }
    }

    /// When each reservation was activated, in order.
    var activations: [(time: CityTime, found: PassengerID)] {
        found { if case .reservationActivated(_, _, let passenger, _) = $0 { passenger } else { nil } }
    }

    /// How each reservation ended, in order.
    var endings: [(time: CityTime, found: ReservationOutcome)] {
        found { if case .reservationEnded(_, let outcome) = $0 { outcome } else { nil } }
    }

    /// Nothing is remembered of anybody.
    var isBlank: Bool {
        rules.entries.count == 0 && rules.rows.count == 0 && rules.requests.count == 0 && timers.isEmpty
    }
}
