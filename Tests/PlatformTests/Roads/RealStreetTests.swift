// SPDX-License-Identifier: GPL-3.0-or-later
import RuleTestKit
import Testing

@testable import Roads

@Suite(.enabled(if: RealStreets.areThere, "no CABRANK_DATA and no ../shared/data"))
struct RealStreetTests {
    @Test("real city: the times of Luxembourg are those of its authors")
    func luxembourg() throws {
        let (network, summary) = try RealStreets.network(RealStreets.luxembourgTables())
        #expect(network.nodeCount == 76_595 && network.arcCount + summary.loops == 175_323 && summary.loops == 649)
        let file = try RoadFile(network)
        let (search, metric) = (RoadSearch(file.graph), RoadMetric(file.graph, user: .car))
        let (starts, ends) = (try RealStreets.luxembourg("source_node"), try RealStreets.luxembourg("target_node"))
        let times = try RealStreets.luxembourg("query_reference_travel_time_length")
        var wrong = 0
        #if DEBUG
            // Code that is not optimised takes a minute for all; the command answers all of them in another test.
            let step = 10
        #else
            let step = 1
        #endif
        for index in stride(from: 0, to: times.count, by: step) {
            let time = times[index]
            let found = search.label(from: Int(starts[index]), to: Int(ends[index]), metric)
            if (found?.milliseconds ?? 2_147_483_647) != time { wrong += 1 }
        }
        #expect(times.count == 100_000 && wrong == 0)
    }

    /// Holds 10,000 random pairs against the plain search, for a user.
    private func hold(_ network: StreetNetwork, _ user: StreetUser, bans: StreetDraft? = nil) throws {
        let file = try RoadFile(network)
        let (search, metric) = (RoadSearch(file.graph), RoadMetric(file.graph, user: user))
        let plain = PlainSearch(
            network, times: network.times(for: user), isBanned: bans?.bans(user) ?? { _, _ in false })
        var numbers = SplitMix64(seed: 42)
        var (wrong, reached) = (0, 0)
        let kept = network.tails.indices.filter { network.isKept($0, for: user) }
        // Many ends for each start: the plain search takes its time.
        for _ in 0..<20 {
            let start = Int(network.tails[kept[numbers.below(kept.count)]])
            let labels = plain.labels(from: start)
            for pair in 0..<500 {
                let end = numbers.below(network.nodeCount)
                let found = search.label(from: start, to: end, metric)
                if found != nil { reached += 1 }
                if found?.word != labels[end] { wrong += 1 }
                if pair % 10 == 0, found != search.path(from: start, to: end, metric)?.label { wrong += 1 }
            }
        }
        #expect(wrong == 0 && reached > 1000, "\(user): \(wrong) wrong, \(reached) reached")
    }

    @Test("real city: 10,000 random pairs of Manhattan are as the plain search finds them")
    func manhattan() throws {
        let (network, _) = try RealStreets.manhattan()
        #expect(network.nodeCount == 4091 && network.arcCount == 9452 && network.hours.count == 3)
        #expect((0..<network.arcCount).allSatisfy { network.isKept($0, for: .car) })
        try hold(network, .car)
    }

    @Test(
        "real city: ambulances with siren and without are two users of Manhattan, each goes as the plain search finds it, and sirens are never slower"
    )
    func sirens() throws {
        let (network, _) = try RealStreets.ambulances()
        #expect(network.nodeCount == 16_811 && network.arcCount == 24_437)
        let (plain, siren) = (network.times(for: .emergency), network.times(for: .siren))
        // No arc of the data is slower with siren, so that no way may be.
        #expect(zip(plain, siren).allSatisfy { $0 >= $1 } && plain != siren)
        for user in [StreetUser.emergency, .siren] {
            #expect((0..<network.arcCount).allSatisfy { network.isKept($0, for: user) })
            try hold(network, user)
        }
        let file = try RoadFile(network)
        let search = RoadSearch(file.graph)
        let metrics = [StreetUser.emergency, .siren].map { RoadMetric(file.graph, user: $0) }
        var numbers = SplitMix64(seed: 10)
        var (slower, quicker) = (0, 0)
        for _ in 0..<10_000 {
            let (start, end) = (numbers.below(network.nodeCount), numbers.below(network.nodeCount))
            let times = try metrics.map { try #require(search.label(from: start, to: end, $0)).milliseconds }
            if times[1] > times[0] { slower += 1 }
            if times[1] < times[0] { quicker += 1 }
        }
        #expect(slower == 0 && quicker > 9_900, "\(slower) slower, \(quicker) quicker")
    }

    @Test("real city: Porto Alegre has the counts of libosmium, and random pairs are as the plain search finds them")
    func portoAlegre() throws {
        let (network, reader) = try RealStreets.map("porto-alegre/poa_osm.pbf")
        let summary = reader.summary
        #expect(summary.nodes == 43_264 && summary.ways == 16_032 && summary.relations == 23)
        #expect(summary.highways == 15_886 && (summary.highwayMetres / 10).rounded() == 202_777)
        #expect(summary.bans == 0 && summary.missingReferences == 0)
        try hold(network, .car, bans: reader.draft)
    }

    @Test("real city: Helsinki has the counts of libosmium, and random pairs are as the plain search finds them")
    func helsinki() throws {
        let (network, reader) = try RealStreets.map("osm-helsinki/helsinki-centre.osm.pbf")
        let summary = reader.summary
        #expect(summary.nodes == 24_260 && summary.ways == 5_130 && summary.relations == 620)
        #expect(summary.highways == 2_650 && (summary.highwayMetres / 10).rounded() == 9_618)
        #expect(summary.bans == 45 && summary.ferries == 1)
        #expect(summary.keptBans == 42 && summary.timedBans == 2 && summary.brokenBans == 1)
        // Libosmium's count of 1,103 has each missing node and each way that is cut for it.
        #expect(summary.missingReferences == 912 && summary.cutHighways == 191)
        for user in StreetUser.allCases { try hold(network, user, bans: reader.draft) }
    }

    @Test(
        "real city: around the full hours of Manhattan nobody arrives earlier by leaving later, as the plain rule has it"
    )
    func firstInFirstOut() throws {
        let (network, _) = try RealStreets.manhattan()
        let times = RoadTimes(RoadSearch(try RoadFile(network).graph))
        #if DEBUG
            let (pairs, hours, days) = (2_000, [8, 18], [0])
        #else
            let (pairs, hours, days) = (100_000, Array(0..<24), Array(0..<7))
        #endif
        var numbers = SplitMix64(seed: 7)
        var (overtaken, plainly, lasting) = (0, 0, 0)
        for _ in 0..<pairs {
            let (from, to) = (numbers.below(network.nodeCount), numbers.below(network.nodeCount))
            let full = WeekTime(
                day: days[numbers.below(days.count)], milliseconds: Int64(hours[numbers.below(hours.count)]) * 3_600_000
            ).milliseconds
            let (early, late) = (full - Int64(numbers.below(1_000)) - 1, full + Int64(numbers.below(1_000)))
            let (first, second) = (WeekTime(milliseconds: early), WeekTime(milliseconds: late))
            func arrival(_ start: Int64, _ label: RoadLabel?) throws -> Int64 {
                start + Int64(try #require(label).milliseconds)
            }
            let soon = try arrival(early, times.label(from: from, to: to, leaving: first, .car))
            if soon > (try arrival(late, times.label(from: from, to: to, leaving: second, .car))) { overtaken += 1 }
            let plain = try arrival(early, times.search.label(from: from, to: to, times.metric(.car, at: first)))
            if plain > (try arrival(late, times.search.label(from: from, to: to, times.metric(.car, at: second)))) {
                plainly += 1
            }
            if soon < plain { lasting += 1 }
        }
        #expect(overtaken == 0 && plainly > pairs / 4 && lasting > pairs / 4, "\(overtaken), \(plainly), \(lasting)")
    }
}
