// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension HealthRules {
    /// Checks the rules' own state; traps when it does not hold. Tests call it after every step.
    public func checkInvariants() {
        precondition(wearers.count == people.count, "\(wearers.count) users, \(people.count) people")
        for (index, wearer) in wearers.enumerated() {
            precondition(wearer.isGone == (people[index] == nil), "user \(index + 1) is gone and known")
            guard wearer.device != DeviceID(0) else { continue }
            precondition(owners[wearer.device] == WearerID(index + 1), "device \(wearer.device) has two owners")
        }
        precondition(numbers.count == people.count(where: { $0 != nil }), "a social security number is known twice")
        precondition(zip(pending, pending.dropFirst()).allSatisfy { $1 < $0 }, "SOS are out of order")
        for lane in [handOver.fresh, handOver.kept] {
            precondition(zip(lane.waiting, lane.waiting.dropFirst()).allSatisfy { $0.time <= $1.time }, "storage")
        }
        precondition(isUp || pending.isEmpty, "an SOS waits in a service that is down")
        precondition(pool.workers >= parameters.pool.least && pool.workers <= parameters.pool.most, "\(pool.workers)")
    }
}
