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
    private var taxis: [Int32: Taxi] = [:]
    private var rides = ToldRides()
    /// Those who stood on the street in vain and call now.
    private var callers: Set<PassengerID> = []
    /// Calls and rides from the start on.
    package private(set) var asked = 0
    package private(set) var served = 0

    /// Counts calls from an instant on; rides are read from the beginning of the run.
    package init(countingFrom start: CityTime) { self.start = start }

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
        case .streetLeft(let passenger, _, let calls): if calls { callers.insert(passenger) }
        }
    }

    private func take(_ event: TaxiEvent, at now: CityTime) {
        switch event {
        case .requestStored(_, let passenger, _, _, _, _):
            // Who stood on the street before has asked already.
            if callers.remove(passenger) == nil { asks(at: now) }
        case .passengerAboard(_, _, let driver, _, _): boarded(driver, at: now)
        case .rideEnded(_, _, let driver, _, _): ended(driver, at: now)
        case .statusChanged(let driver, _, let status, _): changed(driver, isOff: status == .offShift, at: now)
        case .driverRegistered, .zoneOpened, .driverSession, .passengerSession, .noticeHeld, .noticeDelivered,
            .messageLost, .callPrepared, .positionChosen, .callConfirmed, .callRefused, .tripTaxiRequested,
            .requestWaiting, .requestHandedOver, .taxiSent, .requestAborted, .passengerAbandoned, .offerSent,
            .driverNotified,
            .offerAccepted,
            .offerRefused, .offerTimedOut, .offerWithdrawn, .lateAnswerIgnored, .requestRefused, .driverEnqueued,
            .driverDequeued, .driverMovedToBottom, .statusRefused, .illegalTransition, .shiftLimitReached,
            .positionReported, .navigationStarted, .passengerNotified, .etaUpdated, .taxiPositionSent,
            .boardingPrompted, .requestFulfilled, .rideReleased, .rideEndedOutsideZones, .badCustomerReported,
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
