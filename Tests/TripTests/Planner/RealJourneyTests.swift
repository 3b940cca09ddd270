// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Journeys
import RuleTestKit
import Testing
import TripRules

/// The planner with the city's own planner of journeys, over straight ways.
struct RealJourneyTests {
    private let journeys = CityJourneys(router: StatedRouter())
    private let walkOnly = TravelMeansSet(.walk)

    @Test(
        "TRIP-R23: walk limit 800 m: a route with a walk of 801 m is not suggested, one of 800 m is; the same by bicycle"
    )
    func limits() {
        var city = PlannerCity(journeys)
        city.change(.prefer(.walkLimit(.metres(800))))
        let far = city.add(clock(10), clock(11), at: spot(801), by: walkOnly)
        #expect(city.routes(far, clock(10)).isEmpty && city.refusals == [.noRoute] && city.warned == 1)
        let near = city.add(clock(12), clock(13), at: spot(1601), by: walkOnly)
        #expect(city.routes(near, clock(12)).map(\.walked) == [.metres(800)])
        city.change(.prefer(.ownsBicycle(true)))
        city.change(.prefer(.bicycleLimit(.metres(2000))))
        city.send(.vehicles([ParkedVehicle(number: 1, means: .ownBicycle, place: spot(0))]))
        let means = TravelMeansSet(.ownBicycle)
        func cycled(_ metres: Int, _ hour: Int) -> Int {
            let id = city.add(clock(hour), clock(hour, 30), at: spot(metres), by: means, on: [])
            defer { city.change(.delete(.number(id))) }
            return city.routes(id, clock(hour)).count
        }
        city.change(.delete(.number(far)))
        city.change(.delete(.number(near)))
        #expect(cycled(2000, 14) == 1 && cycled(2001, 14) == 0)
    }

    @Test("INV-WalkLimit: limit 800 m: one can walk to what is 700 m away, and not to what is 900 m away")
    func canWalk() {
        for (metres, canWalk) in [(700, true), (900, false)] {
            var city = PlannerCity(journeys)
            city.change(.prefer(.walkLimit(.metres(800))))
            city.add(clock(10), clock(11), at: spot(metres), by: walkOnly)
            #expect(city.plans.isEmpty != canWalk)
        }
        let plan = { (metres: Int) in
            TripEvent.planComputed(
                user: PlannerCity.me, event: AppointmentID(1), start: clock(10), means: [.transit], leaveAt: clock(9),
                arrival: nil, routes: 1, walk: .metres(metres), flags: [])
        }
        var city = PlannerCity(journeys)
        city.change(.prefer(.walkLimit(.metres(800))))
        #expect(TripInvariants.violations(of: plan(800), city.planner.rules).isEmpty)
        #expect(
            TripInvariants.violations(of: plan(801), city.planner.rules) == [
                TripViolation(invariant: .walkLimit, number: 1)
            ])
    }

    @Test(
        "TRIP-R31, TRIP-R29: storm leaves the taxi, whose notice comes before leaving by the wait; dry the walk is chosen again"
    )
    func storm() {
        var city = PlannerCity(journeys, waits: StatedWait(5))
        let id = city.add(clock(10), clock(11), at: spot(1500))
        #expect(city.plans.last?.means == TravelMeansSet(.hired))
        city.change(.prefer(.service(.hired, isOn: false)))
        #expect(city.plans.last?.means == walkOnly && city.plans.last?.leaveAt == clock(9, 25))
        city.take(.forecast(.storm), at: clock(8, 10))
        city.run(to: clock(8, 10))
        #expect(city.refusals == [.noRoute])
        city.change(.prefer(.service(.hired, isOn: true)))
        #expect(city.routes(id, clock(10)).map(\.means) == [TravelMeansSet(.hired)])
        city.run(to: clock(11))
        // 1,500 m take 150 s; then the margin and the wait.
        #expect(city.plans.last?.leaveAt == clock(9, 47, 30) && city.leaving == [clock(9, 42)])
    }

    /// A city of users whose days are drawn, run for some days.
    private func drawn(_ seed: Int) -> PlannerCity {
        var draw = SplitMix64(seed: seed)
        var city = PlannerCity(journeys, at: clock(0), waits: StatedWait(draw.number(0...8)))
        let users = (1...3).map { TripUserID($0) }
        for user in users.dropFirst() {
            city.phones[user] = spot(draw.number(0...3000))
            city.send(.open, of: user)
            city.send(.permits(!draw.once(in: 4)), of: user)
        }
        var time = clock(0)
        for _ in 0..<40 {
            time = time + .seconds(draw.number(1...7200))
            let user = draw.pick(users)
            let from = time + .minutes(draw.number(5...1500))
            let span = from..<from + .minutes(draw.number(10...180))
            let place = draw.once(in: 5) ? nil : spot(100 * draw.number(0...40))
            switch draw.number(0...9) {
            case 0...3: city.add(span.lowerBound, span.upperBound, at: place, time: time, of: user)
            case 4:
                city.add(
                    span.lowerBound, span.upperBound, at: place, on: [.tuesday, .wednesday], time: time, of: user)
            case 5:
                let window = time.midnight + .hours(34)..<time.midnight + .hours(44)
                city.change(
                    .add(
                        AppointmentForm(
                            "flexible",
                            .flexible(opens: window.lowerBound, closes: window.upperBound, duration: .minutes(30)),
                            at: place)), of: user, at: time)
            case 6:
                if let appointment = city.planner.rules[user]?.appointments.randomly(&draw) {
                    city.change(.delete(.number(appointment.id)), of: user, at: time)
                }
            case 7: city.take(.forecast(draw.pick([.dry, .rain, .dry])), at: time)
            default:
                city.phones[user] = spot(draw.number(0...3000))
                city.send(.position(city.phones[user]), of: user, at: time)
            }
        }
        city.run(to: clock(0, day: 8))
        return city
    }

    @Test(
        "TRIP-R29: on random days each occurrence with a plan has exactly one notice, not after the last cycle before leaving unless it was late already; INV-WalkLimit"
    )
    func property() {
        var (occurrences, plans, notices) = (0, 0, 0)
        for seed in 0..<100 {
            let city = drawn(seed)
            var judge = NoticeJudge()
            for noted in city.events { judge.take(noted.event, at: noted.time) }
            judge.finish(at: city.now)
            #expect(judge.faults.isEmpty, "seed \(seed): \(judge.faults)")
            for noted in city.events {
                #expect(TripInvariants.violations(of: noted.event, city.planner.rules).isEmpty, "seed \(seed)")
            }
            occurrences += judge.planned
            plans += city.plans.count
            notices += city.leaving.count
        }
        #expect(
            notices > 1000 && plans < 3 * occurrences, "\(occurrences) occurrences, \(plans) plans, \(notices) notices")
    }

    @Test("The same messages bring the same events at the same times, without the phones that sent them")
    func same() {
        for seed in 0..<20 {
            let city = drawn(seed)
            var replay = PlannerCity(journeys, at: clock(0), phone: nil)
            replay.planner = Planner(journeys: journeys, waits: city.waits)
            (replay.wakes, replay.events, replay.phones) = (.never, [], [:])
            replay.replay(city)
            let isSame =
                replay.events.map(\.event) == city.events.map(\.event)
                && replay.events.map(\.time) == city.events.map(\.time)
            #expect(isSame && !city.events.isEmpty, "seed \(seed)")
        }
    }
}

/// What must hold of notices, told from the events alone.
struct NoticeJudge {
    private struct Seen {
        var leaveAt = CityTime.never
        /// The last cycle at which it could be told, as it was known then.
        var due = CityTime.never
        var isPlanned = true
    }

    private var seen: [OccurrenceKey: Seen] = [:]
    private var told: Set<OccurrenceKey> = []
    private(set) var faults: [String] = []
    private(set) var planned = 0

    mutating func take(_ event: TripEvent, at now: CityTime) {
        judge(at: now)
        switch event {
        case .planComputed(_, let id, let start, _, let leaveAt, _, _, _, _):
            let key = OccurrenceKey(id, start)
            if seen[key] == nil { planned += 1 }
            seen[key] = Seen(leaveAt: leaveAt, due: max(cycle(leaveAt), cycle(now + .seconds(59.999999999))))
        case .planRefused(_, let id, let start, _): seen[OccurrenceKey(id, start)]?.isPlanned = false
        case .eventDeleted(_, let id), .eventChanged(_, let id, _, _):
            for key in seen.keys where key.id == id { seen[key]?.isPlanned = false }
        case .flexibleMoved(_, let id, let start, _): seen[OccurrenceKey(id, start)]?.isPlanned = false
        case .timeToLeave(_, let id, let start, let leaveAt, _):
            let key = OccurrenceKey(id, start)
            if !told.insert(key).inserted { faults.append("\(key) told twice") }
            guard let known = seen[key], known.isPlanned else { return faults.append("\(key) told without a plan") }
            if known.leaveAt != leaveAt { faults.append("\(key) told to leave at another time than planned") }
            if now > known.due { faults.append("\(key) told at \(now), after \(known.due)") }
            if now != cycle(now) { faults.append("\(key) told between cycles") }
        default: break
        }
    }

    mutating func finish(at now: CityTime) { judge(at: now) }

    /// What has begun must have been told.
    private mutating func judge(at now: CityTime) {
        for (key, known) in seen where key.start < now {
            if known.isPlanned, !told.contains(key) { faults.append("\(key) never told") }
            seen[key] = nil
        }
    }

    private func cycle(_ time: CityTime) -> CityTime { PlanParameters().cycle(notAfter: time) }
}

extension Array {
    fileprivate func randomly(_ draw: inout SplitMix64) -> Element? { isEmpty ? nil : self[draw.below(count)] }
}
