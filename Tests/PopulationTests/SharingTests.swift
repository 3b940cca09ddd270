// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Testing

/// What passengers who share do, and the drivers who drive them.
@Suite struct SharingTests {
    /// Every five minutes two people of one zone of this size want the same way, 10 s apart. The taxi comes in
    /// 3 min, and is expected late enough for a walk, since it crawls.
    private func pairs(_ count: Int = 200, sharing: String, cell: String = "50 m", speed: String = "1 km/h") throws
        -> TestRun
    {
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
            travel: {approach: 3 min, free-speed: \(speed)}
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
        let delayed = try pairs(sharing: "accept: 100%, per-minute: 100%", cell: "2 km", speed: "30 km/h")
        let patient = try pairs(sharing: "accept: 100%", cell: "2 km", speed: "30 km/h")
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
