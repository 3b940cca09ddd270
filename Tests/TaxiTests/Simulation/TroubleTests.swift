// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiSimulation
import Testing

/// Random small cities with every kind of trouble: no invariant breaks, and everything is settled at the end.
@Suite struct TroubleTests {
    @Test(
        "SIM-07, TAXI-ASSUME-04: 240 random cities with trouble keep every invariant and settle everything",
        arguments: 0..<8)
    func randomCities(part: Int) throws {
        for seed in part * 30..<part * 30 + 30 {
            let text = scenario(UInt64(seed))
            let run = try TestCity(text).run(seed: UInt64(seed))
            #expect(run.result.violations.isEmpty, "seed \(seed): \(run.result.violations.prefix(3))\n\(text)")
            let open = unsettled(run)
            #expect(open.isEmpty, "seed \(seed): \(open)\n\(text)")
        }
    }

    @Test("TAXI-ASSUME-04: available taxis are as many as the places in all queues after every event's turn")
    func queueSum() throws {
        let run = try TestCity(scenario(7)).run(seed: 7)
        var available: Set<DriverID> = []
        var queued: Set<DriverID> = []
        var turn: Int64 = -1
        for record in run.records {
            if record.turn != turn { #expect(available == queued, "before \(record.line)") }
            turn = record.turn
            switch record.taxi {
            case .statusChanged(let driver, let from, let to, _):
                if from == .available { available.remove(driver) }
                if to == .available { available.insert(driver) }
            case .driverEnqueued(let driver, _, _, _): queued.insert(driver)
            case .driverDequeued(let driver, _, _): queued.remove(driver)
            default: break
            }
        }
        #expect(available == queued)
        #expect(run.records.count > 500)
    }

    @Test(
        "TAXI-ASSUME-02, TAXI-ASSUME-08, TAXI-ASSUME-09: 500 drivers are 500 taxis, each with a session in service and seats for ever"
    )
    func fleet() throws {
        let run = try TestCity(
            Towns.town(
                drivers: 500, perDay: 4000, length: "2 h",
                driver: "seats: {4: 70%, 6: 30%}\nshift: {start: {uniform: {from: 00:00, to: 01:00}}, length: 40 min}",
                more: "travel: {approach: 2 min, ride: 8 min}")
        ).run()
        var plates: Set<Int32> = []
        var licences: Set<Int32> = []
        var seats: [DriverID: Int32] = [:]
        var sessions: Set<DriverID> = []
        for record in run.records {
            switch record.taxi {
            case .driverRegistered(let driver, let count, let licence, let plate):
                #expect(seats.updateValue(count, forKey: driver) == nil)
                plates.insert(plate)
                licences.insert(licence)
            case .driverSession(let driver, let isLoggedIn):
                if isLoggedIn { sessions.insert(driver) } else { sessions.remove(driver) }
            case .statusChanged(let driver, _, let to, _): if to != .offShift { #expect(sessions.contains(driver)) }
            default: break
            }
        }
        #expect(seats.count == 500 && plates.count == 500 && licences.count == 500)
        #expect(run.result.metrics.taxi.drivers.map(\.seats) == (1...500).map { Int(seats[DriverID($0)] ?? 0) })
        #expect(run.result.violations.isEmpty)
    }

    /// A small city whose size, habits and troubles are drawn.
    private func scenario(_ seed: UInt64) -> String {
        var stream = RandomStream(StreamKey(seed: seed), for: .test, of: 1)
        func pick(_ choices: String...) -> String { choices[stream.index(choices.count)] }
        func share(_ largest: Int) -> String { "\(stream.index(largest + 1))%" }
        let network = pick(
            "network: {}", "network: {delay: {uniform: {from: 0 s, to: 2 s}}}", "network: {delay: 0.5 s, loss: 2%}")
        return """
            length: 60 min
            city:
              grid: {rows: \(1 + stream.index(3)), columns: \(1 + stream.index(3)), cell: \(pick("300 m", "800 m", "2 km"))}
              hysteresis: \(pick("0 m", "25 m"))
              position-error: \(pick("none", "{normal: {mean: 0 m, sd: 15 m, min: 0 m, max: 60 m}}"))
            travel: {free-speed: 30 km/h, variability: {gamma: {shape: 8, mean: 1}}}
            dispatch:
              policy: \(pick("fifo", "nearest"))
              offer-deadline: \(pick("60 s", "20 s", "5 s"))
              no-show-wait: \(pick("5 min", "1 min"))
              shift-limit: \(pick("none", "30 min"))
            \(network)
            drivers:
              - name: steady
                count: \(1 + stream.index(6))
                seats: {2: 20%, 4: 60%, 6: 20%}
                answer: {reaction: {lognormal: {median: 8 s, sigma: 0.8}}, accept: 60%, refuse: 20%}
                boarding: \(pick("0 s", "30 s"))
                idle: \(pick("stay", "{cruise: {pause: 15 s, radius: 900 m}}", "{return: {zones: equal, pause: 30 s}}"))
                position-interval: \(pick("none", "20 s"))
                bad-reports: 10%
                return-to-service: 90 s
              - name: shifts
                count: \(1 + stream.index(6))
                shift:
                  start: {uniform: {from: 00:00, to: 00:40}}
                  length: {uniform: {from: 5 min, to: 40 min}}
                  breaks: {after: {exponential: 10 min}, length: 3 min}
                answer: {reaction: {uniform: {from: 0 s, to: 30 s}}, accept: 80%, refuse: 15%}
                idle: {cruise: {pause: 5 s, radius: 1 km}}
            passengers:
              - name: stream
                arrivals: {per-day: \(500 + stream.index(4000))}
                travelers: {1: 60%, 3: 20%, 5: 20%}
                patience: \(pick("none", "{exponential: 3 min}"))
                call-again: \(share(80))
                call-again-after: \(pick("0 s", "30 s"))
                impatient-calls: \(share(20))
                calls-aboard: \(share(20))
                mistakes: \(share(20))
                log-outs: \(share(40))
                logged-out-for: {exponential: 2 min}
                no-shows: \(share(20))
                client: {web: 30%, gps-radius: {exponential: 30 m}, typing: 15 s, confirming: 3 s}
              - name: residents
                population: {people: \(1 + stream.index(12)), thinking: {exponential: 8 min}}
                log-outs: \(share(30))
                no-shows: \(share(10))
            changes:
              - from: 00:15
                until: 00:30
                surge: {zones: [1], factor: 3}
              - from: 00:25
                until: 00:40
                rain: {speed: 0.7, demand: 1.5, acceptance: 0.8}
            """
    }

    /// What has no end: requests, offers, rides.
    private func unsettled(_ run: TestRun) -> [String] {
        var requests: Set<RequestID> = []
        var offers: Set<OfferID> = []
        var problems: [String] = []
        func end(_ offer: OfferID) {
            if offers.remove(offer) == nil { problems.append("offer \(offer) ended twice") }
        }
        for record in run.records {
            switch record.taxi {
            case .requestStored(let request, _, _, _, _, _): requests.insert(request)
            case .requestAborted(let request, _, _), .rideReleased(let request, _, _),
                .requestFulfilled(let request, _):
                if requests.remove(request) == nil { problems.append("request \(request) ended twice") }
            case .offerSent(let offer, _, _, _, _, _, _, _, _): offers.insert(offer)
            case .offerAccepted(let offer, _, _), .offerRefused(let offer, _, _), .offerTimedOut(let offer, _, _),
                .offerWithdrawn(let offer, _, _, _):
                end(offer)
            default: break
            }
        }
        problems += offers.sorted().map { "offer \($0) has no end" }
        // A request may be on its way to the pick-up when the run ends; nothing else may be left.
        let onTheWay = run.records.found { event -> RequestID? in
            if case .offerAccepted(_, let request, _) = event { request } else { nil }
        }.map(\.found)
        problems += requests.subtracting(onTheWay).sorted().map { "request \($0) has no end" }
        return problems
    }
}
