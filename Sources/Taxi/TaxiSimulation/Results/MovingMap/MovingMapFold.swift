// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import TaxiRules

/// Gathers what the moving map shows, from the events of the taxi service alone.
///
/// Memory is that of the coded numbers. A map that would be larger than its limit is given up: what was gathered goes, and
/// the rest of the run costs nothing.
package final class MovingMapFold: MovingMapObserver {
    private let context: TaxiContext
    private let place: (@Sendable (GeographicPoint) -> Place)?
    private let limit: Int
    private let streets: @Sendable () -> [StreetLine]
    /// By the driver's number; nobody has the number 0.
    private var tracks: [TaxiTrack] = []
    private var calls = WaitingCalls()
    private var queues = CodedNumbers()
    private var queueCount = 0
    private var queuedAt = 0
    /// The place of each zone in the context's list.
    private let zoneRows: ZoneRows
    /// Bytes of the tracks.
    private var trackSize = 0
    private var isTooLarge = false
    private var hasStreetRides = false
    private var finished: MovingMap?

    /// Begins the map of a run.
    ///
    /// - Parameters:
    ///   - context: the run.
    ///   - limit: how many bytes the map may take on the page.
    ///   - streets: draws the streets of the city, when the run is over.
    ///   - place: lays positions on the globe out in the plane of the city; nil draws no outlines of zones.
    package init(
        context: TaxiContext, limit: Int, streets: @escaping @Sendable () -> [StreetLine] = { [] },
        place: (@Sendable (GeographicPoint) -> Place)? = nil
    ) {
        self.context = context
        self.limit = limit
        self.streets = streets
        self.place = place
        zoneRows = ZoneRows(context.zones.map(\.id))
        reach(context.drivers)
    }

    /// Reads the taxi service.
    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { records in
            guard !self.isTooLarge else { return }
            for index in records.indices { self.take(records[index].event, at: records[index].time) }
            self.judgeSize()
        }
        feed.on(StreetEvent.self) { records in
            guard !self.isTooLarge else { return }
            for index in records.indices { self.take(records[index].event, at: records[index].time) }
            self.judgeSize()
        }
    }

    package func finish(at end: CityTime) {
        guard finished == nil else { return }
        for index in tracks.indices { tracks[index].codeHeld() }
        finished =
            isTooLarge
            ? MovingMap(tooLargeFor: limit)
            : MovingMap(
                context: context, end: second(end), tracks: tracks, queues: (queues, queueCount), calls: calls.all,
                streets: streets(), hasStreetRides: hasStreetRides, place: place)
        tracks = []
        calls = WaitingCalls()
    }

    /// The map; nil before the end of the run.
    package var map: MovingMap? { finished }
    /// The same, for a page.
    package var part: (any MovingMapPart)? { finished }

    private func judgeSize() {
        // Four letters on the page hold three bytes.
        guard (trackSize + queues.bytes.count + calls.size) / 3 * 4 > limit else { return }
        isTooLarge = true
        tracks = []
        calls = WaitingCalls()
        queues = CodedNumbers()
    }

    private func second(_ time: CityTime) -> Int { max(0, Int((time - context.start).nanoseconds / 1_000_000_000)) }

    private func reach(_ number: Int) {
        while tracks.count <= number { tracks.append(TaxiTrack()) }
    }

    @inline(__always)
    private func change(_ driver: DriverID, _ change: (inout TaxiTrack) -> Void) {
        let index = max(0, driver.index)
        reach(index)
        let before = tracks[index].size
        change(&tracks[index])
        trackSize += tracks[index].size - before
    }

    private func see(_ driver: DriverID, at place: Place, _ time: CityTime) {
        let second = second(time)
        change(driver) { $0.see(Sighting(place, second: second)) }
    }

    private func note(_ driver: DriverID, _ step: TaxiStep, _ about: Int = 0, _ time: CityTime) {
        let second = second(time)
        change(driver) { $0.add(step, about, at: second) }
    }

    /// A turn in a queue: 0 joins at the bottom, 1 leaves, 2 goes to the bottom.
    private func queue(_ driver: DriverID, _ zone: ZoneID, _ kind: Int, _ time: CityTime) {
        guard let index = index(of: zone), driver.number > 0 else { return }
        let second = second(time)
        queues.add(second - queuedAt)
        queues.add(index)
        queues.add(driver.index << 2 | kind)
        queuedAt = second
        queueCount += 1
    }

    private func index(of zone: ZoneID) -> Int? { zoneRows.row(of: zone) }

    private func take(_ event: StreetEvent, at time: CityTime) {
        let second = second(time)
        switch event {
        case .streetAsked(let passenger, let zone, _, let travelers, let place):
            guard let index = index(of: zone) else { return }
            calls.stand(passenger, in: index, people: travelers, at: second, place)
        case .streetBoarded(let passenger, let driver, _, _):
            let call = calls.leaveStreet(passenger, isAboard: true, at: second)
            if let call {
                let sighting = Sighting(second: second, east: Int(call.east), north: Int(call.north))
                change(driver) { $0.see(sighting) }
            }
            note(driver, .aboard, Int(call?.people ?? 1), time)
        case .streetLeft(let passenger, _, _): calls.leaveStreet(passenger, isAboard: false, at: second)
        case .streetRideEnded(_, let driver, let place, _):
            see(driver, at: place, time)
            note(driver, .ended, 0, time)
            // Until the driver asks to be in service again, which is at once unless the shift is over.
            note(driver, .offDuty, Int(StatusCause.streetRide.rawValue), time)
        }
    }

    private func take(_ event: TaxiEvent, at time: CityTime) {
        switch event {
        case .driverRegistered(let driver, _, _, _): reach(max(0, driver.index))
        case .positionReported(let driver, let place, _): see(driver, at: place, time)
        case .statusChanged(let driver, let from, let to, let cause):
            if cause == .streetRide {
                // Told by the events of the street: the taxi has passengers.
                hasStreetRides = true
            } else if to == .offShift {
                note(driver, .offDuty, Int(cause.rawValue), time)
            } else if from == .offShift {
                change(driver) { $0.comeOnDuty() }
                note(driver, .onDuty, 0, time)
            }
        case .driverEnqueued(let driver, let zone, _, _): queue(driver, zone, 0, time)
        case .driverDequeued(let driver, let zone, _): queue(driver, zone, 1, time)
        case .driverMovedToBottom(let driver, let zone, _): queue(driver, zone, 2, time)
        case .offerSent(_, let request, let driver, _, _, _, _, _, _):
            note(driver, .offered, Int(request.number), time)
        case .offerAccepted(_, let request, let driver):
            note(driver, .accepted, Int(request.number), time)
            calls.accept(request, by: driver, at: second(time))
        case .offerRefused(_, _, let driver): note(driver, .refused, 0, time)
        case .offerTimedOut(_, _, let driver): note(driver, .timedOut, 0, time)
        case .offerWithdrawn(_, _, let driver, _): note(driver, .withdrawn, 0, time)
        case .requestStored(let request, let passenger, let zone, let travelers, _, let place):
            guard let index = index(of: zone) else { return }
            calls.begin(
                WaitingCalls.Call(
                    request: request.number, passenger: passenger.number, zone: Int32(index), people: travelers,
                    since: Int32(second(time)), east: Int32(place.metresEast.wholeMetres),
                    north: Int32(place.metresNorth.wholeMetres)))
        case .passengerAttached(let request, let passenger, let travelers):
            calls.join(request, passenger, people: travelers, at: second(time))
        case .passengerDetached(let request, let passenger), .passengerAbandoned(let request, let passenger):
            calls.end(request, passenger, isAboard: false, at: second(time))
        case .requestAborted(let request, _, _): calls.close(request, at: second(time))
        case .boardingPrompted(_, let driver): note(driver, .atMeetingPoint, 0, time)
        case .passengerAboard(let request, let passenger, let driver, let travelers, _):
            if let (east, north) = calls.place(of: request) {
                let sighting = Sighting(second: second(time), east: east, north: north)
                change(driver) { $0.see(sighting) }
            }
            note(driver, .aboard, Int(travelers), time)
            calls.end(request, passenger, isAboard: true, at: second(time))
        case .companionAboard(let request, let passenger, _):
            calls.end(request, passenger, isAboard: true, at: second(time))
        case .companionDropped(_, _, let driver, let place, _):
            see(driver, at: place, time)
            note(driver, .dropped, 0, time)
        case .rideEnded(let request, _, let driver, let place, _):
            see(driver, at: place, time)
            note(driver, .ended, 0, time)
            calls.close(request, at: second(time))
        case .rideReleased(let request, _, let driver):
            note(driver, .released, 0, time)
            calls.close(request, at: second(time))
        case .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered, .messageLost,
            .callPrepared, .positionChosen, .callConfirmed, .callRefused, .tripTaxiRequested, .requestWaiting,
            .requestHandedOver, .taxiSent,
            .driverNotified, .lateAnswerIgnored, .requestRefused, .statusRefused, .illegalTransition,
            .shiftLimitReached, .navigationStarted, .passengerNotified, .etaUpdated, .taxiPositionSent,
            .requestFulfilled, .rideEndedOutsideZones, .badCustomerReported, .moduleRefused, .moduleAccessDenied:
            break
        }
    }
}
