// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Testing

/// Danger: two things at one instant, and the order depends on something else than the rule.
struct TieTests {
    /// One planned thing of a test.
    struct Plan: Hashable {
        var name: String
        var time: Int64
        var eventClass: EventClass
    }

    static let plans = [
        Plan(name: "report early", time: 0, eventClass: .report),
        Plan(name: "arrival", time: 5, eventClass: .arrival),
        Plan(name: "change", time: 5, eventClass: .stateChange),
        Plan(name: "deadline", time: 5, eventClass: .deadline),
        Plan(name: "second deadline", time: 5, eventClass: .deadline),
        Plan(name: "report", time: 5, eventClass: .report),
    ]

    /// The order of the rule: by time, then class, then as planned (Swift's sort is stable).
    static func expected(_ plans: [Plan]) -> [String] {
        plans.sorted { ($0.time, $0.eventClass) < ($1.time, $1.eventClass) }.map(\.name)
    }

    @Test("SIM-01: entries run by time, then class, then sequence number, in whatever order they were planned")
    func everyOrderOfPlanning() throws {
        for order in permutations(of: Self.plans) {
            let loop = CityLoop()
            let notes = Notes()
            for plan in order {
                loop.schedule(at: CityTime(nanoseconds: plan.time), as: plan.eventClass) { notes.add(plan.name) }
            }
            #expect(try loop.run() == .settled(at: CityTime(nanoseconds: 5)))
            #expect(notes.all == Self.expected(order))
            finish(loop)
        }
    }

    @Test("SIM-01: timers, sleeping tasks and actions keep one common order")
    func everyForm() throws {
        for order in permutations(of: Self.plans) {
            let loop = CityLoop()
            let notes = Notes()
            for (index, plan) in order.enumerated() {
                let time = CityTime(nanoseconds: plan.time + 1)
                switch index % 3 {
                case 0:
                    loop.schedule(at: time, as: plan.eventClass) { notes.add(plan.name) }
                case 1:
                    let bell = TestBell(loop, "", Notes()) { _ in notes.add(plan.name) }
                    loop.schedule(bell, 0, at: time, as: plan.eventClass)
                default:
                    loop.start("sleeper") {
                        try await loop.sleep(until: time, as: plan.eventClass)
                        notes.add(plan.name)
                    }
                    // The task plans its sleep when it first runs: run it now, to plan in the order of the test.
                    loop.runTurn(at: loop.now) {}
                }
            }
            try loop.run()
            #expect(notes.all == Self.expected(order))
            finish(loop)
        }
    }

    @Test(
        "SIM-01: what is planned while an instant runs takes its place by class, before the rest of the instant",
        arguments: EventClass.allCases)
    func plannedDuringTheInstant(planned: EventClass) throws {
        let loop = CityLoop()
        let notes = Notes()
        let instant = CityTime.seconds(60)
        loop.schedule(at: instant, as: .beginning) {
            notes.add("first")
            loop.schedule(at: instant, as: planned) { notes.add("new") }
        }
        for eventClass in EventClass.allCases {
            loop.schedule(at: instant, as: eventClass) { notes.add("\(eventClass)") }
        }
        try loop.run()
        var expected = ["first"]
        for eventClass in EventClass.allCases {
            expected.append("\(eventClass)")
            if eventClass == planned { expected.append("new") }
        }
        #expect(notes.all == expected)
        finish(loop)
    }

    @Test("SIM-01: an answer at the very instant of a deadline comes before it, also when it is planned last")
    func answerBeforeDeadline() throws {
        let loop = CityLoop()
        let notes = Notes()
        loop.schedule(at: .seconds(60), as: .deadline) { notes.add("deadline") }
        loop.start("driver") {
            try await loop.sleep(until: .seconds(60), as: .arrival)
            notes.add("answer")
        }
        try loop.run()
        #expect(notes.all == ["answer", "deadline"])
        finish(loop)
    }

    @Test("all that follows from a turn is done before the next entry of the same instant")
    func consequencesFirst() throws {
        let loop = CityLoop()
        let notes = Notes()
        loop.schedule(at: .seconds(1)) {
            notes.add("first")
            loop.start("consequence") {
                notes.add("task")
                await Task.yield()
                notes.add("after yield")
                try await loop.sleep(until: loop.now)
                notes.add("after sleep")
            }
        }
        loop.schedule(at: .seconds(1)) { notes.add("second") }
        try loop.run()
        #expect(notes.all == ["first", "task", "after yield", "second", "after sleep"])
        finish(loop)
    }

    @Test("a time before now means now, and time never runs backwards")
    func pastMeansNow() throws {
        let loop = CityLoop(start: .seconds(100))
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        loop.schedule(bell, 1, at: .seconds(3))
        loop.start("sleeper") {
            try await loop.sleep(for: .seconds(-5))
            notes.add("awake@\(loop.now.nanoseconds)")
        }
        #expect(try loop.run() == .settled(at: .seconds(100)))
        #expect(notes.all == ["bell1@100000000000", "awake@100000000000"])
        finish(loop)
    }

    @Test("SIM-01: many random entries come in the order of a stable sort, over 200 seeds")
    func randomEntries() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = TestRandom(seed)
            let loop = CityLoop()
            let notes = Notes()
            var plans: [Plan] = []
            for index in 0..<100 {
                let eventClass = EventClass.allCases[random.below(5)]
                let plan = Plan(name: "\(index)", time: Int64(random.below(20)), eventClass: eventClass)
                plans.append(plan)
                loop.schedule(at: CityTime(nanoseconds: plan.time), as: eventClass) { notes.add(plan.name) }
            }
            try loop.run()
            #expect(notes.all == Self.expected(plans), "seed \(seed)")
            finish(loop)
        }
    }

    @Test("entries at exactly the end run, later ones stay for a later run; `never` does not come")
    func endOfARun() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        loop.schedule(bell, 1, at: .seconds(10))
        loop.schedule(bell, 2, at: CityTime(nanoseconds: 10_000_000_001))
        loop.schedule(bell, 3, at: .never)
        #expect(try loop.run(until: .seconds(10)) == .timeUp)
        #expect(notes.all == ["bell1@10000000000"])
        #expect(loop.now == .seconds(10))
        #expect(try loop.run(until: .seconds(20)) == .timeUp)
        #expect(loop.now == .seconds(20))
        #expect(try loop.run() == .settled(at: .seconds(20)))
        #expect(notes.all == ["bell1@10000000000", "bell2@10000000001"])
        finish(loop)
    }

    @Test("the turn number counts entries and outside turns, one by one")
    func turns() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        loop.schedule(bell, 1, at: .seconds(1))
        loop.schedule(bell, 2, at: .seconds(3))
        #expect(loop.nextTime == .seconds(1))
        #expect(try loop.runOneTurn())
        #expect(loop.turn == 1)
        loop.runTurn(at: .seconds(2)) { notes.add("fed") }
        #expect(loop.turn == 2)
        #expect(try !loop.runOneTurn(until: .seconds(2)))
        #expect(try loop.runOneTurn())
        #expect(try !loop.runOneTurn())
        #expect(loop.turn == 3)
        #expect(loop.nextTime == nil)
        #expect(notes.all == ["bell1@1000000000", "fed", "bell2@3000000000"])
        finish(loop)
    }
}
