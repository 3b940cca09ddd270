// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How virtual time runs against the wall clock. The order of entries is the same at every pace.
public enum Pace: Sendable, Hashable {
    /// As fast as the machine can.
    case free
    /// This many virtual seconds in one real second; above 0.
    case scaled(Double)
    /// Virtual time follows real time.
    case wall

    /// Virtual nanoseconds in one real nanosecond; nil when free.
    var rate: Double? {
        switch self {
        case .free: nil
        case .scaled(let rate): rate
        case .wall: 1
        }
    }
}

/// The wall clock of a paced run: the one place of the kernel that reads real time, and only to wait.
struct WallPace {
    private let clock = ContinuousClock()
    private let begin: ContinuousClock.Instant
    private let firstTime: CityTime
    private let rate: Double

    init(rate: Double, from time: CityTime) {
        begin = clock.now
        firstTime = time
        precondition(rate > 0, "a pace needs a rate above 0")
        self.rate = rate
    }

    /// The virtual time that the wall clock shows now.
    var now: CityTime {
        let elapsed = begin.duration(to: clock.now)
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        // A fast pace soon shows a time beyond all that 64 bits can count; an hour before `never` is far enough.
        let time = Double(firstTime.nanoseconds) + seconds * rate * 1e9
        guard time < 9.2e18 else { return .never - .hours(1) }
        return firstTime + .seconds(seconds * rate)
    }

    /// Real seconds until a virtual time; not above 0 when it has passed.
    func secondsUntil(_ time: CityTime) -> Double {
        // The span from a time before 1970 to `never` has no room in 64 bits.
        let (span, isTooLong) = time.nanoseconds.subtractingReportingOverflow(now.nanoseconds)
        return isTooLong ? .infinity : Double(span) / 1e9 / rate
    }
}
