// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import TaxiRules
package import TripRecords

/// Reads the rides of a run from its events, as a meter in each taxi would record them, and how many people asked for one.
package final class RideFold: EventObserver {
    /// What a taxi is doing.
    private struct Taxi {
        var boarded: CityTime?
        var isOff = false
        /// Since when it is off shift, beside rides.
        var offSince: CityTime?
        /// How long it was off shift since its last ride.
        var silence = TimeSpan.zero

        /// Shift time that is over at an instant counts.
        mutating func comesBack(at now: CityTime) {
            if let since = offSince { silence = silence + (now - since) }
            offSince = nil
        }
    }

    private let start: CityTime
    private let sameWish: TimeSpan
    private var taxis: [Int32: Taxi] = [:]
    private var rides = ToldRides()
    /// Those who got no taxi and may ask for the same ride again, until when; nil for who stood on the street in vain and calls now.
    private var returning: [PassengerID: CityTime?] = [:]
    /// Who called, of requests that have not ended.
    private var callers: [RequestID: PassengerID] = [:]
    /// Calls and rides from the start on.
    package private(set) var asked = 0
    package private(set) var served = 0

    /// Counts calls from an instant on; rides are read from the beginning of the run.
    ///
    /// - Parameter sameWish: a call so long after the same person's request was aborted is one for the same ride, which counts once.
    package init(countingFrom start: CityTime, sameWish: TimeSpan) { (self.start, self.sameWish) = (start, sameWish) }

    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { records in
            for index in records.indices { self.take(records[index].event, at: records[index].time) }
        }
        feed.on(StreetEvent.self) { records in
            for index in records.indices { self.take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: StreetEvent, at now: CityTime) {
        switch event {
        case .streetAsked: asks(at: now)
        case .streetBoarded(_, let driver, _, _): boarded(driver, at: now)
        case .streetRideEnded(_, let driver, _, _): ended(driver, at: now)
        case .streetLeft(let passenger, _, let calls): if calls { returning[passenger] = .some(nil) }
        }
    }

    private func take(_ event: TaxiEvent, at now: CityTime) {
        switch event {
        case .requestStored(let request, let passenger, _, _, _, _):
            callers[request] = passenger
            // Who stood on the street before, or was told that there is no taxi, has asked already.
            if let until = returning.removeValue(forKey: passenger), until.map({ now <= $0 }) ?? true { break }
            asks(at: now)
        case .requestAborted(let request, _, let reason):
            guard let passenger = callers.removeValue(forKey: request) else { break }
            switch reason {
            case .noDriver, .allRefused, .noTaxiLargeEnough: returning[passenger] = now + sameWish
            case .abandoned, .runEnded: break
            }
        case .passengerAbandoned(let request, _), .rideReleased(let request, _, _): callers[request] = nil
        case .passengerAboard(let request, _, let driver, _, _):
            callers[request] = nil
            boarded(driver, at: now)
        case .rideEnded(_, _, let driver, _, _): ended(driver, at: now)
        case .statusChanged(let driver, _, let status, _): changed(driver, isOff: status == .offShift, at: now)
        case .driverRegistered, .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered,
            .messageLost, .callPrepared, .positionChosen, .callConfirmed, .callRefused, .tripTaxiRequested,
            .requestWaiting, .requestHandedOver, .taxiSent, .offerSent, .driverNotified,
            .offerAccepted,
            .offerRefused, .offerTimedOut, .offerWithdrawn, .lateAnswerIgnored, .requestRefused, .driverEnqueued,
            .driverDequeued, .driverMovedToBottom, .statusRefused, .illegalTransition, .shiftLimitReached,
            .positionReported, .navigationStarted, .passengerNotified, .etaUpdated, .taxiPositionSent,
            .boardingPrompted, .requestFulfilled, .rideEndedOutsideZones, .badCustomerReported,
            .moduleRefused, .moduleAccessDenied, .passengerAttached, .passengerDetached, .companionAboard,
            .companionDropped:
            break
        }
    }

    private func asks(at now: CityTime) {
        rides.addAsk(at: now)
        if now >= start { asked += 1 }
    }

    private func boarded(_ driver: DriverID, at now: CityTime) {
        if now >= start { served += 1 }
        taxis[driver.number, default: Taxi()].comesBack(at: now)
        // Of a shared ride the first who gets in begins it.
        if taxis[driver.number]?.boarded == nil { taxis[driver.number]?.boarded = now }
    }

    private func ended(_ driver: DriverID, at now: CityTime) {
        guard let taxi = taxis[driver.number], let from = taxi.boarded else { return }
        rides.add(driver.number, from: from, to: now, silence: taxi.silence)
        // Who went off shift during the ride is off from its end on.
        taxis[driver.number] = Taxi(isOff: taxi.isOff, offSince: taxi.isOff ? now : nil)
    }

    private func changed(_ driver: DriverID, isOff: Bool, at now: CityTime) {
        var taxi = taxis[driver.number, default: Taxi()]
        taxi.isOff = isOff
        if taxi.boarded == nil {
            if isOff { taxi.offSince = taxi.offSince ?? now } else { taxi.comesBack(at: now) }
        }
        taxis[driver.number] = taxi
    }

    package func finish(at end: CityTime) {
        for (number, taxi) in taxis.sorted(by: { $0.key < $1.key }) {
            if let from = taxi.boarded { rides.addOpen(number, from: from, until: end, silence: taxi.silence) }
        }
        taxis = [:]
    }

    /// What a record of these rides would show, of these kinds of day.
    package func figures(until end: CityTime, kinds: [String], holidays: Holidays) -> (
        kinds: ObservedFigures, dates: ObservedFigures
    ) {
        rides.figures(from: start, to: end, kinds: kinds, holidays: holidays)
    }
}
