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

/// The memory of one search at a time. Between searches all times are `never`.
struct TransitScratch: Sendable {
    static let never = Int32.max

    /// When each stop was first reached by a vehicle, and by which record.
    var reached: [Int32]
    var reachedBy: [Int32]
    /// From when one may get on at each stop, and the record by which one came; negative where the journey begins.
    var ready: [Int32]
    var readyBy: [Int32]
    /// What lies between each stop and the end of the journey.
    var ends: [Int32]
    /// The first position of each pattern at which somebody new may get on.
    var begin: [Int32]
    var isFresh: [Bool]
    var isMarked: [Bool]
    /// Lists of what is not as between searches.
    var fresh: [Int32] = []
    var marked: [Int32] = []
    var touched: [Int32] = []
    var waiting: [Int32] = []
    var patterns: [Int32] = []
    var records: [VehicleRecord] = []

    init(stops: Int, patterns: Int) {
        reached = [Int32](repeating: Self.never, count: stops)
        reachedBy = [Int32](repeating: -1, count: stops)
        ready = reached
        readyBy = reachedBy
        ends = reached
        begin = [Int32](repeating: Self.never, count: patterns)
        isFresh = [Bool](repeating: false, count: stops)
        isMarked = isFresh
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
