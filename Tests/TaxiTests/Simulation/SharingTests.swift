// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import RuleTestKit
import TaxiRules
import Testing

/// What passengers who share do, and the drivers who drive them.
@Suite struct SharingTests {
    /// Every five minutes two people of one zone of this size want the same way, 10 s apart. The taxi is expected after
    /// the approach: who is near enough can walk until then.
    private func pairs(
        _ count: Int = 200, sharing: String, cell: String = "50 m", speed: String = "1 km/h", approach: String = "3 min"
    ) throws -> TestRun {
        let rows = (0..<count * 2).map { number -> String in
            let second = number / 2 * 300 + number % 2 * 10
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            return "\"\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)),1,2,1,,\""
        }
        return try TestCity(
            """
            length: 24 h
            city: {grid: {rows: 1, columns: 2, cell: \(cell)}}
            modules: [sharing]
            sharing: {detour: 10, longest-delay: 1 h}
            travel: {approach: \(approach), free-speed: \(speed)}
            drivers: [{name: cabs, count: 20, start: {1: 100%}, idle: {return: {zones: {1: 100%}, pause: 1 s}}, answer: {reaction: 1 s, accept: 100%}}]
            passengers:
              - name: pairs
                trace: [\(rows.joined(separator: ", "))]
                client: {gps-radius: 0 m, typing: 0 s, confirming: 0 s}
                sharing: {willing: 100%, choosing: 5 s, \(sharing)}
            """
        ).run()
    }

    private func count(_ run: TestRun, _ body: (SharingEvent) -> Bool) -> Int {
        run.records.sharings.count { body($0.event) }
    }

    private func chosen(_ run: TestRun) -> Int { count(run) { if case .shareChosen = $0 { true } else { false } } }

    private func declined(_ run: TestRun) -> Int { count(run) { if case .shareDeclined = $0 { true } else { false } } }

    @Test("The best proposal is taken with the probability of the habit, and looked at as long")
    func choice() throws {
        let always = try pairs(sharing: "accept: 100%")
        #expect(chosen(always) > 150 && declined(always) == 0)
        var searched: [PassengerID: Double] = [:]
        for (time, event) in always.records.sharings {
            if case .shareSearch(let passenger, _, _, _, _) = event { searched[passenger] = time }
            if case .shareChosen(let passenger, _) = event {
                #expect(searched[passenger].map { abs(time - $0 - 5) < 1e-6 } == true)
            }
        }
        let never = try pairs(sharing: "accept: 0%")
        #expect(chosen(never) == 0 && declined(never) > 150)
        let sometimes = try pairs(sharing: "accept: 40%")
        let share = Double(chosen(sometimes)) / Double(chosen(sometimes) + declined(sometimes))
        // About 200 choices: four standard errors are 0.14.
        #expect(abs(share - 0.4) < 0.14, "\(share)")
    }

    @Test("A saving raises the probability of taking a ride, each minute of delay lowers it")
    func savingAndDelay() throws {
        // Who saves a tenth of the fee takes the ride for sure.
        let saving = try pairs(sharing: "accept: 0%, per-saving: 10")
        #expect(chosen(saving) > 150)
        // A habit of 100% for each minute refuses by the second.
        let delayed = try pairs(
            sharing: "accept: 100%, per-minute: 100%", cell: "2 km", speed: "30 km/h", approach: "10 min")
        let patient = try pairs(sharing: "accept: 100%", cell: "2 km", speed: "30 km/h", approach: "10 min")
        #expect(declined(patient) == 0 && chosen(patient) > 5)
        #expect(declined(delayed) > 0)
    }

    @Test("Who walks in time rides along; who comes 20 min late misses the ride")
    func misses() throws {
        func missed(_ run: TestRun) -> Int {
            count(run) { if case .sharedRideMissed = $0 { true } else { false } }
        }
        let punctual = try pairs(sharing: "accept: 100%, walking-speed: 1.4 m/s")
        #expect(chosen(punctual) > 150 && missed(punctual) == 0)
        let late = try pairs(sharing: "accept: 100%, lateness: 20 min")
        #expect(chosen(late) > 150 && missed(late) == chosen(late))
        // 50 m at 0.1 m/s are 8 min; some live nearer.
        let slow = try pairs(sharing: "accept: 100%, walking-speed: 0.1 m/s")
        #expect(missed(slow) > 20 && missed(slow) < chosen(slow))
    }

    /// One person calls at 60 s and owns a ride whose taxi leaves at 300 s: accepted at 61 s, there at 181 s, and boarding takes
    /// 119 s. Another looks for a ride at 65 s and joins it at 75 s.
    private func pair(lateness: String) throws -> TestRun {
        try TestCity(
            """
            length: 1 h
            city: {grid: {rows: 1, columns: 2, cell: 50 m}}
            modules: [sharing]
            sharing: {detour: 10, longest-delay: 1 h}
            travel: {approach: 2 min, free-speed: 1 km/h, circuity: 1}
            drivers: [{name: cabs, count: 1, start: {1: 100%}, boarding: 119 s, answer: {reaction: 1 s, accept: 100%}}]
            passengers:
              - name: pair
                trace: ["00:01:00,1,2,1,,", "00:01:05,1,2,1,,"]
                client: {gps-radius: 0 m, typing: 0 s, confirming: 0 s}
                sharing: {willing: 100%, accept: 100%, choosing: 10 s, walking-speed: 1.4 m/s, lateness: \(lateness)}
            """
        ).run()
    }

    @Test(
        "TAXI-SHARE-16: the taxi leaves at 300 s: who arrives at 300 s is aboard, who arrives at 301 s has missed the ride, which goes on",
        arguments: [(299_000, true), (300_000, true), (300_001, false), (301_000, false)])
    func missedByASecond(arrival: Int, isAboard: Bool) throws {
        let (owner, joiner) = (PassengerID(1), PassengerID(2))
        // How long the walk takes is given with the proposal; what is left of the time until the arrival is lateness.
        let walk = try #require(
            try pair(lateness: "0 s").records.sharings.compactMap { record -> TimeSpan? in
                if case .shareProposed(joiner, _, _, _, let walk, _, _) = record.event { walk } else { nil }
            }.first)
        let late = arrival - 75_000 - Int((walk.inSeconds * 1000).rounded())
        let run = try pair(lateness: "\(Double(late) / 1000) s")
        func times(_ body: (SharingEvent) -> Bool) -> [Double] {
            run.records.sharings.filter { body($0.event) }.map(\.time)
        }
        #expect(times { if case .shareJoined(_, joiner, _) = $0 { true } else { false } } == [75])
        #expect(times { if case .shareClosed = $0 { true } else { false } } == [300])
        let missed = times { if case .sharedRideMissed(_, joiner) = $0 { true } else { false } }
        #expect(missed == (isAboard ? [] : [300]))
        // The ride goes on in both cases, and ends with those who came.
        let aboard = run.records.found { event -> Int32? in
            if case .passengerAboard(_, owner, _, let travelers, _) = event { travelers } else { nil }
        }
        #expect(aboard.map(\.time) == [300] && aboard.map(\.found) == [isAboard ? 2 : 1])
        let ended = run.records.sharings.compactMap { record -> Int32? in
            if case .sharedRideEnded(_, _, let passengers, _, _, _) = record.event { passengers } else { nil }
        }
        #expect(ended == [isAboard ? 2 : 1])
        #expect(run.result.violations.isEmpty)
    }

    /// Two people who share with nobody call from one zone, and then a third from the same zone. The first goes out of the
    /// third's way by about 4 min, the second by about 2 min: a kilometre takes a minute. The one driver thinks about another
    /// call, so that no taxi is too near for a walk.
    private func threeWays(accept: String) throws -> TestRun {
        func zone(east: Double, north: Double) -> Int { 1 + Int(east * 4) + 48 * Int(north * 4) }
        let start = zone(east: 0.1, north: 5.1)
        let (first, second, third) = (
            zone(east: 5.1, north: 10), zone(east: 5.1, north: 8.4), zone(east: 10.1, north: 5.1)
        )
        return try TestCity(
            """
            length: 2 h
            city: {grid: {rows: 44, columns: 48, cell: 250 m}}
            modules: [sharing]
            sharing: {detour: 10, longest-delay: 1 h}
            travel: {free-speed: 60 km/h, circuity: 1}
            drivers: [{name: cabs, count: 1, start: {\(start): 100%}, answer: {reaction: 50 s, accept: 100%}}]
            passengers:
              - name: other
                trace: ["00:01:00,\(start),\(third),1,,"]
              - name: owners
                trace: ["00:01:10,\(start),\(first),1,,", "00:01:11,\(start),\(second),1,,"]
                client: {gps-radius: 0 m, typing: 0 s, confirming: 0 s}
                sharing: {willing: 100%, accept: 0%, choosing: 1 s}
              - name: newcomer
                trace: ["00:01:14,\(start),\(third),1,,"]
                client: {gps-radius: 0 m, typing: 0 s, confirming: 0 s}
                sharing: {willing: 100%, accept: \(accept), choosing: 1 s}
            """
        ).run()
    }

    @Test(
        "TAXI-SHARE-03: of R1 with 4 min of detour and R2 with 2 min the agent takes R2; with refusal 1 it owns a new ride"
    )
    func pick() throws {
        for (accept, isTaken) in [("100%", true), ("0%", false)] {
            let events = try threeWays(accept: accept).records.sharings.map(\.event)
            let newcomer = try #require(
                events.compactMap { event -> PassengerID? in
                    if case .shareSearch(let passenger, _, _, _, 2) = event { passenger } else { nil }
                }.last, "nobody was proposed two rides: \(events)")
            var detours: [SharedRideID: Double] = [:]
            for case .shareProposed(newcomer, let ride, _, _, _, _, let detour) in events {
                detours[ride] = detour.inMetres / 1000
            }
            // A kilometre is a minute.
            let (one, two) = (SharedRideID(1), SharedRideID(2))
            #expect(detours.count == 2 && (3.4...4.6).contains(detours[one] ?? 0), "\(detours)")
            #expect((1.4...2.6).contains(detours[two] ?? 0), "\(detours)")
            let chosen = events.compactMap { event -> SharedRideID? in
                if case .shareChosen(newcomer, let ride) = event { ride } else { nil }
            }
            let owned = events.compactMap { event -> SharedRideID? in
                if case .rideCreated(let ride, newcomer, _, _, _) = event { ride } else { nil }
            }
            #expect(chosen == (isTaken ? [two] : []) && owned == (isTaken ? [] : [SharedRideID(3)]))
            // Nobody is merged into a ride without choosing it.
            let joined = events.compactMap { event -> PassengerID? in
                if case .shareJoined(_, let passenger, _) = event { passenger } else { nil }
            }
            #expect(joined == (isTaken ? [newcomer] : []))
        }
    }

    @Test("TAXI-SHARE-18: the driver stops where the route says, in its order, once for each passenger")
    func stops() throws {
        let run = try TestCity(
            Towns.town(
                rows: 2, columns: 2, cell: "1 km", drivers: 150, perDay: 6000, length: "4 h",
                passenger: "sharing: {willing: 100%, accept: 100%}\ntravelers: {1: 80%, 2: 20%}\n"
                    + "destination: {zones: {4: 100%}}",
                more: Towns.manyShare
            )
        ).run()
        var planned: [SharedRideID: [PassengerID]] = [:]
        var dropped: [SharedRideID: [PassengerID]] = [:]
        var ended = 0
        var shared = 0
        for (_, event) in run.records.sharings {
            switch event {
            case .routePlanned(
                let ride, let pickUpStops, let destinations, let first, let second, let third, let fourth, _):
                #expect(pickUpStops == 1)
                planned[ride] = [first, second, third, fourth].compactMap(\.self)
                #expect(destinations <= Int32(planned[ride, default: []].count))
            case .travelersDropped(let ride, let passenger, _, _, _, _): dropped[ride, default: []].append(passenger)
            case .sharedRideEnded(let ride, _, let passengers, _, _, _):
                ended += 1
                if passengers > 1 { shared += 1 }
                #expect(dropped[ride] == planned[ride])
                #expect(dropped[ride]?.count == Int(passengers))
            default: break
            }
        }
        #expect(ended > 200 && shared > 20, "\(ended), \(shared)")
        #expect(run.result.violations.isEmpty)
    }
}
