// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension MessageKind {
    /// The kind's part of a metric's path: calls are told in the plural, like the other metrics of calls.
    var metricName: String { self == .call ? "calls" : word }
}

extension ServerFold {
    /// Every value by its path.
    func values(_ values: inout [String: Double], at end: CityTime) {
        processing("processing", all, &values)
        for kind in MessageKind.allCases {
            processing("processing.\(kind.metricName)", kinds[Int(kind.rawValue)], &values)
        }
        values["processing.over10s"] = Double(all.judgedTen - all.underTen)
        times("server.wait", wait, &values)
        values["server.arrivals"] = Double(arrivals)
        values["server.unanswered"] = Double(unanswered)
        values["server.openAtEnd"] = Double(leftMeasured)
        values["server.refused"] = Double(refusedCount)
        for reason in ServerRefusal.allCases { values["server.refused.\(reason.word)"] = Double(refused(reason)) }
        values["server.queueMax"] = Double(queueMax)
        values["server.utilisation"] = utilisation(at: end).map(tidy)
        let time = measured(at: end)
        if time > 0 {
            values["server.arrivalRate"] = tidy(Double(arrivals) / (Double(time) / 1e9))
            values["server.queueMean"] = tidy(Double(waiting) / Double(time))
        }
        values["server.outages"] = Double(outages.count)
        values["server.downtime"] = Double(outages.down) / 1e9
        values["server.availability"] = availability(at: end)
        values["server.timersReleased"] = Double(timersReleased)
        for (name, range) in [("passengers.connected", passengers), ("drivers.active", drivers)] {
            let level = level(range, at: end)
            values["\(name)Min"] = level.map { Double($0.min) }
            values["\(name)Mean"] = level?.mean
        }
        times("clients.latency", latency, &values)
        for client in ClientKind.allCases {
            let index = Int(client.rawValue)
            times("clients.latency.\(client.word)", latencies[index], &values)
            times("clients.input.\(client.word)", inputs[index], &values)
        }
        values["clients.actions"] = Double(actions.reduce(0) { $0 + $1.reduce(0, +) })
    }

    private func processing(_ name: String, _ tally: ProcessingTally, _ values: inout [String: Double]) {
        times(name, tally.times, &values)
        values["\(name).under5s"] = shareDown(tally.underFive, tally.judgedFive)
        values["\(name).under10s"] = shareDown(tally.underTen, tally.judgedTen)
    }

    /// The largest value is exact to the nanosecond, so that a limit of 10 s judges rightly.
    private func times(_ name: String, _ sample: Sample, _ values: inout [String: Double]) {
        let statistics = sample.statistics(scale: 1e-9)?.tidied
        values["\(name).count"] = Double(sample.count)
        values["\(name).mean"] = statistics?.mean
        values["\(name).p50"] = statistics?.p50
        values["\(name).p95"] = statistics?.p95
        values["\(name).p99"] = statistics?.p99
        values["\(name).max"] = sample.count > 0 ? Double(sample.largest) / 1e9 : nil
    }
}
