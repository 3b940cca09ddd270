// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A whole number that changes in steps, such as a queue's length, and its integral over time in equal bins.
package struct SteppedLevel {
    package private(set) var level: Int64 = 0
    /// Level times nanoseconds from `countFrom` on.
    package private(set) var total: Int64 = 0
    /// Level times nanoseconds in each bin that was left.
    private var bins: [Int64] = []
    /// The largest level at or after `countFrom`.
    package private(set) var largest: Int64 = 0
    private var since: Int64
    /// The bin of the last piece that was added, and where it begins and ends: nearly every piece lies in it.
    private var bin = 0
    /// What belongs to that bin and is not yet there: the array is touched once a bin, not at each change.
    private var inBin: Int64 = 0
    private var binStart: Int64
    private var binEnd: Int64
    private let start: Int64
    private let step: Int64
    private let countFrom: Int64
    private let binsFrom: Int64
    /// The part of every day that the total and the largest level are of; nil for all of it.
    private let window: ClockWindow?
    /// From here on, up to `binEnd`, a piece lies in the bin at hand, and counts for the total and the bin in one. Never
    /// with a window: the total is that of a part of the piece.
    private var plainFrom: Int64

    /// A level of 0 at `start`; bins of `step`; the total counts from `countFrom`; the bins from there too unless
    /// `wholeRun` is set. With a window the total is that of this part of every day.
    package init(
        start: CityTime, step: TimeSpan, countFrom: CityTime, wholeRun: Bool, within window: ClockWindow? = nil
    ) {
        self.start = start.nanoseconds
        self.step = max(1, step.nanoseconds)
        self.countFrom = countFrom.nanoseconds
        binsFrom = wholeRun ? start.nanoseconds : countFrom.nanoseconds
        since = start.nanoseconds
        binStart = start.nanoseconds
        binEnd = binStart + self.step
        self.window = window
        plainFrom = window == nil ? max(binStart, self.countFrom, binsFrom) : .max
    }

    /// Changes the level at an instant.
    @inline(__always)
    package mutating func change(by amount: Int64, at now: CityTime) {
        advance(to: now)
        level += amount
        if level > largest && now.nanoseconds >= countFrom && (window?.holds(now) ?? true) { largest = level }
    }

    /// Brings the integrals up to an instant.
    @inline(__always)
    package mutating func advance(to now: CityTime) {
        if since >= plainFrom, now.nanoseconds <= binEnd, now.nanoseconds >= since {
            let area = level * (now.nanoseconds - since)
            total += area
            inBin += area
            since = now.nanoseconds
        } else {
            advanceFar(to: now.nanoseconds)
        }
    }

    private mutating func advanceFar(to now: Int64) {
        guard now > since else { return }
        let inWindow = window?.length(from: max(since, countFrom), to: now)
        if level > largest && now >= countFrom && inWindow != 0 { largest = level }
        if level != 0 {
            total += level * (inWindow ?? max(0, now - max(since, countFrom)))
            var from = max(since, binsFrom)
            while from < now {
                if from >= binEnd || from < binStart { moveBin(to: from) }
                let stop = min(now, binEnd)
                inBin += level * (stop - from)
                from = stop
            }
        }
        since = now
    }

    private mutating func moveBin(to time: Int64) {
        if inBin != 0 {
            while bins.count <= bin { bins.append(0) }
            bins[bin] += inBin
            inBin = 0
        }
        bin = Int((time - start) / step)
        binStart = start + Int64(bin) * step
        binEnd = binStart + step
        plainFrom = window == nil ? max(binStart, countFrom, binsFrom) : .max
    }

    /// Adds the integrals of another level over the same bins.
    package mutating func absorb(_ other: SteppedLevel) {
        total += other.total
        while bins.count < max(other.bins.count, other.bin + 1) { bins.append(0) }
        for index in bins.indices { bins[index] += other.bin(index) }
    }

    /// The integral of a bin; 0 for a bin never reached.
    package func bin(_ index: Int) -> Int64 { (index < bins.count ? bins[index] : 0) + (index == bin ? inBin : 0) }
}
