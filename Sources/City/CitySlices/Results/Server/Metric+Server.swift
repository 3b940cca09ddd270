// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What the metrics of the server are read from.
@dynamicMemberLookup
struct ServerFacts {
    let fold: ServerFold
    let end: CityTime

    /// What the fold counted itself.
    subscript<Value>(dynamicMember path: KeyPath<ServerFold, Value>) -> Value { fold[keyPath: path] }

    /// A value by nanoseconds of measured time; nil without any.
    fileprivate func overTime(_ value: (Double) -> Double) -> Double? {
        let time = fold.measured(at: end)
        return time > 0 ? value(Double(time)) : nil
    }
}

/// The metrics of the gateway. A run has them when it has a server or its events occur. Shares and largest values
/// are not rounded to the nearest: they are judged against strict limits.
extension Metric where Source == ServerFacts {
    static func all(_ load: ServedLoad) -> [Metric] {
        processing(load.judged) + gateway + levels(load.levels) + clients
    }

    @MetricList private static func processing(_ judged: ServedLoad.Judged?) -> [Metric] {
        tally("processing", \.all)
        count("processing.over10s") { $0.all.judgedTen - $0.all.underTen }
        for kind in MessageType.told {
            let name = kind == judged?.kind ? judged?.many ?? "" : kind.word
            tally("processing.\(name)", about: labels.of("processing.*").of(label: name, text: kind.word)) {
                $0.fold.kinds[kind]
            }
        }
    }

    /// What the server had no room or no time for is in no time, and counts as later.
    private static func tally(
        _ name: String, about text: MetricLabel? = nil, _ tally: @escaping @Sendable (ServerFacts) -> ProcessingTally
    ) -> [Metric] {
        let text = text ?? labels.of(name)
        func under(_ limit: String, _ rule: String) -> MetricLabel {
            text.with(
                "under \(limit)", "share in strictly less than \(limit); without an answer counts as later (\(rule))")
        }
        return times(name, .milliseconds, about: text) { tally($0).times }
            + number("\(name).under5s", .share, about: under("5 s", "PERF-03")) {
                shareDown(tally($0).underFive, tally($0).judgedFive)
            }
            + number("\(name).under10s", .share, about: under("10 s", "PERF-04")) {
                shareDown(tally($0).underTen, tally($0).judgedTen)
            }
    }

    /// The statistics of a sample in seconds. The largest value is exact to the nanosecond, so that a limit of 10 s judges
    /// rightly.
    private static func times(
        _ name: String, _ measure: Measure, about text: MetricLabel? = nil,
        _ sample: @escaping @Sendable (ServerFacts) -> Sample
    ) -> [Metric] {
        Metric.sample(name, in: measure, about: text, sample).compactMap { metric in
            switch metric.about.name.dropFirst(name.count) {
            case ".sd", ".p90": nil
            case ".max":
                Metric(about: metric.about) {
                    let all = sample($0)
                    return all.count > 0 ? Double(all.largest) / 1e9 : nil
                }
            default: metric.tidied
            }
        }
    }

    @MetricList private static var gateway: [Metric] {
        times("server.wait", .milliseconds, \.wait)
        count("server.arrivals", \.arrivals)
        number("server.arrivalRate", .other("1/s")) { facts in
            facts.overTime { tidy(Double(facts.fold.arrivals) / ($0 / 1e9)) }
        }
        count("server.unanswered", \.unanswered).by(.wholeRun)
        count("server.openAtEnd", \.leftMeasured)
        counts("server.refused", \.refusedByReason)
        number("server.utilisation", .share) { $0.fold.utilisation(at: $0.end).map(tidy) }
        number("server.queueMean", .ratio()) { facts in facts.overTime { tidy(Double(facts.fold.waiting) / $0) } }
        count("server.queueMax") { Int($0.queueMax) }
        count("server.outages", \.outages.count)
        number("server.downtime", .minutes) { Double($0.outages.down) / 1e9 }
        number("server.availability", .share) { $0.fold.availability(at: $0.end) }
        count("server.timersReleased", \.timersReleased)
    }

    private static func levels(_ levels: [ServedLoad.Level]) -> [Metric] {
        levels.enumerated().flatMap { index, level in
            number("\(level.metric)Min", .count) { facts in
                facts.fold.level(facts.fold.levels[index], at: facts.end).map { Double($0.min) }
            } + number("\(level.metric)Mean", .ratio(1)) { $0.fold.level($0.fold.levels[index], at: $0.end)?.mean }
        }
    }

    @MetricList private static var clients: [Metric] {
        times("clients.latency", .milliseconds, \.latency)
        for client in ClientKind.allCases {
            times(
                "clients.latency.\(client.word)", .milliseconds,
                about: labels.of("clients.latency.*").of(label: client.word, text: client.word)
            ) { $0.fold.latencies[Int(client.rawValue)] }
        }
        for client in ClientKind.allCases {
            times(
                "clients.input.\(client.word)", .seconds,
                about: labels.of("clients.input.*").of(label: client.word, text: client.word)
            ) { $0.fold.inputs[Int(client.rawValue)] }
        }
        count("clients.actions") { $0.actions.reduce(0) { $0 + $1.total } }
    }
}
