// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A part of a journey in one vehicle, as a search found it.
struct VehicleRecord: Sendable {
    let pattern: Int32
    /// The trip, counted in the day.
    let trip: Int32
    /// Positions in the pattern.
    let on: Int32
    let off: Int32
    /// The record of the vehicle before it; negative for the first one.
    let before: Int32
}

/// What a search knows of a stop; side by side, since it asks for all of it at once.
struct StopState: Sendable {
    /// When it was first reached by a vehicle, and by which record.
    var reached = TransitScratch.never
    /// From when one may get on, and the record by which one came; negative where the journey begins.
    var ready = TransitScratch.never
    /// What lies between it and the end of the journey.
    var rest = TransitScratch.never
    var reachedBy: Int32 = -1
    var readyBy: Int32 = -1
    /// Whether it is in the list of that name.
    var isFresh = false
    var isMarked = false
}

/// By when one must be at a stop to be at the end in time, as a search from there has found.
struct StopLimits: Sendable {
    /// When a vehicle must have brought one there.
    var reached = Int32.max
    /// When one must be ready to get on there.
    var boards = Int32.max
}

/// The memory of one search at a time. Between searches all times are `never`.
struct TransitScratch: Sendable {
    static let never = Int32.max

    var stops: [StopState]
    /// Wide open but for searches that follow one in the other direction.
    var limits: [StopLimits]
    /// The first position of each pattern at which somebody new may get on.
    var begin: [Int32]
    /// Stops that a vehicle reached earlier in this round, and those at which one may get on earlier.
    var fresh: [Int32] = []
    var marked: [Int32] = []
    /// Stops that are not as between searches.
    var touched: [Int32] = []
    var patterns: [Int32] = []
    var records: [VehicleRecord] = []

    init(stops: Int, patterns: Int) {
        self.stops = [StopState](repeating: StopState(), count: stops)
        limits = [StopLimits](repeating: StopLimits(), count: stops)
        begin = [Int32](repeating: Self.never, count: patterns)
    }
}

extension TransitScratch {
    /// Narrows the searches that follow to the stops of this one, at the times that it has found, which are negative.
    mutating func narrow() {
        for stop in limits.indices { limits[stop] = StopLimits(reached: .min, boards: .min) }
        for stop in touched {
            let state = stops[Int(stop)]
            limits[Int(stop)] = StopLimits(reached: -state.ready, boards: -state.reached)
        }
    }

    /// Opens them again.
    mutating func widen() {
        for stop in limits.indices { limits[stop] = StopLimits() }
    }
}

/// Scratch memory that searches lend and give back: as many as ever ran at once are kept.
final class TransitScratchPool: Sendable {
    private let free = Mutex<[TransitScratch]>([])
    private let stops: Int
    private let patterns: Int

    init(stops: Int, patterns: Int) {
        (self.stops, self.patterns) = (stops, patterns)
    }

    func with<Result>(_ body: (inout TransitScratch) -> Result) -> Result {
        var scratch = free.withLock { $0.popLast() } ?? TransitScratch(stops: stops, patterns: patterns)
        defer { free.withLock { [scratch] in $0.append(scratch) } }
        return body(&scratch)
    }
}
