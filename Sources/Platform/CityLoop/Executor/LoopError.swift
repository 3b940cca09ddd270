// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What can go wrong with a run of the loop. Each case says who.
public enum LoopError: Error, Hashable, Sendable {
    /// Work reached the loop from another thread, outside the inbox: a task left the loop (for instance by awaiting
    /// something that is not of the loop), or foreign code called an actor without `ask`.
    case stray(who: [String], at: CityTime)
    /// Nothing is planned any more, yet these tasks are not finished: they wait for something that cannot come.
    case stalled(waiting: [String], at: CityTime)
    /// Very many turns ran without time moving on: two parts keep waking each other.
    case stuck(turns: Int, who: String, at: CityTime)
    /// The run fell behind the wall clock by more than the tolerance.
    case behind(by: TimeSpan, at: CityTime)
    /// The loop has ended; nothing can be asked of it any more.
    case ended
}

extension LoopError: CustomStringConvertible {
    /// What happened, who, when.
    public var description: String {
        switch self {
        case .stray(let who, let time):
            "stray work at \(time): \(who.joined(separator: ", ")) reached the loop from another thread; "
                + "start tasks with CityLoop.start, await nothing but the loop, call from outside with CityLoop.ask"
        case .stalled(let waiting, let time):
            "stalled at \(time): nothing is scheduled, but these still wait: \(waiting.joined(separator: ", "))"
        case .stuck(let turns, let who, let time):
            "stuck at \(time): \(turns) turns while time stood still; the last one was \(who)"
        case .behind(let span, let time):
            "behind the wall clock by \(span) at \(time)"
        case .ended: "the loop has ended"
        }
    }
}

/// Thrown by every sleep when the run is over, so that tasks end and actors are freed.
public struct LoopEnded: Error, Hashable, Sendable {
    /// Makes the error.
    public init() {}
}

/// How a run of the loop ended.
public enum LoopEnd: Hashable, Sendable {
    /// Nothing was left to do.
    case settled(at: CityTime)
    /// The given end was reached.
    case timeUp
    /// `stop()` was called.
    case stopped(at: CityTime)
}
