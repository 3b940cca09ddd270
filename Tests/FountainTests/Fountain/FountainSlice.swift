// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityModel
import CitySimulation
import CitySlices
import Reporting
import ScenarioLanguage

/// What stands under `fountain` in a scenario.
struct FountainParameters: Sendable {
    var cups = 10
    var refill = TimeSpan.seconds(30)
    /// The share of the people who drink at all.
    var share = 1.0
    /// The time between two drinks.
    var thirst = Distribution.constant(600)
    /// How long a drinker stands there and does nothing else.
    var stay = TimeSpan.zero
    /// Whether a drinker waits until the person is free.
    var isPatient = true

    static let section = Section(
        "the fountain", "A fountain in the city.", blank: FountainParameters(),
        [
            Field("cups", \.cups, .whole(1...1000), "How many cups the basin holds."),
            Field("refill", \.refill, .time(.seconds(1) ... .hours(1)), "After how long there is one more cup."),
            Field("share", \.share, .share, "The share of the people who drink at all."),
            Field("thirst", \.thirst, .distribution(.time), "The time between two drinks."),
            Field("stay", \.stay, .time(.zero ... .hours(1)), "How long a drinker stands there."),
            Field("patient", \.isPatient, .flag, "Whether a drinker waits until nothing else has hold of the person."),
        ])
}

/// What is counted of a run.
struct FountainTotals: ServiceTotals {
    static let service = "fountain"
    var drunk = 0
    var empty = 0
}

/// The one value that describes the service.
struct FountainSlice: ServiceSlice {
    let key = ServiceKey(.fountain, FountainParameters.section)

    let events: [any Event.Type] = [FountainEvent.self]
    /// The one list of its numbers.
    var statistics = Metric<FountainTotals>.share(
        "served", "thirsty people who drank", "The share of those who came to the fountain who found water."
    ) {
        $0.drunk
    } of: {
        $0.drunk + $0.empty
    }
    var metrics: [MetricDescription] { statistics.map(\.about) }

    func open(in city: SliceCity) -> OpenSlice {
        let parameters = city.scenario.services[.fountain] as? FountainParameters ?? FountainParameters()
        let (loop, log) = (city.host.loop, city.host.log)
        let service = FountainService(parameters, loop: loop, log: log)
        let drinkers = Drinkers(parameters, loop: loop) { person in
            service.serve(Envelope(FountainMessage.drink(person), from: .visitor(0)), session: nil)
        }
        return OpenSlice(service: service, role: drinkers)
    }

    func fold(_ context: RunContext) -> (any ServiceFold)? { FountainFold(context.caseFrame, statistics) }
}

/// The metric and the chart, both from the events.
final class FountainFold: ServiceFold {
    private let measured: MeasuredTime
    private var totals = FountainTotals()
    private let statistics: [Metric<FountainTotals>]
    private var left: [(time: CityTime, cups: Int32)] = []
    /// What became of those who were thirsty.
    private var book: CaseBook
    private var drinks: CaseResult?
    private var number: Int32 = 0

    init(_ frame: CaseFrame, _ statistics: [Metric<FountainTotals>]) {
        self.statistics = statistics
        measured = frame.measured
        book = CaseBook(
            CaseForm(
                "drinks", one: "drink", many: "drinks", who: "thirsty people", wait: "at the fountain", served: "drunk",
                reasons: ["the basin was empty"]), frame)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(FountainEvent.self) { [self] records in
            for index in records.indices where measured.holds(records[index].time) {
                number += 1
                let now = records[index].time
                switch records[index].event {
                case .drunk(let person, let cups):
                    book.ask(number, Demand(who: Int32(truncatingIfNeeded: person.key), at: nil), at: now)
                    book.serve(number, at: now)
                    totals.drunk += 1
                    left.append((records[index].time, cups))
                case .empty(let person):
                    book.ask(number, Demand(who: Int32(truncatingIfNeeded: person.key), at: nil), at: now)
                    book.lose(number, 0)
                    totals.empty += 1
                }
            }
        }
    }

    func finish(at end: CityTime) { drinks = book.finish(at: end) }

    var cases: [CaseResult] { drinks.map { [$0] } ?? [] }

    var values: [Double?] { statistics.map { $0.value(totals) } }

    var charts: [ReportChart] {
        [
            ReportChart(
                id: "fountain-cups", title: "Cups in the basin",
                hint: "What the fountain held after each drink.",
                specification: """
                    {"data": {"name": "rows"}, "mark": {"type": "line", "interpolate": "step-after"}, "encoding": {
                    "x": {"field": "hour", "type": "quantitative"}, "y": {"field": "cups", "type": "quantitative"}}}
                    """,
                rows: left.map { ["hour": .number($0.time.inSeconds / 3600), "cups": .number(Double($0.cups))] })
        ]
    }
}
