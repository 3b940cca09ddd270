// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import RuleTestKit
import Testing

@testable import Journeys
@testable import Transit

@Suite("Journeys over all means")
struct JourneyChoiceTests {
    private static let midnight = RandomJourneyCity.midnight

    /// What is wrong with an option; nil for nothing.
    private func fault(_ option: JourneyOption, _ query: JourneyQuery, _ city: RandomJourneyCity) -> String? {
        let street = StreetWays(router: city.router, query: query)
        var (place, time) = (query.start, option.departs + option.callAhead)
        for leg in option.legs {
            if leg.start != place { return "a gap before \(leg)" }
            if leg.departs < time { return "\(leg) begins before the one before it ends" }
            if !query.means.has(leg.means) && leg.means != .walk { return "\(leg.means) is not wanted" }
            if leg.line == nil {
                if !street.allows(leg.means, leg.distance) { return "\(leg) is beyond its limit" }
                let part = StreetPart(means: leg.means, start: leg.start, end: leg.end)
                let isChange = leg.means == .walk && leg.start != query.start && leg.end != query.end
                if !isChange, street.timed(part, leaving: leg.departs)?.arrives != leg.arrives {
                    return "\(leg) takes another time"
                }
            } else if let window = query.limits.window {
                if !window.contains(leg.departs - Self.midnight) || !window.contains(leg.arrives - Self.midnight) {
                    return "\(leg) lies outside of the window"
                }
            }
            if leg.means == .ownBicycle, leg.vehicle != city.own || leg.start != city.own.place { return "own bicycle" }
            if leg.means == .sharedBicycle {
                guard let vehicle = leg.vehicle, vehicle.place == leg.start, city.fleet.contains(vehicle) else {
                    return "shared bicycle"
                }
            }
            (place, time) = (leg.end, leg.arrives)
        }
        if place != query.end { return "it ends elsewhere" }
        if time != option.arrives { return "arrival" }
        switch query.time {
        case .leaving(let asked): if option.departs < asked { return "it leaves too early" }
        case .arriving(let asked): if option.arrives > asked { return "it arrives too late" }
        }
        return nil
    }

    private static let groups: [[TravelMeans]] = [
        [.walk], [.walk, .hired], [.walk, .ownBicycle], [.walk, .sharedBicycle], [.walk, .hired, .ownBicycle],
    ]

    private func means(_ group: [TravelMeans], lines: Bool) -> TravelMeansSet {
        group.reduce(into: lines ? .transit : []) { $0.insert(TravelMeansSet($1)) }
    }

    @Test(
        "for any means the earliest arrival is that of a planner that tries everything, and each option can be made",
        arguments: 0..<60)
    func earliest(_ seed: Int) throws {
        let city = try RandomJourneyCity(seed: seed)
        var numbers = SplitMix64(seed: seed + 500)
        for _ in 0..<6 {
            let second = 7 * 3600 + numbers.below(2 * 3600)
            var query = city.query(&numbers, .leaving(Self.midnight + .seconds(second)))
            query.means.remove(TravelMeansSet([.ownCar, .sharedCar].map { TravelMeansSet($0) }))
            let options = city.planner.options(query)
            let plain = PlainJourneys(city, query)
            for option in options { #expect(fault(option, query, city) == nil, "seed \(seed): \(option)") }
            #expect(options.map(\.weighted) == options.map(\.weighted).sorted())
            for group in Self.groups {
                for lines in [false, true] {
                    let set = means(group, lines: lines)
                    let found = options.filter { $0.means.isSubset(of: set) }.map(\.arrives).min()
                    let wanted = plain.arrival(leaving: second, by: group, lines: lines)
                    #expect(
                        found.map { ($0 - Self.midnight).nanoseconds / 1_000_000 }
                            == wanted.map { Int64(($0 * 1000).rounded()) },
                        "seed \(seed), \(group), \(lines)")
                }
            }
            // Asked alone for some means, or by a new planner, the answer for them is the same.
            query.means = means([.walk, .hired], lines: true)
            let again = try RandomJourneyCity(seed: seed).planner.options(query)
            #expect(again == city.planner.options(query))
            #expect(
                again.map(\.arrives).min() == options.filter { $0.means.isSubset(of: query.means) }.map(\.arrives).min()
            )
        }
    }

    @Test(
        "journeys by lines with a bicycle or a hired vehicle at either end are found, and journeys along streets alone")
    func combinations() throws {
        for end in [TravelMeans.hired, .ownBicycle, .sharedBicycle] {
            var found: [String: Int] = [:]
            for seed in 0..<120 {
                let city = try RandomJourneyCity(seed: seed)
                var numbers = SplitMix64(seed: seed + 9_500)
                for _ in 0..<6 {
                    let time = Self.midnight + .seconds(7 * 3600 + numbers.below(7_200))
                    var query = city.query(&numbers, .leaving(time))
                    query.means = means([.walk, end], lines: true)
                    // Too far to cycle all the way, and too dear to be driven.
                    (query.limits.walk, query.limits.cycle) = (.metres(700), .metres(2_000))
                    query.weights.fuel = 5
                    for option in city.planner.options(query) {
                        let words = option.legs.map { $0.line == nil ? "\($0.means)" : "line" }.filter { $0 != "walk" }
                        found[words.joined(separator: " "), default: 0] += 1
                    }
                }
            }
            for words in ["\(end)", "\(end) line", "line \(end)", "line"] {
                #expect(found[words, default: 0] >= 1, "\(words): \(found)")
            }
        }
    }

    @Test("in time for an instant no second later would do, and nobody arrives late", arguments: 0..<60)
    func latest(_ seed: Int) throws {
        let city = try RandomJourneyCity(seed: seed)
        var numbers = SplitMix64(seed: seed + 1_500)
        for _ in 0..<4 {
            let deadline = 8 * 3600 + numbers.below(2 * 3600)
            var query = city.query(&numbers, .arriving(Self.midnight + .seconds(deadline)))
            query.means.remove(TravelMeansSet([.ownCar, .sharedCar].map { TravelMeansSet($0) }))
            let options = city.planner.options(query)
            let plain = PlainJourneys(city, query)
            for option in options { #expect(fault(option, query, city) == nil, "seed \(seed): \(option)") }
            for group in Self.groups {
                for lines in [false, true] {
                    let set = means(group, lines: lines)
                    guard let best = options.filter({ $0.means.isSubset(of: set) }).map(\.departs).max() else {
                        continue
                    }
                    // Whole seconds: first and last legs are planned in them.
                    let second = Int((best - Self.midnight).inSeconds.rounded(.down))
                    let at = plain.arrival(leaving: second, by: group, lines: lines)
                    let after = plain.arrival(leaving: second + 2, by: group, lines: lines)
                    #expect(at ?? .infinity <= Double(deadline), "seed \(seed), \(group), \(lines)")
                    #expect(after ?? .infinity > Double(deadline), "seed \(seed), \(group), \(lines)")
                }
            }
        }
    }

    @Test("no option is beaten by another one with no other means, and each combination stands once", arguments: 0..<40)
    func dominance(_ seed: Int) throws {
        let city = try RandomJourneyCity(seed: seed)
        var numbers = SplitMix64(seed: seed + 2_500)
        for round in 0..<6 {
            let time = Self.midnight + .seconds(7 * 3600 + numbers.below(2 * 3600))
            var query = city.query(&numbers, round % 2 == 0 ? .leaving(time) : .arriving(time))
            query.waits = RandomJourneyCity.Waits(.seconds(numbers.below(600)))
            query.weights.fuel = [1, 2][numbers.below(2)]
            query.weights.open = [1, 3][numbers.below(2)]
            query.weights.excludesOpen = numbers.below(4) == 0
            if numbers.below(2) == 0 { query.limits.window = .hours(7) ... .hours(8) }
            let all = city.planner.options(query)
            for option in all { #expect(fault(option, query, city) == nil, "seed \(seed): \(option)") }
            #expect(Set(all.map(\.means)).count == all.count)
            for one in all {
                for other in all where one != other && one.means.isSubset(of: other.means) {
                    let isEarly =
                        round % 2 == 0 ? one.arrives <= other.arrives : one.departs >= other.departs
                    #expect(!(isEarly && one.weighted <= other.weighted && one.changes <= other.changes))
                }
            }
            // With fewer options wanted the same ones lead, although the search is bounded by them.
            query.limits.options = 3
            #expect(city.planner.options(query) == Array(all.prefix(3)), "seed \(seed)")
        }
    }

    @Test(
        "what is asked for at a slow hour's edge arrives in time, and a millisecond later would not", arguments: 0..<50)
    func hourEdges(_ seed: Int) throws {
        var traffic = [Double](repeating: 1, count: 24)
        traffic[7] = 0.25
        let city = try RandomJourneyCity(seed: seed, traffic: traffic)
        var numbers = SplitMix64(seed: seed + 3_500)
        for _ in 0..<10 {
            let deadline = Self.midnight + .seconds(7 * 3600 - 300 + numbers.below(4_500))
            var query = city.query(&numbers, .arriving(deadline))
            query.means = [TravelMeansSet(.hired)]
            query.limits.leastHired = .zero
            for option in city.planner.options(query) {
                #expect(option.arrives <= deadline && fault(option, query, city) == nil)
            }
        }
    }

    @Test("a strike takes the struck means' vehicles away while it lasts, and changes the version of plans")
    func strikes() throws {
        var taken = 0
        for seed in 0..<40 {
            let strike = CityJourneys.Strike(
                means: TravelMeansSet(.bus), from: Self.midnight + .hours(7), until: Self.midnight + .hours(8))
            let free = try RandomJourneyCity(seed: seed)
            let struck = try RandomJourneyCity(seed: seed, strikes: [strike])
            #expect(struck.planner.version(at: strike.from - .seconds(1)) != struck.planner.version(at: strike.from))
            #expect(struck.planner.version(at: strike.from) != struck.planner.version(at: strike.until))
            #expect(free.planner.version(at: strike.from - .seconds(1)) == free.planner.version(at: strike.from))
            var numbers = SplitMix64(seed: seed)
            let query = free.query(&numbers, .leaving(Self.midnight + .hours(7)))
            func buses(_ city: RandomJourneyCity) -> [JourneyLeg] {
                city.planner.options(query).flatMap(\.legs).filter { $0.means == .bus }
            }
            taken += buses(free).count { $0.departs < strike.until && $0.arrives > strike.from }
            #expect(!buses(struck).contains { $0.departs < strike.until && $0.arrives > strike.from })
        }
        #expect(taken > 5, "\(taken)")
    }

    @Test(
        "the nearest free vehicle is that of a look at all of them, whoever took and left vehicles before",
        arguments: 0..<20)
    func stands(_ seed: Int) {
        var numbers = SplitMix64(seed: seed)
        var all = (0..<60).map { number in
            ParkedVehicle(
                number: Int32(number), means: number % 3 == 0 ? .sharedCar : .sharedBicycle,
                place: RandomJourneyCity.place(&numbers))
        }
        let stands = VehicleStands(all)
        for _ in 0..<200 {
            let (place, limit) = (RandomJourneyCity.place(&numbers), Distance.metres(numbers.below(1_500)))
            for means in [TravelMeans.sharedCar, .sharedBicycle] {
                let wanted = all.filter { $0.means == means && $0.place.distance(to: place) <= limit }
                    .min { ($0.place.distance(to: place), $0.number) < ($1.place.distance(to: place), $1.number) }
                #expect(stands.nearest(means, to: place, within: limit) == wanted)
            }
            let version = stands.version
            guard !all.isEmpty else { break }
            let index = numbers.below(all.count)
            let elsewhere = ParkedVehicle(
                number: all[index].number, means: all[index].means, place: Place(east: 1, north: .max))
            #expect(!stands.take(elsewhere) && stands.take(all[index]) && !stands.take(all[index]))
            let moved = ParkedVehicle(number: all[index].number, means: all[index].means, place: place)
            all.remove(at: index)
            if numbers.below(3) > 0 {
                stands.leave(moved)
                all.append(moved)
            }
            #expect(stands.version > version)
        }
    }
}
