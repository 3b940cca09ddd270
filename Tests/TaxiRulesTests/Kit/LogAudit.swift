// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// Replays the facts of a story with its own books and writes down every breach of the taxi rules.
///
/// It knows the facts only, never the rule values, so an error of the rules cannot hide itself here.
struct LogAudit {
    enum Phase { case open, accepted, aboard, over }

    struct Call {
        let request: RequestID
        var zone: ZoneID
        let travelers: Int32
        var phase = Phase.open
        var asked: [DriverID] = []
        var pending: OfferID?
        var wasRefused = false
        var driver: DriverID?
    }

    struct Offer {
        let request: RequestID
        let driver: DriverID
        let sent: CityTime
        var isOver = false
    }

    let seats: [Int32]
    let isFirstInQueue: Bool
    let deadline: TimeSpan
    /// After an outage, answers and deadlines come late, so their times are not checked.
    var checksTimes = true
    /// Where calls are collected, or look around, they wait though somebody of their zone is free, or nobody is there.
    var checksWaiting = true

    private(set) var violations: [String] = []
    private var queues: [ZoneID: [DriverID]] = [:]
    private var statuses: [DriverID: DriverStatus] = [:]
    private var offers: [OfferID: Offer] = [:]
    /// In order of arrival.
    private var calls: [Call] = []
    private var calledBy: [RequestID: PassengerID] = [:]

    init(seats: [Int32], isFirstInQueue: Bool, deadline: TimeSpan) {
        self.seats = seats
        self.isFirstInQueue = isFirstInQueue
        self.deadline = deadline
    }

    // MARK: Reading the facts

    mutating func note(_ event: TaxiEvent, at now: CityTime) {
        switch event {
        case .requestStored(let request, let passenger, let zone, let travelers, _, _):
            check(!calls.contains { calledBy[$0.request] == passenger && $0.phase != .over }, "\(passenger) has two")
            calledBy[request] = passenger
            calls.append(Call(request: request, zone: zone, travelers: travelers))
        case .offerSent(let offer, let request, let driver, let zone, let place, _, _, _, _):
            send(offer, request, driver, zone, Int(place), at: now)
        case .offerAccepted(let offer, let request, let driver):
            end(offer, isRefusal: false, at: now, exactly: false)
            update(request) { $0.phase = $0.phase == .open ? .accepted : .over }
            update(request) { $0.driver = driver }
        case .offerRefused(let offer, _, _): end(offer, isRefusal: true, at: now, exactly: false)
        case .offerTimedOut(let offer, _, _): end(offer, isRefusal: true, at: now, exactly: true)
        case .offerWithdrawn(let offer, _, _, let reason):
            end(offer, isRefusal: reason == .offShift, at: now, exactly: false)
        case .requestWaiting(let request, _):
            guard checksWaiting, let call = calls.first(where: { $0.request == request }) else { return }
            checkWaiting(call, "waits")
        case .requestHandedOver(let request, let from, let to):
            guard let index = calls.firstIndex(where: { $0.request == request }) else { return }
            check(calls[index].zone == from && calls[index].pending == nil, "request \(request) is handed over twice")
            var call = calls.remove(at: index)
            call.zone = to
            calls.append(call)
        case .requestAborted(let request, _, let reason): abort(request, reason)
        case .requestFulfilled(let request, _): move(request, from: .accepted, to: .aboard)
        case .rideReleased(let request, _, _): move(request, from: .accepted, to: .over)
        case .rideEnded(let request, _, _, _, _): move(request, from: .aboard, to: .over)
        case .driverEnqueued(let driver, let zone, let place, _):
            check(!queues.values.contains { $0.contains(driver) }, "driver \(driver) joins twice")
            check(queues[zone, default: []].count == Int(place), "driver \(driver) does not join at the bottom")
            queues[zone, default: []].append(driver)
        case .driverDequeued(let driver, let zone, _):
            check(queues[zone, default: []].contains(driver), "driver \(driver) leaves a queue of others")
            queues[zone]?.removeAll { $0 == driver }
        case .driverMovedToBottom(let driver, let zone, _):
            check(queues[zone, default: []].contains(driver), "driver \(driver) is moved in a queue of others")
            queues[zone]?.removeAll { $0 == driver }
            queues[zone, default: []].append(driver)
        case .statusChanged(let driver, let old, let new, let cause):
            check(statuses[driver, default: .offShift] == old, "driver \(driver) was not \(old)")
            check(Self.isKnown(old, new, cause), "no change from \(old) to \(new) by \(cause)")
            statuses[driver] = new
        case .illegalTransition(let driver, _, _): check(false, "illegal transition of \(driver)")
        default: break
        }
    }

    /// The four changes, and busy to off shift at the end of a ride (TAXI-QUEUE-15).
    private static func isKnown(_ old: DriverStatus, _ new: DriverStatus, _ cause: StatusCause) -> Bool {
        switch (old, new) {
        case (.offShift, .available): cause == .byHand
        case (.available, .offShift): [.byHand, .leftAllZones, .loggedOut, .shiftLimit].contains(cause)
        case (.available, .busy): cause == .accepted
        case (.busy, .available): cause == .rideEnded || cause == .released
        case (.busy, .offShift): [.byHand, .leftAllZones, .loggedOut, .shiftLimit].contains(cause)
        default: false
        }
    }

    private mutating func send(
        _ offer: OfferID, _ request: RequestID, _ driver: DriverID, _ zone: ZoneID, _ place: Int, at now: CityTime
    ) {
        check(offers[offer] == nil, "offer \(offer) is sent twice")
        guard let index = calls.firstIndex(where: { $0.request == request }) else {
            check(false, "offer \(offer) is for no request")
            return
        }
        let call = calls[index]
        let queue = queues[zone, default: []]
        check(call.zone == zone, "offer \(offer) crosses zones")
        check(queue.indices.contains(place) && queue[place] == driver, "offer \(offer) names a wrong place")
        check(call.phase == .open && call.pending == nil, "request \(request) has a second offer")
        check(isEligible(driver, for: call), "driver \(driver) is asked again or has too few seats")
        check(isFree(driver), "driver \(driver) has a second offer")
        if isFirstInQueue {
            let passedOver = queue.prefix { $0 != driver }.filter { isFree($0) && isEligible($0, for: call) }
            check(passedOver.isEmpty, "offer \(offer) passes over \(passedOver)")
        }
        let older = calls[..<index].filter {
            $0.zone == zone && $0.phase == .open && $0.pending == nil && isEligible(driver, for: $0)
        }
        check(older.isEmpty, "offer \(offer) inverts the order of arrival")
        calls[index].asked.append(driver)
        calls[index].pending = offer
        offers[offer] = Offer(request: request, driver: driver, sent: now)
    }

    private mutating func end(_ id: OfferID, isRefusal: Bool, at now: CityTime, exactly: Bool) {
        guard let offer = offers[id], !offer.isOver else {
            check(false, "offer \(id) ends twice or was never sent")
            return
        }
        offers[id]?.isOver = true
        if checksTimes {
            let age = now - offer.sent
            check(exactly ? age == deadline : age <= deadline, "offer \(id) ends after \(age)")
        }
        update(offer.request) {
            $0.pending = nil
            if isRefusal { $0.wasRefused = true }
        }
    }

    private mutating func abort(_ request: RequestID, _ reason: AbortReason) {
        guard let call = calls.first(where: { $0.request == request }) else { return }
        check(call.pending == nil, "request \(request) ends under a pending offer")
        move(request, from: .open, to: .over)
        guard reason != .abandoned, reason != .runEnded else { return }
        let queue = queues[call.zone, default: []]
        check(!queue.contains { isEligible($0, for: call) }, "request \(request) ends though a driver is left")
        let tooSmall = !queue.isEmpty && queue.allSatisfy { seats[$0.index - 1] < call.travelers }
        let right: AbortReason = call.wasRefused ? .allRefused : tooSmall ? .noTaxiLargeEnough : .noDriver
        check(reason == right, "request \(request) ends as \(reason), not \(right)")
    }

    // MARK: Checks

    /// The relations between the actors hold when a turn ends.
    mutating func finishTurn(queues found: [[DriverID]], statuses held: [DriverStatus], at now: CityTime) {
        for (index, queue) in found.enumerated() {
            check(queue == queues[ZoneID(index + 1), default: []], "the queue of zone \(index + 1) is not as noted")
        }
        for (index, status) in held.enumerated() {
            let driver = DriverID(index + 1)
            check(status == statuses[driver, default: .offShift], "the status of \(driver) is not as noted")
            let isQueued = found.contains { $0.contains(driver) }
            check(isQueued == (status == .available), "driver \(driver) is \(status), queued: \(isQueued) at \(now)")
            let rides = calls.filter { $0.driver == driver && ($0.phase == .accepted || $0.phase == .aboard) }
            check(rides.count == (status == .busy ? 1 : 0), "driver \(driver) is \(status) with \(rides.count) rides")
        }
        guard checksWaiting else { return }
        for call in calls where call.phase == .open && call.pending == nil { checkWaiting(call, "still waits") }
    }

    /// Everything has ended once the run is drained.
    mutating func finish() {
        for offer in offers.values where !offer.isOver { check(false, "an offer to \(offer.driver) never ends") }
        for call in calls where call.phase != .over { check(false, "request \(call.request) never ends") }
    }

    private mutating func checkWaiting(_ call: Call, _ what: String) {
        let eligible = queues[call.zone, default: []].filter { isEligible($0, for: call) }
        check(!eligible.isEmpty, "request \(call.request) \(what) for nobody")
        check(!eligible.contains { isFree($0) }, "request \(call.request) \(what) though a driver is free")
    }

    private func isEligible(_ driver: DriverID, for call: Call) -> Bool {
        seats[driver.index - 1] >= call.travelers && !call.asked.contains(driver)
    }

    private func isFree(_ driver: DriverID) -> Bool {
        !offers.values.contains { $0.driver == driver && !$0.isOver }
    }

    private mutating func move(_ request: RequestID, from old: Phase, to new: Phase) {
        check(calls.contains { $0.request == request && $0.phase == old }, "request \(request) was not \(old)")
        update(request) { $0.phase = new }
    }

    private mutating func update(_ request: RequestID, _ change: (inout Call) -> Void) {
        guard let index = calls.firstIndex(where: { $0.request == request }) else { return }
        change(&calls[index])
    }

    private mutating func check(_ holds: Bool, _ breach: @autoclosure () -> String) {
        if !holds { violations.append(breach()) }
    }
}
