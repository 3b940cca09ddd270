// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RandomStreams
import RuleTestKit
import TaxiRules
import Testing

/// What synthetic passengers do.
@Suite struct PassengerTests {
    @Test("TAXI-CALL-14: accepted at 7 s and boarding at 307 s after the call: polls at 97, 187 and 277 s, none later")
    func polls() throws {
        let run = try TestCity(Towns.oneCall("travel: {approach: 300 s}")).run()
        let accepted = run.records.times { if case .offerAccepted = $0 { true } else { false } }
        let boarded = run.records.times { if case .passengerAboard = $0 { true } else { false } }
        let polls = run.records.times { if case .etaUpdated = $0 { true } else { false } }
        #expect(accepted == [17] && boarded == [317])
        #expect(polls == [107, 197, 287])
        #expect(run.result.violations.isEmpty)
    }

    @Test(
        "TAXI-CALL-12: boarding 370 s after the acceptance: at least 4 positions reach that passenger, none another one"
    )
    func followed() throws {
        let run = try TestCity(
            Towns.oneCall("travel: {approach: 370 s}").replacing(
                "600,5000\"]", with: "600,5000\", \"00:00:20,1,1,1,600,5000\"]")
        ).run()
        let shown = run.records.found {
            if case .taxiPositionSent(_, let passenger, _, _) = $0 { passenger } else { nil }
        }
        #expect(shown.count >= 4)
        #expect(shown.allSatisfy { $0.found == PassengerID(1) && $0.time > 17 && $0.time < 387 })
    }

    @Test("TAXI-CALL-11: guidance begins with the acceptance, and the taxi moves from then on")
    func approach() throws {
        let run = try TestCity(
            Towns.oneCall("travel: {approach: 300 s}", driver: "position-interval: 30 s")
        ).run()
        let started = run.records.found { if case .navigationStarted(_, _, let target) = $0 { target } else { nil } }
        #expect(started.map(\.time) == [17])
        let target = try #require(started.first?.found)
        let way = run.records.found { event -> Distance? in
            if case .positionReported(_, let place, _) = event { place.distance(to: target) } else { nil }
        }.filter { $0.time <= 317 }
        #expect(way.first { $0.time > 17 }?.time == 30)
        let approaching = way.filter { $0.time > 17 }.map(\.found)
        #expect(approaching.count >= 10)
        #expect(approaching == approaching.sorted(by: >))
        #expect(approaching.last.map { $0 <= .metres(20) } == true)
    }

    @Test("TAXI-CALL-08: an offer sent at t is on the driver's phone at t + 0.3 s when the network takes 0.3 s")
    func networkDelay() throws {
        let run = try TestCity(Towns.oneCall("network: {delay: 0.3 s}")).run()
        let sent = run.records.times { if case .offerSent = $0 { true } else { false } }
        let shown = run.records.times { if case .driverNotified = $0 { true } else { false } }
        let accepted = run.records.times { if case .offerAccepted = $0 { true } else { false } }
        // The call itself takes 0.3 s, and so does the answer, 7 s after the phone showed the offer.
        #expect(sent == [10.3])
        #expect(shown == [10.6])
        #expect(accepted == [17.9])
        #expect(run.result.violations.isEmpty)
    }

    @Test("TAXI-ASSUME-01: nothing is lost by default; with a loss of 5% lost messages are counted in that share")
    func loss() throws {
        func run(_ more: String) throws -> TestRun {
            try TestCity(
                Towns.town(
                    drivers: 60, perDay: 12_000, length: "3 h", more: "travel: {approach: 1 min, ride: 5 min}\n\(more)")
            ).run()
        }
        #expect(try run("")["messages.lost"] == 0)
        let lossy = try run("network: {loss: 5%}\nrecord: {messages: true}")
        let lost = lossy["messages.lost"]
        let sent = Double(
            lossy.result.messages.count {
                if case .driver(_, .notified) = $0.message as? TaxiMessage { false } else { true }
            })
        #expect(lost > 100)
        #expect(abs(lost - 0.05 * sent) < 5 * (0.05 * 0.95 * sent).squareRoot())
    }

    @Test("TAXI-ASSUME-07: nobody gives up by default")
    func noPatience() throws {
        let run = try TestCity(file: "Scenarios/quickstart.yaml").run()
        #expect(run.records.times { if case .passengerAbandoned = $0 { true } else { false } }.isEmpty)
        #expect(run["calls.stored"] > 0)
    }

    @Test("A passenger with a patience of 30 s gives up 30 s after the call, before and after an acceptance")
    func patience() throws {
        for (reaction, phase) in [("45 s", "open"), ("7 s", "accepted")] {
            let run = try TestCity(
                Towns.oneCall("travel: {approach: 300 s}", passenger: "patience: 30 s")
                    .replacing("reaction: 7 s", with: "reaction: \(reaction)")
            ).run()
            #expect(run.records.times { if case .passengerAbandoned = $0 { true } else { false } } == [40], "\(phase)")
            #expect(run.records.times { if case .passengerAboard = $0 { true } else { false } }.isEmpty)
            let end = run.records.times { event in
                switch event {
                case .requestAborted(_, _, .abandoned), .rideReleased: true
                default: false
                }
            }
            #expect(end == [40])
            #expect(run.result.violations.isEmpty)
        }
    }

    @Test("A driver who finds nobody is released 5 min after the arrival")
    func noShow() throws {
        let run = try TestCity(Towns.oneCall("travel: {approach: 60 s}", passenger: "no-shows: 100%")).run()
        let prompted = run.records.times { if case .boardingPrompted = $0 { true } else { false } }
        let released = run.records.times { if case .rideReleased = $0 { true } else { false } }
        #expect(prompted.count == 1 && released.count == 1)
        let prompt = try #require(prompted.first)
        let release = try #require(released.first)
        // The prompt comes 20 m before the meeting point, which the taxi reaches at 77 s.
        #expect(prompt > 70 && prompt <= 77)
        #expect(release == 377)
        #expect(run.result.violations.isEmpty)
    }

    @Test("TAXI-OFFER-08: a passenger logged out from 0 s to 100 s hears at 100 s of the acceptance at 50 s")
    func heldNotice() throws {
        let run = try TestCity(
            Towns.oneCall("travel: {approach: 300 s}", passenger: "log-outs: 100%\nlogged-out-for: 100 s")
                .replacing("reaction: 7 s", with: "reaction: 50 s")
        ).run()
        let held = run.records.times { if case .noticeHeld(_, _, .accepted) = $0 { true } else { false } }
        let delivered = run.records.found {
            if case .noticeDelivered(_, _, .accepted, let delay) = $0 { delay } else { nil }
        }
        #expect(held == [60])
        #expect(delivered.map(\.time) == [110])
        #expect(delivered.map(\.found) == [.seconds(50)])
        #expect(run.result.violations.isEmpty)
    }

    @Test("Wrong calls are refused for the reason that was made wrong, and made anew after the pause")
    func mistakes() throws {
        let run = try TestCity(Towns.oneCall(passenger: "mistakes: 100%\ncall-again-after: 60 s")).run()
        let refused = run.records.found { if case .callRefused(_, let reason) = $0 { reason } else { nil } }
        #expect(refused.prefix(4).map(\.time) == [10, 70, 130, 190])
        #expect(
            refused.prefix(4).map(\.found) == [.badTravelerCount, .addressOutsideCity, .noPosition, .badTravelerCount])
        #expect(run["calls.stored"] == 0)
    }

    @Test("A lost login is sent again with the form and the call behind it: nobody is refused for it")
    func lostLogin() throws {
        let run = try TestCity(
            Towns.town(drivers: 60, perDay: 3000, length: "2 h", more: "network: {loss: 20%}")
        ).run()
        #expect(run.result.violations.isEmpty)
        #expect(run.records.times { if case .callRefused = $0 { true } else { false } }.isEmpty)
        var delays: [PassengerID: Double] = [:]
        for record in run.records {
            switch record.taxi {
            case .messageLost(false, let sender) where delays[PassengerID(sender)] == nil:
                delays[PassengerID(sender)] = -record.time.inSeconds
            case .requestStored(_, let passenger, _, _, _, _): delays[passenger]? += record.time.inSeconds
            default: break
            }
        }
        // About 250 calls of three messages each, of which one in five is lost, and sent again after 3 s.
        #expect(delays.count > 60)
        #expect(delays.values.contains(3))
    }

    @Test("Calls while waiting and while riding are refused, and the first call goes on")
    func secondCalls() throws {
        let run = try TestCity(
            Towns.oneCall("travel: {approach: 300 s}", passenger: "impatient-calls: 100%\ncalls-aboard: 100%")
        ).run()
        let refused = run.records.found { if case .callRefused(_, let reason) = $0 { reason } else { nil } }
        #expect(refused.map(\.time) == [30, 347])
        #expect(refused.map(\.found) == [.alreadyWaiting, .alreadyTraveling])
        #expect(run.records.times { if case .rideEnded = $0 { true } else { false } } == [917])
    }

    @Test("TAXI-CALL-22: with a good fix the position goes with the call, off by at most the drawn radius")
    func fix() throws {
        let run = try TestCity(
            Towns.town(
                rows: 1, columns: 1, cell: "5 km", drivers: 40, perDay: 8000, length: "6 h",
                passenger: "client: {gps-radius: {exponential: 40 m}, typing: 20 s}",
                more: "travel: {approach: 1 min, ride: 3 min}\ndispatch: {boarding-radius: 0 m}")
        ).run(checks: false)
        var radius: [PassengerID: (PositionSource, Distance)] = [:]
        var sources: [PositionSource: Int] = [:]
        for record in run.records {
            switch record.taxi {
            case .positionChosen(let passenger, let source, let drawn):
                radius[passenger] = (source, drawn)
                sources[source, default: 0] += 1
                #expect(drawn <= .metres(50))
                if source == .address { #expect(drawn == .zero) }
            case .requestStored(_, let passenger, _, _, let source, _):
                #expect(radius[passenger]?.0 == source)
            default: break
            }
        }
        // exp(-50/40) of the fixes are too coarse: an address is typed instead.
        let total = Double(sources.values.reduce(0, +))
        let typed = Double(sources[.address] ?? 0) / total
        #expect(total > 1000)
        #expect(abs(typed - 0.2865) < 5 * (0.2865 * 0.7135 / total).squareRoot())
    }

    @Test(
        "SEC-10: who refuses permission types an address at every call, and no position of theirs is read",
        arguments: [0, 40])
    func noPermission(share: Int) throws {
        func run(_ share: Int) throws -> (sources: [PassengerID: Set<PositionSource>], calls: [CityTime]) {
            let run = try TestCity(
                """
                length: 6 h
                city: {grid: {rows: 1, columns: 1, cell: 5 km}}
                travel: {approach: 1 min, ride: 3 min}
                dispatch: {boarding-radius: 0 m}
                drivers: [{name: cabs, count: 40}]
                passengers:
                  - name: residents
                    population: {people: 100, thinking: {exponential: 1 h}}
                    client: {gps-permitted: \(share)%}
                """
            ).run()
            #expect(run.result.violations.isEmpty)
            var sources: [PassengerID: Set<PositionSource>] = [:]
            var calls: [CityTime] = []
            for record in run.records {
                // Positions are reported by taxis alone.
                if case .requestStored(_, let passenger, _, _, let source, _) = record.taxi {
                    sources[passenger, default: []].insert(source)
                    calls.append(record.time)
                }
            }
            return (sources, calls)
        }
        let (sources, calls) = try run(share)
        #expect(sources.count > 60 && calls.count > 200)
        // Each person has one answer for all calls, and about so many permit it.
        #expect(sources.values.allSatisfy { $0 == [.gps] || $0 == [.address] })
        let permitted = sources.values.count { $0 == [.gps] }
        #expect(share == 0 ? permitted == 0 : (sources.count / 5...sources.count * 3 / 5).contains(permitted))
        // The first call of the day comes at the same instant, whatever is permitted.
        #expect(try run(100).calls.first == calls.first)
    }

    @Test("TAXI-CALL-22: the stored position is the true one moved by at most the fix's radius")
    func fixMovesThePlace() throws {
        // The same seed with a perfect fix gives the true positions, because every call draws the same numbers.
        func places(_ radius: String) throws -> [(PassengerID, Place)] {
            try TestCity(
                Towns.town(
                    rows: 1, columns: 1, cell: "5 km", drivers: 1, perDay: 4000, length: "3 h",
                    passenger: "client: {gps-radius: \(radius)}")
            ).run(checks: false).records.compactMap { record in
                if case .requestStored(_, let passenger, _, _, .gps, let place) = record.taxi {
                    (passenger, place)
                } else {
                    nil
                }
            }
        }
        let exact = try places("0 m")
        let moved = try places("40 m")
        #expect(exact.count > 400)
        #expect(exact.map(\.0) == moved.map(\.0))
        let ways = zip(exact, moved).map { $0.1.distance(to: $1.1) }
        #expect(ways.allSatisfy { $0 <= .metres(40) })
        #expect(ways.contains { $0 > .metres(20) })
    }

    @Test("Passengers who called once are let go when they are done: nothing grows with the run")
    func freed() throws {
        let city = try TestCity(
            Towns.town(drivers: 60, perDay: 12_000, length: "6 h", more: "travel: {approach: 1 min, ride: 5 min}"))
        let counts = try city.presentPassengers(at: [1, 2, 3, 4, 5, 6].map { .hours($0) })
        #expect(counts.total > 2500)
        // About 500 calls an hour that take 6 min each: some 50 at a time.
        #expect(counts.present.allSatisfy { $0 < 120 }, "\(counts)")
    }

    @Test("The arrival that is reported is that of the drawn approach: a constant 10 s in a cell of 4 km has no error")
    func notifiedApproach() throws {
        func town(_ approach: String, _ more: String = "") throws -> TestRun {
            try TestCity(
                Towns.town(
                    rows: 1, columns: 1, cell: "4 km", drivers: 30, perDay: 1000, length: "6 h",
                    more: "travel: {approach: \(approach), ride: 5 min\(more)}\ndispatch: {boarding-radius: 0 m}")
            ).run(checks: false)
        }
        let constant = try town("10 s")
        #expect(constant["etaError.count"] > 200)
        #expect(constant["etaError.max"] < 0.001, "\(constant["etaError.max"])")
        // A drawn time is given by its mean, and by its longest.
        let drawn = try town("{exponential: 4 min}")
        #expect(abs(drawn["etaError.bias"]) < 60, "\(drawn["etaError.bias"])")
        let cut = try town("30 min", ", longest-approach: 8 min")
        #expect(cut["etaError.max"] < 0.001 && cut["wait.mean"] > 470 && cut["wait.mean"] < 500)
    }

    @Test(
        "A taxi at an even pace keeps its reported arrival from poll to poll, however seldom it reports",
        arguments: ["none", "20 s", "100 s"], ["", "approach: 20 min", "table: one.csv"])
    func steadyArrival(interval: String, travel: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("told-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try "from_zone,to_zone,seconds\n1,1,1000\n".write(
            to: folder.appendingPathComponent("one.csv"), atomically: true, encoding: .utf8)
        let run = try TestCity(
            Towns.oneCall(
                "travel: {free-speed: 20 km/h, circuity: 1\(travel.isEmpty ? "" : ", " + travel)}",
                driver: "position-interval: \(interval)"), folder: folder.path
        ).run(seed: 3)
        let reported = run.records.found { event -> CityTime? in
            if case .passengerNotified(_, _, .accepted, _, _, let eta, _) = event { eta } else { nil }
        }
        let polled = run.records.found { if case .etaUpdated(_, _, let eta) = $0 { eta } else { nil } }
        let first = try #require(reported.first?.found)
        #expect(polled.count >= 5, "\(polled.count)")
        // Places are whole millimetres, a way of 4 km is some 700 s.
        #expect(polled.allSatisfy { abs(($0.found - first).inSeconds) < 0.01 }, "\(first) \(polled)")
        #expect(abs(run["etaError.max"]) < 10)
    }
}
