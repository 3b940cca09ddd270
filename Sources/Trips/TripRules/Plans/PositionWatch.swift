// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why a position was stored (TRIP-POSITION).
public enum RefreshCause: UInt8, EventWord {
    case first, timer, move
}

/// When a user's position is read: 2 h after the last time, and at once on a significant move (TRIP-POSITION).
public struct PositionWatch: Hashable, Sendable {
    /// The position stored last; nil before the first.
    public private(set) var place: Place?
    /// When the next one is due without a move; `never` before the first.
    public private(set) var due = CityTime.never

    /// Nothing is known yet.
    public init() {}

    /// Takes where the user is; returns why that was stored, or nil when it was not.
    public mutating func take(
        _ place: Place, _ parameters: PlanParameters, at now: CityTime
    ) -> RefreshCause? {
        let cause: RefreshCause
        if let last = self.place {
            let isFar = last.distance(to: place) > parameters.significantMove
            guard isFar || now >= due else { return nil }
            cause = now >= due ? .timer : .move
        } else {
            cause = .first
        }
        self.place = place
        due = now + parameters.refresh
        return cause
    }

    /// Forgets the position, as permission is gone (SEC-10).
    public mutating func forget() { self = PositionWatch() }
}
