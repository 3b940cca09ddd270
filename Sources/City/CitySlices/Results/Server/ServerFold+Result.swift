// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension ServerFold {
    /// Nanoseconds of the measured time.
    func measured(at end: CityTime) -> Int64 { counted.length(from: from, to: min(end.nanoseconds, to)) }

    /// The workers' busy share of the time that the server was up; nil when their number is not known.
    func utilisation(at end: CityTime) -> Double? {
        let up = measured(at: end) - outages.down
        return workers > 0 && up > 0 ? Double(busy) / (Double(up) * Double(workers)) : nil
    }

    /// The part of the measured time in which the server was up.
    func availability(at end: CityTime) -> Double? {
        let time = measured(at: end)
        return shareDown(Int(time - outages.down), Int(time))
    }

    /// Refused messages of all kinds by reason.
    var refusedByReason: Counts<ServerRefusal> { refused.entries.reduce(into: Counts()) { $0 += $1.value } }

    /// Messages that were neither answered nor refused when the run ended: those that the gateway told of, and those that are
    /// seen by their missing numbers.
    var unanswered: Int { left + sensitivity.order.missing }

    /// Messages refused because the server had no room or no time for them: nobody processed them.
    var refusedForWant: Int { refusedByReason.occurred.filter(\.word.isForWant).reduce(0) { $0 + $1.count } }

    /// Messages of a missing number that surely had 10 s for it: a later one arrived 10 s before the end.
    func isLost(at end: CityTime) -> Bool {
        sensitivity.order.missing > 0
            && end.nanoseconds - ProcessingTally.late >= sensitivity.order.earliestAfterGap
    }

    func level(_ range: LevelRange, at end: CityTime) -> LevelResult? {
        let time = measured(at: end)
        guard time > 0, let smallest = range.smallest else { return nil }
        return LevelResult(min: Int(smallest), mean: tidy(Double(range.total) / Double(time)))
    }

    func result(at end: CityTime) -> ServerResult {
        ServerResult(
            verdict: sentence(at: end), workers: workers > 0 ? workers : nil, arrivals: arrivals,
            unanswered: unanswered, processing: all.result,
            wait: wait.reported(1e-9), kinds: kindResults, breaches: breaches,
            refused: refusedByReason,
            refusedHours: refusedHours.enumerated().filter { $0.element.total > 0 }.map {
                ServerResult.Hour(hour: $0.offset, refused: $0.element)
            },
            refusedMost: refusedMost.top(10).map {
                ServerResult.Refused(account: Int($0.number), count: $0.count, error: $0.error)
            },
            stepSeconds: Double(bins.step) / 1e9, bins: bins.results(workers: workers, until: end, down: down),
            outages: outages.count, downSeconds: Double(outages.down) / 1e9,
            levels: Dictionary(
                zip(load.levels, levels).compactMap { about, range in level(range, at: end).map { (about.metric, $0) }
                },
                uniquingKeysWith: { first, _ in first }), clients: clientResults,
            sensitivity: sensitivity.result(isMissed: all.missedTen > 0))
    }

    /// The tally of the kind that is judged by itself; nothing without one.
    var judged: ProcessingTally { load.judged.map { kinds[$0.kind] } ?? ProcessingTally() }

    private var kindResults: [ServerResult.Kind] {
        Set(kinds.entries.map(\.word) + refused.entries.map(\.word)).sorted { $0.number < $1.number }.compactMap {
            kind in
            let (tally, reasons) = (kinds[kind], refused[kind])
            guard tally.count > 0 || reasons.total > 0 else { return nil }
            return ServerResult.Kind(kind: kind.word, processing: tally.result, refused: reasons)
        }
    }

    private var clientResults: [ServerResult.Client] {
        ClientKind.allCases.map { client in
            let index = Int(client.rawValue)
            return ServerResult.Client(
                client: client.word, latency: latencies[index].reported(1e-9), input: inputs[index].reported(1e-9),
                actions: actions[index])
        }
    }
}
