// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The same arrivals and service times served by another number of workers at another speed.
///
/// Kiefer and Wolfowitz's recursion: with the instants at which the workers become free in rising order, the next message
/// in order of arrival starts at the first of them or at its arrival, whichever is later, and that worker's instant moves
/// to the message's end. Exact for first come, first served. Source: J. Kiefer and J. Wolfowitz, "On the theory of queues
/// with many servers", Trans. Amer. Math. Soc. 78 (1955) 1-18.
struct SensitivityCell {
    let workers: Int
    let scale: Int64
    private let from: Int64
    private let to: Int64
    /// When each worker becomes free, in rising order.
    private var free: [Int64]
    private(set) var all = ProcessingTally()
    private(set) var calls = (count: 0, underFive: 0)
    /// Nanoseconds of work in the measured time.
    private(set) var busy: Int64 = 0

    init(workers: Int, scale: Int64, from: Int64, to: Int64) {
        self.workers = workers
        self.scale = scale
        self.from = from
        self.to = to
        free = Array(repeating: .min, count: workers)
    }

    mutating func take(_ message: QueuedMessage) {
        let start = max(message.arrived, free[0])
        let end = start + message.service * scale
        var place = 0
        while place + 1 < workers && free[place + 1] < end {
            free[place] = free[place + 1]
            place += 1
        }
        free[place] = end
        busy += max(0, min(end, to) - max(start, from))
        guard message.arrived >= from, message.fate == .answered else { return }
        let time = end - message.arrived
        all.add(time)
        if message.isJudged {
            calls.count += 1
            if time < ProcessingTally.soon { calls.underFive += 1 }
        }
    }

    /// PERF-03, overall and for calls alone, and PERF-04.
    var keepsTarget: Bool { all.keepsFive && calls.underFive * 20 >= calls.count * 19 && all.keepsTen }

    /// `isMissed` tells that the run broke its target with messages that no cell serves.
    func result(isRun: Bool, isMissed: Bool) -> SensitivityResult.Cell {
        let time = max(0, to - from)
        return SensitivityResult.Cell(
            workers: workers, scale: Int(scale), isRun: isRun, keepsTarget: keepsTarget && !(isRun && isMissed),
            processing: all.result, callsUnderFive: calls.underFive, calls: calls.count,
            utilisation: time > 0 ? tidy(Double(busy) / (Double(time) * Double(workers))) : nil)
    }
}

/// The run's arrivals and service times on 1, 2 and 4 workers and the run's own number, at 1, 2, 5 and 10 times the service
/// times. Open loop: people do not react to the waits.
struct Sensitivity {
    static let scales: [Int64] = [1, 2, 5, 10]

    private(set) var cells: [SensitivityCell]
    private(set) var order: ArrivalOrder
    private(set) var refused = 0
    /// Messages that were inside when the service ended: how long they would have taken is not known.
    private(set) var left = 0
    private let ownWorkers: Int

    init(workers: Int, from: CityTime, to: CityTime, window: Int = 1 << 18) {
        ownWorkers = workers
        order = ArrivalOrder(limit: window)
        let counts = ([1, 2, 4] + ([1, 2, 4].contains(workers) || workers < 1 ? [] : [workers])).sorted()
        cells = counts.flatMap { count in
            Self.scales.map {
                SensitivityCell(workers: count, scale: $0, from: from.nanoseconds, to: to.nanoseconds)
            }
        }
    }

    mutating func take(_ number: MessageID, _ message: QueuedMessage) {
        order.reach(number.number)
        serve()
        order.put(number.number, message)
        serve()
    }

    mutating func close() {
        order.close()
        serve()
    }

    private mutating func serve() {
        while let message = order.next() {
            switch message.fate {
            case .answered: break
            case .refused: refused += 1
            case .left: left += 1
            }
            // Without a time at a worker it loads no server.
            guard message.service >= 0 else { continue }
            for index in cells.indices { cells[index].take(message) }
        }
    }

    func result(isMissed: Bool) -> SensitivityResult {
        SensitivityResult(
            cells: cells.map { $0.result(isRun: $0.workers == ownWorkers && $0.scale == 1, isMissed: isMissed) },
            refused: refused, leftOut: order.late + order.missing + left)
    }
}
