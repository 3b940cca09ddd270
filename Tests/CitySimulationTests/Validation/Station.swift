// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityReports
import CityServices
import CitySimulation
import CityTestKit
import Population
import RandomStreams
import ScenarioFile
import TaxiRules
import Testing

/// What one replication of the station counted after its warm-up.
struct StationCounts: Sendable {
    var fullShare = 0.0
    var taxis = 0.0
    var passengers = 0.0
    var lostPerHour = 0.0
    var servedAtOnce = 0.0
    var waitMinutes = 0.0
}

/// Scripted clients of a taxi station around the real dispatcher and zone; see `StationTests`.
actor Station: TimedActor, PassengerClients {
    private enum Timer: TimerTag {
        case taxi, passenger, begin
    }

    nonisolated let loop: CityLoop
    private let dispatcher: Dispatcher
    private let limit: Int
    private var taxiGaps: RandomStream
    private var passengerGaps: RandomStream
    private var away: [DriverID]
    private var line: [(passenger: PassengerID, since: CityTime)] = []
    private var next: Int32 = 0
    private var isMeasuring = false
    private var last = CityTime.epoch
    private var begin = CityTime.epoch
    private var levels = (full: 0.0, taxis: 0.0, passengers: 0.0)
    private var counts = (calls: 0, atOnce: 0, lost: 0, waited: 0, wait: 0.0)
    private let place: Place
    private let outside = Place(metresEast: -5000, north: -5000)

    private init(_ dispatcher: Dispatcher, key: StreamKey, limit: Int, place: Place) {
        self.dispatcher = dispatcher
        self.limit = limit
        self.place = place
        loop = dispatcher.loop
        taxiGaps = RandomStream(key, for: .test, of: 1)
        passengerGaps = RandomStream(key, for: .test, of: 2)
        away = dispatcher.taxis.map(\.id)
    }

    /// Runs one replication.
    static func run(
        _ plan: CityPlan, replication: UInt64, limit: Int, warmUp: TimeSpan, length: TimeSpan
    ) throws -> StationCounts {
        let loop = CityLoop()
        let log = EventLog(loop)
        let dispatcher = Dispatcher(
            loop: loop, log: log, layout: plan.layout, travel: plan.travel, policy: FirstInQueue(),
            parameters: TaxiParameters(),
            taxis: (1...150).map { TaxiRegistration(seats: 4, licence: $0, plate: $0) })
        let station = Station(
            dispatcher, key: StreamKey(seed: 1, replication: replication), limit: limit,
            place: plan.layout.zones[0].inside)
        dispatcher.entered { $0.connect(station) }
        for taxi in dispatcher.taxis {
            let driver = StationDriver(taxi.id, station, dispatcher, at: station.entered { $0.place })
            taxi.entered { $0.connect(driver) }
            dispatcher.send(.driverLogin(taxi.id))
        }
        station.entered { $0.start(warmUp) }
        try loop.run(until: .epoch + warmUp + length)
        let counts = station.entered { $0.result() }
        dispatcher.entered { $0.close() }
        loop.tearDown()
        return counts
    }

    private func start(_ warmUp: TimeSpan) {
        planTaxi()
        planPassenger()
        loop.schedule(self, Timer.begin.rawValue, at: loop.now + warmUp)
    }

    private func planTaxi() {
        loop.schedule(
            self, Timer.taxi.rawValue, at: loop.now + .seconds(taxiGaps.draw(.exponential(mean: 60))), as: .arrival)
    }

    private func planPassenger() {
        loop.schedule(
            self, Timer.passenger.rawValue, at: loop.now + .seconds(passengerGaps.draw(.exponential(mean: 48))),
            as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        measure()
        switch Timer(rawValue: tag) {
        case .taxi: taxi()
        case .passenger: passenger()
        case .begin:
            isMeasuring = true
            begin = loop.now
            levels = (0, 0, 0)
            counts = (0, 0, 0, 0, 0)
        case nil: break
        }
    }

    /// Adds the time since the last change to the levels; before anything changes.
    private func measure() {
        let span = (loop.now - last).inSeconds
        last = loop.now
        levels.full += line.count >= 3 ? span : 0
        levels.passengers += Double(line.count) * span
        levels.taxis += Double(dispatcher.zones[0].entered { $0.queue.count }) * span
    }

    private func taxi() {
        planTaxi()
        guard !away.isEmpty else { return }
        dispatcher.send(.setStatus(away.removeFirst(), inService: true, place: place, odometer: .zero))
        guard let first = line.first else { return }
        line.removeFirst()
        counts.waited += 1
        counts.wait += (loop.now - first.since).inSeconds
        call(first.passenger)
    }

    private func passenger() {
        planPassenger()
        next += 1
        counts.calls += 1
        dispatcher.send(.passengerLogin(PassengerID(next), .mobile))
        call(PassengerID(next))
    }

    private func call(_ passenger: PassengerID) {
        dispatcher.send(.prepareCall(passenger))
        dispatcher.send(
            .call(passenger, CallForm(client: .mobile, source: .gps, radius: .zero, place: place, travelers: 1)))
    }

    nonisolated func tell(_ passenger: PassengerID, _ notice: PassengerNotice) {
        entered { $0.take(notice, passenger) }
    }

    private func take(_ notice: PassengerNotice, _ passenger: PassengerID) {
        switch notice {
        case .aborted(_, .noDriver):
            // The rule found no taxi: the passenger stays when few wait, or is lost.
            if line.count < limit { line.append((passenger, loop.now)) } else { counts.lost += 1 }
        case .accepted: counts.atOnce += 1
        default: break
        }
    }

    /// A taxi has brought its passenger away.
    func comesBackLater(_ driver: DriverID) {
        away.append(driver)
    }

    private func result() -> StationCounts {
        measure()
        let seconds = (loop.now - begin).inSeconds
        // Those who waited in line are served at once too, but by their second call.
        return StationCounts(
            fullShare: levels.full / seconds, taxis: levels.taxis / seconds, passengers: levels.passengers / seconds,
            lostPerHour: Double(counts.lost) / seconds * 3600,
            servedAtOnce: Double(counts.atOnce - counts.waited) / Double(counts.calls),
            waitMinutes: counts.wait / 60 / Double(counts.atOnce))
    }
}

/// A driver of the station: accepts at once, drives off with the passenger and is then away.
private actor StationDriver: CityActor, DriverClient {
    nonisolated let loop: CityLoop
    private let id: DriverID
    private let station: Station
    private let dispatcher: Dispatcher
    private let place: Place

    init(_ id: DriverID, _ station: Station, _ dispatcher: Dispatcher, at place: Place) {
        self.id = id
        self.station = station
        self.dispatcher = dispatcher
        self.place = place
        loop = dispatcher.loop
    }

    nonisolated func tell(_ notice: DriverNotice) {
        entered { $0.take(notice) }
    }

    private func take(_ notice: DriverNotice) {
        let (id, place, dispatcher, station) = (id, place, dispatcher, station)
        switch notice {
        case .offer(let card, _, _):
            loop.schedule(at: loop.now, as: .arrival) { dispatcher.send(.answer(id, card.offer, accept: true)) }
        case .ride(let ride, _):
            loop.schedule(at: loop.now, as: .arrival) {
                dispatcher.send(.position(id, place: place, odometer: .zero))
                dispatcher.send(.boarded(id, ride.request, travelers: 1, odometer: .zero))
            }
            loop.schedule(at: loop.now + .milliseconds(1)) {
                dispatcher.send(
                    .rideComplete(
                        id, ride.request, place: Place(metresEast: -5000, north: 0), odometer: .zero,
                        badCustomer: false))
                station.entered { $0.comesBackLater(id) }
            }
        default: break
        }
    }
}
