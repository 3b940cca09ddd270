// SPDX-License-Identifier: GPL-3.0-or-later

/// A number by which an actor knows which of its timers fired.
public typealias TimerTag = UInt64

/// A planned timer, for cancelling it. Plain bytes; a handle whose timer has fired or was cancelled does nothing.
@frozen
public struct TimerHandle: Hashable, Sendable {
    /// Index in the loop's table.
    @usableFromInline let slot: UInt32
    /// Which use of that slot; 0 for no timer.
    @usableFromInline let generation: UInt32

    /// No timer.
    public static let none = TimerHandle(slot: .max, generation: 0)
}
