// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of a roster tell its actor to do, in order.
public enum RosterDirective: Sendable, Equatable {
    /// The driver comes into service.
    case call(DriverID)
    /// The driver goes off shift; a busy one after the ride (TAXI-QUEUE-13).
    case release(DriverID)
}

/// Who of a group of drivers is on duty, for a wanted number that changes over the day.
///
/// Who has been off longest comes; who has been on longest and is free goes. Where too few are free, those who have been on longest go
/// after their rides. Costs are linear in the drivers of the group.
public struct DutyRoster: Sendable {
    /// Off duty, the longest first.
    public private(set) var away: [DriverID]
    /// On duty and staying, the longest first.
    public private(set) var onDuty: [DriverID] = []
    /// On their way out: released, or with their own time over, and not off shift yet.
    public private(set) var leaving: [DriverID] = []
    /// How many are wanted.
    public private(set) var wanted = 0

    /// Everybody is off duty, and has been in this order.
    public init(_ drivers: [DriverID]) { away = drivers }

    /// So many are wanted from now on; `isFree` says whether a driver has no ride.
    public mutating func want(_ count: Int, at now: CityTime, isFree: (DriverID) -> Bool) -> [RosterDirective] {
        wanted = count
        return settle(isFree)
    }

    /// The driver's own time on duty is over: a free one goes now, a busy one after the ride. Nobody comes in place of the driver
    /// before that one is off.
    public mutating func timeIsOver(of driver: DriverID, at now: CityTime) -> [RosterDirective] {
        guard let index = onDuty.firstIndex(of: driver) else { return [] }
        leaving.append(onDuty.remove(at: index))
        return [.release(driver)]
    }

    /// A driver is off shift: the last to come again.
    public mutating func left(_ driver: DriverID, at now: CityTime) -> [RosterDirective] {
        onDuty.removeAll { $0 == driver }
        leaving.removeAll { $0 == driver }
        if !away.contains(driver) { away.append(driver) }
        return settle { _ in false }
    }

    /// Calls and releases until as many as wanted are on duty; who is leaving is still there, and counts.
    private mutating func settle(_ isFree: (DriverID) -> Bool) -> [RosterDirective] {
        var directives: [RosterDirective] = []
        while onDuty.count + leaving.count < wanted, !away.isEmpty {
            let driver = away.removeFirst()
            onDuty.append(driver)
            directives.append(.call(driver))
        }
        // Who leaves already makes the number smaller by going.
        guard onDuty.count > wanted else { return directives }
        let (free, busy) = (onDuty.filter(isFree), onDuty.filter { !isFree($0) })
        for driver in (free + busy).prefix(onDuty.count - wanted) {
            onDuty.removeAll { $0 == driver }
            leaving.append(driver)
            directives.append(.release(driver))
        }
        return directives
    }

    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        let all = away + onDuty + leaving
        precondition(Set(all).count == all.count, "a driver is on the roster twice: \(all)")
        precondition(away.isEmpty || onDuty.count + leaving.count >= wanted, "a driver is wanted and not called")
    }
}
