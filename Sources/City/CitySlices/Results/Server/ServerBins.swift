// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What happened at the server in one step of the run.
struct ServerBin {
    var arrivals = 0, answered = 0, refused = 0
    /// Messages times nanoseconds of waiting.
    var waiting: Int64 = 0
    var waitingMax: Int32 = 0
    /// Workers times nanoseconds of work.
    var busy: Int64 = 0
    var p95: Int64?
    var max: Int64?
}

/// The run in steps: at most 360 of them, so that memory does not follow the messages. Times of processing stand in the
/// step of the answer, so that only one step's histogram is open.
struct ServerBins {
    let step: Int64
    private(set) var bins: [ServerBin]
    private let start: Int64
    private var open = 0
    private var times = Sample(exactLimit: 2048)

    /// Whole divisors of a minute, an hour and a day, in seconds.
    private static let steps: [Int64] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
    ]

    init(from: CityTime, to: CityTime) {
        start = from.nanoseconds
        let length = Swift.max(1, (to - from).nanoseconds)
        let second: Int64 = 1_000_000_000
        let step = (Self.steps.first { $0 * second * 360 >= length } ?? (length / (360 * 86_400 * second) + 1) * 86_400)
        self.step = step * second
        bins = Array(repeating: ServerBin(), count: Int((length + self.step - 1) / self.step))
    }

    /// The step of an instant; what comes after the end belongs to the last.
    private func index(_ time: Int64) -> Int { Swift.min(Swift.max(0, Int((time - start) / step)), bins.count - 1) }

    mutating func arrive(at time: Int64, waiting: Int32?) {
        let index = index(time)
        bins[index].arrivals += 1
        if let waiting { bins[index].waitingMax = Swift.max(bins[index].waitingMax, waiting) }
    }

    mutating func answer(_ processing: Int64, at time: Int64) {
        let index = index(time)
        if index > open { close(movingTo: index) }
        bins[index].answered += 1
        times.add(processing)
    }

    mutating func refuse(at time: Int64) { bins[index(time)].refused += 1 }

    /// Spreads a span of work or of waiting over the steps it lies in.
    mutating func spread(_ from: Int64, _ to: Int64, isWork: Bool) {
        var from = Swift.max(from, start)
        let to = Swift.min(to, start + Int64(bins.count) * step)
        while from < to {
            let index = Int((from - start) / step)
            let stop = Swift.min(to, start + Int64(index + 1) * step)
            if isWork { bins[index].busy += stop - from } else { bins[index].waiting += stop - from }
            from = stop
        }
    }

    mutating func close(movingTo next: Int? = nil) {
        if let statistics = times.statistics(scale: 1) {
            bins[open].p95 = Int64(statistics.p95)
            bins[open].max = times.largest
        }
        times = Sample(exactLimit: 2048)
        open = next ?? open
    }

    func results(workers: Int, until end: CityTime, down: [Int64]) -> [ServerResult.Bin] {
        bins.enumerated().compactMap { index, bin in
            let from = start + Int64(index) * step
            let length = Swift.max(0, Swift.min(from + step, end.nanoseconds) - from)
            // The run was ended before.
            guard length > 0 || bin.arrivals + bin.answered + bin.refused > 0 else { return nil }
            let up = length - (index < down.count ? down[index] : 0)
            return ServerResult.Bin(
                arrivals: bin.arrivals, answered: bin.answered, refused: bin.refused,
                waitingMean: length > 0 ? tidy(Double(bin.waiting) / Double(length)) : 0,
                waitingMax: Int(bin.waitingMax),
                utilisation: workers > 0 && up > 0 ? tidy(Double(bin.busy) / (Double(up) * Double(workers))) : nil,
                p95: bin.p95.map { Double($0) / 1e9 }, max: bin.max.map { Double($0) / 1e9 })
        }
    }
}
