// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Reporting
import TaxiReports

/// What passengers met at one hour of the day in one replication; of a run over several days, at that hour of each.
public struct ReplicationHour: Codable, Hashable, Sendable {
    /// The hour of the day, 0 to 23.
    public let hour: Int
    /// Requests stored, those of them that ended without a ride, and those whose passenger came aboard.
    public let stored, unserved, fulfilled: Int
    /// Wishes for a ride whose first request was stored then, and those of them that did not come aboard in time.
    public let wishes, notInTime: Int
    /// Mean wait of those who were served, in seconds; nil without any.
    public let wait: Double?

    /// The share of the ended requests that got no ride; nil when none ended.
    public var unservedShare: Double? {
        let ended = fulfilled + unserved
        return ended > 0 ? Double(unserved) / Double(ended) : nil
    }
    /// The share of the wishes that did not come aboard in time; nil without wishes.
    public var notInTimeShare: Double? { wishes > 0 ? Double(notInTime) / Double(wishes) : nil }

    /// The hours of a run put together by hour of the day, those with requests.
    static func byHourOfDay(_ hours: [HourResult]) -> [ReplicationHour] {
        (0..<24).compactMap { hour in
            let same = hours.filter { $0.hourOfDay == hour && $0.calls.stored > 0 }
            guard !same.isEmpty else { return nil }
            func sum(_ count: (HourResult) -> Int) -> Int { same.reduce(0) { $0 + count($1) } }
            let waited = sum { $0.wait?.count ?? 0 }
            let seconds = same.reduce(0) { $0 + ($1.wait.map { $0.mean * Double($0.count) } ?? 0) }
            return ReplicationHour(
                hour: hour, stored: sum(\.calls.stored), unserved: sum(\.calls.unserved),
                fulfilled: sum(\.calls.fulfilled), wishes: sum(\.wishes.decided), notInTime: sum(\.wishes.notInTime),
                wait: waited > 0 ? seconds / Double(waited) : nil)
        }
    }
}
