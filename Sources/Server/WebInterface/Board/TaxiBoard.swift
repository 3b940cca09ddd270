// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Synchronization
import TaxiRules

/// How the taxis of a live city are, for the dispatcher's page: a fold over the event log, so a city that was started anew knows it too.
package final class TaxiBoard: EventObserver, Sendable {
    private let state = Mutex(TaxiBoardState())

    /// Nothing has happened yet.
    package init() {}

    /// Follows the taxi service.
    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [unowned self] batch in
            state.withLock { state in
                for index in batch.indices { state.take(batch[index].event, at: batch[index].time) }
            }
        }
    }

    /// All of it at a time, each list by its number.
    func json(at now: CityTime, _ layout: any ZoneLayout) -> JSONValue { state.withLock { $0.json(at: now, layout) } }
}

/// What the board knows.
private struct TaxiBoardState: Sendable {
    private struct Call {
        let zone: ZoneID
        let since: CityTime
        let place: Place
        var phase = PassengerPhase.searching
        var taxi: DriverID?
        var expected: CityTime?
    }

    private enum PassengerPhase: String {
        case searching, waiting, coming, aboard
    }

    private struct Taxi {
        var status = DriverStatus.offShift
        var place: Place?
        var zone: ZoneID?
        var request: RequestID?
    }

    private struct Figures {
        var (calls, accepted, aborted, ended) = (0, 0, 0, 0)
        /// From a call to boarding.
        var (aboard, wait, worst) = (0, TimeSpan.zero, TimeSpan.zero)
    }

    private var calls: [RequestID: Call] = [:]
    private var taxis: [DriverID: Taxi] = [:]
    private var queues: [ZoneID: [DriverID]] = [:]
    private var figures = Figures()

    mutating func take(_ event: TaxiEvent, at time: CityTime) {
        switch event {
        case .requestStored(let request, _, let zone, _, _, let place):
            calls[request] = Call(zone: zone, since: time, place: place)
            figures.calls += 1
        case .requestWaiting(let request, _): calls[request]?.phase = .waiting
        case .requestHandedOver(let request, _, _): calls[request]?.phase = .searching
        case .offerAccepted(_, let request, let driver):
            calls[request]?.phase = .coming
            calls[request]?.taxi = driver
            taxis[driver]?.request = request
            figures.accepted += 1
        case .passengerNotified(_, let request, _, _, let taxi, let eta, _):
            if taxi != nil, let eta { calls[request]?.expected = eta }
        case .passengerAboard(let request, _, _, _, _):
            guard let call = calls[request] else { return }
            calls[request]?.phase = .aboard
            figures.aboard += 1
            figures.wait = figures.wait + (time - call.since)
            figures.worst = max(figures.worst, time - call.since)
        case .requestAborted(let request, _, let reason):
            end(request)
            // Who gave up was not left without a taxi.
            if reason != .abandoned { figures.aborted += 1 }
        case .passengerAbandoned(let request, _): end(request)
        case .rideReleased(let request, _, _): end(request)
        case .rideEnded(let request, _, _, let place, _):
            if let taxi = calls[request]?.taxi { taxis[taxi]?.place = place }
            end(request)
            figures.ended += 1
        case .driverRegistered(let driver, _, _, _): taxis[driver] = Taxi()
        case .statusChanged(let driver, _, let status, _): taxis[driver]?.status = status
        case .positionReported(let driver, let place, _): taxis[driver]?.place = place
        case .driverEnqueued(let driver, let zone, _, _):
            queues[zone, default: []].append(driver)
            taxis[driver]?.zone = zone
        case .driverDequeued(let driver, let zone, _):
            queues[zone]?.removeAll { $0 == driver }
            taxis[driver]?.zone = nil
        case .driverMovedToBottom(let driver, let zone, _):
            queues[zone]?.removeAll { $0 == driver }
            queues[zone]?.append(driver)
        case .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered, .messageLost, .callPrepared,
            .positionChosen, .callConfirmed, .callRefused, .tripTaxiRequested, .taxiSent, .offerSent, .driverNotified,
            .offerRefused, .offerTimedOut, .offerWithdrawn, .lateAnswerIgnored, .requestRefused, .statusRefused,
            .illegalTransition, .shiftLimitReached, .navigationStarted, .etaUpdated, .taxiPositionSent,
            .boardingPrompted,
            .requestFulfilled, .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied,
            .passengerAttached, .passengerDetached, .companionAboard, .companionDropped:
            break
        }
    }

    private mutating func end(_ request: RequestID) {
        if let taxi = calls[request]?.taxi, taxis[taxi]?.request == request { taxis[taxi]?.request = nil }
        calls[request] = nil
    }

    /// All of it at a time, each list by its number.
    func json(at now: CityTime, _ layout: any ZoneLayout) -> JSONValue {
        let open = calls.filter { $0.value.phase != .aboard }
        let zones = layout.zones.map { zone -> JSONValue in
            [
                "zone": JSONValue(zone.id), "queue": .list((queues[zone.id] ?? []).map { JSONValue($0) }),
                "open": JSONValue(open.values.count { $0.zone == zone.id && $0.taxi == nil }),
            ]
        }
        let unserved = open.values.filter { $0.taxi == nil }
        return [
            "now": .time(now), "zones": .list(zones),
            "taxis": .list(taxis.keys.sorted().compactMap { id in taxis[id].map { json(id, $0, layout) } }),
            "calls": .list(calls.keys.sorted().compactMap { id in calls[id].map { json(id, $0, layout) } }),
            "figures": [
                "calls": JSONValue(figures.calls), "accepted": JSONValue(figures.accepted),
                "aborted": JSONValue(figures.aborted), "ended": JSONValue(figures.ended),
                "meanWaitSeconds": figures.aboard == 0
                    ? .null : .number((figures.wait.inSeconds / Double(figures.aboard)).rounded()),
                "worstWaitSeconds": figures.aboard == 0 ? .null : .number(figures.worst.inSeconds.rounded()),
                "longestOpenSeconds": unserved.map { (now - $0.since).inSeconds }.max().map { .number($0.rounded()) }
                    ?? .null,
            ],
        ]
    }

    private func json(_ id: DriverID, _ taxi: Taxi, _ layout: any ZoneLayout) -> JSONValue {
        [
            "taxi": JSONValue(id), "status": .text(taxi.status.word),
            "place": taxi.place.map { WebPlace.json($0, layout) } ?? .null,
            "zone": taxi.zone.map { JSONValue($0) } ?? .null, "request": taxi.request.map { JSONValue($0) } ?? .null,
        ]
    }

    private func json(_ id: RequestID, _ call: Call, _ layout: any ZoneLayout) -> JSONValue {
        [
            "request": JSONValue(id), "zone": JSONValue(call.zone), "since": .time(call.since),
            "place": WebPlace.json(call.place, layout), "phase": .text(call.phase.rawValue),
            "taxi": call.taxi.map { JSONValue($0) } ?? .null, "expected": call.expected.map { .time($0) } ?? .null,
        ]
    }
}
