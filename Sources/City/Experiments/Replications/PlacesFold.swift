// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import EventLog
import ScenarioFile
import TaxiReports
import TaxiRules
import TaxiScenario

/// Counts requests and waits by the zones that people's places are drawn in, when the service has other zones.
///
/// So the same people are compared under every layout: the passengers of one part of the city, whatever zones it is cut
/// into. A wait counts as in the metrics: from the stored request to boarding, of a reservation from the agreed time.
final class PlacesFold: EventObserver {
    private let layout: any ZoneLayout
    private let start, from: CityTime
    /// Whether the metrics do not say the same of the zones.
    private let isNeeded: Bool
    /// By index in the layout's zones.
    private var tallies: [Tally]
    private let indexes: [ZoneID: Int]
    /// Open counted requests; read by number only.
    private var open: [RequestID: (index: Int, stored: CityTime)] = [:]
    /// The wishes of open requests, counted or not; read by number only.
    private var openWishes: [RequestID: Wish] = [:]
    private var tally: WishTally
    /// When passengers confirmed the call that is not stored yet; read by number only.
    private var confirmed: [PassengerID: CityTime] = [:]
    /// Agreed times; read by number only.
    private var agreed: [ReservationID: CityTime] = [:]
    private var pickUps: [RequestID: CityTime] = [:]

    private struct Tally {
        var stored = 0
        var unserved = 0
        var fulfilled = 0
        var waited: Int64 = 0
    }

    /// Nil when the service has the same zones, so that the metrics say it already, and no wishes are kept.
    ///
    /// - Parameters:
    ///   - places: the zones to count by, instead of those of the people.
    ///   - keepsWishes: keeps the first wishes one by one.
    init?(_ plan: CityPlan, places: MadeLayout? = nil, keepsWishes: Bool = false) {
        isNeeded = (places?.making ?? .scenario) != plan.made.making
        guard isNeeded || keepsWishes else { return nil }
        let layout = places?.layout ?? plan.peopleLayout
        self.layout = layout
        start = plan.scenario.start
        let dispatch = plan.scenario.dispatch
        tally = WishTally(
            limit: dispatch.aboardLimit, pause: dispatch.sameWish, keeping: keepsWishes ? WishList.most : 0)
        from = plan.scenario.start + plan.scenario.warmUp
        tallies = [Tally](repeating: Tally(), count: layout.zones.count)
        indexes = Dictionary(uniqueKeysWithValues: layout.zones.enumerated().map { ($1.id, $0) })
    }

    func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { records in
            for index in records.indices { self.take(records[index].event, at: records[index].time) }
        }
        feed.on(ReservationEvent.self) { records in
            for index in records.indices { self.take(records[index].event) }
        }
    }

    private func take(_ event: ReservationEvent) {
        if case .reservationStored(let reservation, _, _, _, let pickUp, _) = event {
            agreed[reservation] = pickUp
        } else if case .reservationActivated(let reservation, let request, _, _) = event {
            pickUps[request] = agreed.removeValue(forKey: reservation)
        }
    }

    private func take(_ event: TaxiEvent, at now: CityTime) {
        if case .callConfirmed(let passenger, _) = event {
            confirmed[passenger] = now
        } else if case .callRefused(let passenger, _) = event {
            confirmed[passenger] = nil
        } else if case .requestStored(let request, let passenger, _, _, _, let place) = event {
            let called = confirmed.removeValue(forKey: passenger) ?? now
            guard let zone = layout.zone(at: place), let index = indexes[zone] else { return }
            // Of a reservation from the agreed time, as in the metrics.
            let began = pickUps[request].map { max(now, $0) } ?? called
            openWishes[request] = tally.call(
                Wish(
                    passenger: passenger.number, place: Int32(index), hour: 0, isCounted: now >= from,
                    began: began.nanoseconds), at: now.nanoseconds)
            guard now >= from else { return }
            tallies[index].stored += 1
            open[request] = (index, now)
        } else if case .requestAborted(let request, _, let reason) = event {
            pickUps[request] = nil
            if let wish = openWishes.removeValue(forKey: request) {
                switch reason {
                case .noDriver, .allRefused, .noTaxiLargeEnough: tally.fail(wish, at: now.nanoseconds)
                case .abandoned: tally.end(wish)
                case .runEnded: tally.cut(wish, at: now.nanoseconds)
                }
            }
            guard let found = open.removeValue(forKey: request) else { return }
            switch reason {
            case .noDriver, .allRefused, .noTaxiLargeEnough:
                tallies[found.index].unserved += 1
            case .abandoned: tallies[found.index].unserved += 1
            // Open when the run ended.
            case .runEnded: break
            }
        } else if case .passengerAbandoned(let request, _) = event {
            giveUp(request)
        } else if case .rideReleased(let request, _, _) = event {
            giveUp(request)
        } else if case .requestFulfilled(let request, _) = event {
            let pickUp = pickUps.removeValue(forKey: request)
            if let wish = openWishes.removeValue(forKey: request) { tally.board(wish, at: now.nanoseconds) }
            guard let found = open.removeValue(forKey: request) else { return }
            tallies[found.index].fulfilled += 1
            tallies[found.index].waited += (now - max(found.stored, pickUp ?? found.stored)).nanoseconds
        }
    }

    private func giveUp(_ request: RequestID) {
        if let wish = openWishes.removeValue(forKey: request) { tally.end(wish) }
        if let found = open.removeValue(forKey: request) { tallies[found.index].unserved += 1 }
        pickUps[request] = nil
    }

    /// Closes what is open at the end of the run.
    func finish(at end: CityTime) {
        // In any order: counts are added up.
        for wish in openWishes.values { tally.cut(wish, at: end.nanoseconds) }
        openWishes = [:]
    }

    /// The wishes that were kept.
    var wishes: WishList { WishList(tally.kept, from: start.nanoseconds) }

    /// What was found, by rising zone number; nil when the metrics say it already.
    var zones: [ReplicationPart]? {
        guard isNeeded else { return nil }
        return zip(layout.zones, tallies).enumerated().map { index, found in
            let ((zone, tally), wishes) = (found, self.tally.counts(place: index))
            return ReplicationPart(
                number: Int(zone.id.number), stored: tally.stored, unserved: tally.unserved, fulfilled: tally.fulfilled,
                wishes: wishes.decided, notInTime: wishes.notInTime,
                wait: tally.fulfilled > 0 ? Double(tally.waited) / Double(tally.fulfilled) * 1e-9 : nil)
        }
    }
}
