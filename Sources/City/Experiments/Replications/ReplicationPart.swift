// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// What became of the demands of one part of the city or of the day in one replication: of one zone, hour, group or site.
package struct ReplicationPart: Codable, Hashable, Sendable {
    /// The part's number: the zone's, the hour (`HourAxis`), or the place in the list of groups or sites.
    package let number: Int
    package let stored: Int
    /// Those of them that ended without being met.
    package let unserved: Int
    /// Those of them that were met.
    package let fulfilled: Int
    /// Demands of which it is known whether they were met in time, and those of them that were not.
    package let wishes, notInTime: Int
    /// Mean wait of those that were met, in seconds; nil without any.
    package let wait: Double?

    /// The share of the ended demands that was not met; nil when none ended.
    package var unservedShare: Double? {
        let ended = fulfilled + unserved
        return ended > 0 ? Double(unserved) / Double(ended) : nil
    }
    /// The share of the demands that were not met in time; nil without any.
    package var notInTimeShare: Double? { wishes > 0 ? Double(notInTime) / Double(wishes) : nil }

    /// Several parts as one.
    init(_ number: Int, sum parts: [ReplicationPart]) {
        func sum(_ count: (ReplicationPart) -> Int) -> Int { parts.reduce(0) { $0 + count($1) } }
        let (served, seconds) = (sum(\.fulfilled), parts.reduce(0) { $0 + ($1.wait ?? 0) * Double($1.fulfilled) })
        self.init(
            number: number, stored: sum(\.stored), unserved: sum(\.unserved), fulfilled: served, wishes: sum(\.wishes),
            notInTime: sum(\.notInTime), wait: served > 0 ? seconds / Double(served) : nil)
    }

    init(number: Int, stored: Int, unserved: Int, fulfilled: Int, wishes: Int, notInTime: Int, wait: Double?) {
        (self.number, self.stored, self.unserved, self.fulfilled) = (number, stored, unserved, fulfilled)
        (self.wishes, self.notInTime, self.wait) = (wishes, notInTime, wait)
    }

    /// What the cases of a service say of a part.
    init(_ number: Int, _ part: CasePart) {
        self.init(
            number: number, stored: part.asked, unserved: part.lost, fulfilled: part.served, wishes: part.judged,
            notInTime: part.missed, wait: part.meanWait)
    }
}
