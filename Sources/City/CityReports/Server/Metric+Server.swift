// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

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

/// The metrics of the server's front door. A run has them when it has a server or its events occur. Shares and largest values
/// are not rounded to the nearest: they are judged against strict limits.
extension Metric where Source == ServerFacts {
    static let all = processing + door + levels + clients

    @MetricList private static var processing: [Metric] {
        tally("processing", "processing time", "Processing time of all messages (DEC-PERF-MEASURE)", \.all)
        count(
            "processing.over10s", "messages of 10 s or more",
            "Messages that took 10 s or more, or were refused for want of room or time; must be 0 (PERF-04)."
        ) { $0.all.judgedTen - $0.all.underTen }
        for kind in MessageKind.allCases {
            // Calls are told in the plural, like the other metrics of calls.
            let name = kind == .call ? "calls" : kind.word
            tally(
                "processing.\(name)", "processing time (\(Text.words(name)))",
                "Processing time of messages of the kind \(kind.word)"
            ) { $0.fold.kinds[Int(kind.rawValue)] }
        }
    }

    /// What the server had no room or no time for is in no time, and counts as later.
    private static func tally(
        _ name: String, _ label: String, _ text: String, _ tally: @escaping @Sendable (ServerFacts) -> ProcessingTally
    ) -> [Metric] {
        times(name, .milliseconds, label, text) { tally($0).times }
            + number(
                "\(name).under5s", .share, "\(label), under 5 s",
                "\(text): share in strictly less than 5 s; without an answer counts as later (PERF-03)."
            ) { shareDown(tally($0).underFive, tally($0).judgedFive) }
            + number(
                "\(name).under10s", .share, "\(label), under 10 s",
                "\(text): share in strictly less than 10 s; without an answer counts as later (PERF-04)."
            ) { shareDown(tally($0).underTen, tally($0).judgedTen) }
    }

    /// The statistics of a sample in seconds. The largest value is exact to the nanosecond, so that a limit of 10 s judges
    /// rightly.
    private static func times(
        _ name: String, _ measure: Measure, _ label: String, _ text: String,
        _ sample: @escaping @Sendable (ServerFacts) -> Sample
    ) -> [Metric] {
        Metric.sample(name, in: measure, label, text, sample).compactMap { metric in
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

    @MetricList private static var door: [Metric] {
        times("server.wait", .milliseconds, "wait for a worker", "Time from a message's arrival to its worker", \.wait)
        count("server.arrivals", "messages", "Messages that arrived after the warm-up.", \.arrivals)
        number("server.arrivalRate", .other("1/s"), "messages a second", "Messages a second.") { facts in
            facts.overTime { tidy(Double(facts.fold.arrivals) / ($0 / 1e9)) }
        }
        count(
            "server.unanswered", "messages never answered", "Messages neither answered nor refused when the run ended.",
            \.unanswered)
        count(
            "server.openAtEnd", "messages inside at the end",
            "Of the messages that arrived after the warm-up, those neither answered nor refused at the end.",
            \.leftMeasured)
        counts(
            "server.refused", "messages refused", "Messages refused at the door.",
            each: "Messages refused for the reason %.", ServerRefusal.allCases, \.refusedByReason)
        number(
            "server.utilisation", .share, "workers busy",
            "The workers' busy time, as a share of their time while the server was up."
        ) { $0.fold.utilisation(at: $0.end).map(tidy) }
        number("server.queueMean", .ratio(), "messages waiting, mean", "Messages waiting for a worker, mean over time.")
        { facts in facts.overTime { tidy(Double(facts.fold.waiting) / $0) } }
        count("server.queueMax", "messages waiting, max", "Most messages waiting at one time.") { Int($0.queueMax) }
        count("server.outages", "outages", "Outages (AVAIL-02).", \.outages.count)
        number("server.downtime", .minutes, "time down", "Time in which the server was down.") {
            Double($0.outages.down) / 1e9
        }
        number(
            "server.availability", .share, "time up",
            "Time in which the server was up, as a share of all time (AVAIL-01: 0.98)."
        ) { $0.fold.availability(at: $0.end) }
        count(
            "server.timersReleased", "timers fired late", "Timers that fell due in an outage and fired after it.",
            \.timersReleased)
    }

    @MetricList private static var levels: [Metric] {
        level(
            "passengers.connected", "connected passengers",
            "Fewest passengers with a live session at any time (PERF-01).",
            "Passengers with a live session, mean over time.", \.passengers)
        level(
            "drivers.active", "active drivers", "Fewest drivers available or busy at any time (PERF-02).",
            "Drivers available or busy, mean over time.", \.drivers)
    }

    private static func level(
        _ name: String, _ label: String, _ least: String, _ mean: String,
        _ range: @escaping @Sendable (ServerFold) -> LevelRange
    ) -> [Metric] {
        number("\(name)Min", .count, "\(label), fewest", least) { facts in
            facts.fold.level(range(facts.fold), at: facts.end).map { Double($0.min) }
        }
            + number("\(name)Mean", .ratio(1), "\(label), mean", mean) {
                $0.fold.level(range($0.fold), at: $0.end)?.mean
            }
    }

    @MetricList private static var clients: [Metric] {
        times(
            "clients.latency", .milliseconds, "latency at the client",
            "Time from sending a message to showing its answer (PERF-17)", \.latency)
        for client in ClientKind.allCases {
            times(
                "clients.latency.\(client.word)", .milliseconds,
                "latency at the client (\(Text.words(client.word)))",
                "Time from sending to showing on \(client.word) clients (PERF-17)"
            ) { $0.fold.latencies[Int(client.rawValue)] }
        }
        for client in ClientKind.allCases {
            times(
                "clients.input.\(client.word)", .seconds, "time to fill in a form (\(Text.words(client.word)))",
                "Time to fill in a form on \(client.word) clients (UI-04)"
            ) { $0.fold.inputs[Int(client.rawValue)] }
        }
        count("clients.actions", "actions of users", "What users did with their clients (UI-01).") {
            $0.actions.reduce(0) { $0 + $1.total }
        }
    }
}
