// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Keeps the timers of services from firing while their server is down: those that fall due are kept in order, and are
/// planned again for the instant at which the hold ends (AVAIL-02).
///
/// The server may be up before the hold ends, while messages that waited are still inside. Timers that fall due then fire,
/// unless one of those messages may decide on them: a service asks with `keeps` about such a timer.
///
/// A service asks at the top of `timerFired` whether the hold `isOn`, and hands its timer over then: one branch, and no cost
/// else. A kept timer counts as planned: the service marks it where it would note a handle (with `TimerHandle.none`), so that
/// cancelling or replacing it in the meantime shows when the hold ends.
///
/// `@unchecked Sendable`: used on the loop's thread only, like the event log.
public final class TimerHold: @unchecked Sendable {
    /// Whether all timers are held now.
    public private(set) var isOn = false
    /// When the server came up, while the timers kept until then still wait; nil else.
    public private(set) var restarted: CityTime?
    /// How many timers the last hold gave back.
    public private(set) var lastCount = 0

    private var kept: [(service: any HeldService, tag: TimerTag)] = []

    /// A hold that is off.
    public init() {}

    /// Timers are held from now on.
    public func begin() {
        isOn = true
        restarted = nil
    }

    /// The server is up again: timers fire from now on, and those kept wait for the end of the hold.
    public func restart(at now: CityTime) {
        guard isOn else { return }
        isOn = false
        restarted = now
    }

    /// Whether the hold is not over: the server is down, or messages that waited are still inside.
    public var lasts: Bool { isOn || restarted != nil }

    /// Whether a timer is kept that messages from the outage may decide on: as long as the hold lasts, if what it is for began
    /// before the server came up.
    public func keeps(begun: CityTime) -> Bool { lasts && restarted.map { begun < $0 } ?? true }

    /// Keeps a timer that has fallen due.
    public func keep(_ tag: TimerTag, of service: any HeldService) {
        kept.append((service, tag))
    }

    /// The hold is over: all kept timers that are still wanted are planned for now, in the order in which they fell due.
    public func end() {
        isOn = false
        restarted = nil
        let timers = kept
        kept = []
        lastCount = 0
        for timer in timers where timer.service.plansAgain(timer.tag) { lastCount += 1 }
    }
}

/// A service whose timers a `TimerHold` may keep.
public protocol HeldService: TimedActor {
    /// Plans a kept timer for now, unless it was cancelled or replaced meanwhile; true when it was planned.
    nonisolated func plansAgain(_ tag: TimerTag) -> Bool
}
