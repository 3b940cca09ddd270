// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An occurrence by its appointment and start: one that has been moved is another one, and gets a notice of its own
/// (DEC-TRIP-CYCLE).
public struct OccurrenceKey: Hashable, Codable, Sendable {
    /// The appointment.
    public let id: AppointmentID
    /// When it begins.
    public let start: CityTime

    /// Takes both.
    public init(_ id: AppointmentID, _ start: CityTime) { (self.id, self.start) = (id, start) }
}

/// A notice to come that it is time to leave (TRIP-R29).
public struct PendingNotice: Hashable, Sendable {
    /// For which occurrence.
    public let key: OccurrenceKey
    /// By what (TRIP-R30).
    public let means: TravelMeansSet
    /// When one sets out.
    public let leaveAt: CityTime
    /// At which cycle it goes out.
    public let at: CityTime
}

extension PlanParameters {
    /// The last cycle not after an instant.
    public func cycle(notAfter time: CityTime) -> CityTime { time - (time - .epoch).remainder(cycle) }

    /// The first cycle not before an instant.
    public func cycle(notBefore time: CityTime) -> CityTime {
        let last = self.cycle(notAfter: time)
        return last == time ? time : last + cycle
    }

    /// At which cycle a notice goes out: the last one not after it is due, or the next one when that has passed (TRIP-CYCLE).
    public func noticeCycle(due: CityTime, at now: CityTime) -> CityTime {
        max(cycle(notAfter: due), cycle(notBefore: now))
    }

    /// From which cycle on an occurrence is looked at: 2 h before it, or the cycle of its notice if that is earlier (TRIP-CYCLE).
    public func watchedFrom(start: CityTime, due: CityTime) -> CityTime {
        min(cycle(notBefore: start - watched), cycle(notAfter: due))
    }
}

/// The notices of one user: at most one for each occurrence, planned anew while it is pending (TRIP-R29).
public struct NoticeBook: Sendable {
    /// Those to come, by cycle, start and number.
    public private(set) var pending: [PendingNotice] = []
    private var sent: [OccurrenceKey] = []

    /// No notices.
    public init() {}

    /// None to come; those that were given are not given again.
    init(told: [OccurrenceKey]) { sent = told }

    /// The occurrences that a notice was given for, so far as they are remembered.
    var told: [OccurrenceKey] { sent }

    /// When the next one goes out; `never` when none is pending.
    public var next: CityTime { pending.first?.at ?? .never }

    /// Plans the notice of an occurrence, or plans it anew. An unreachable one that has a route gets its notice too, at the next
    /// cycle; one that has been told, or has begun, gets none.
    public mutating func plan(
        _ key: OccurrenceKey, _ plan: TripPlan, _ parameters: PlanParameters, at now: CityTime
    ) {
        pending.removeAll { $0.key == key }
        guard !sent.contains(key), key.start > now else { return }
        let notice = PendingNotice(
            key: key, means: plan.chosen.means, leaveAt: plan.leaveAt,
            at: parameters.noticeCycle(due: plan.noticeDue, at: now))
        let index = pending.firstIndex { ($0.at, $0.key.start, $0.key.id) > (notice.at, key.start, key.id) }
        pending.insert(notice, at: index ?? pending.count)
    }

    /// Drops what is pending of an appointment, as it was moved or deleted (TRIP-EDIT), or of one occurrence that lost its route.
    public mutating func drop(_ id: AppointmentID, start: CityTime? = nil) {
        pending.removeAll { $0.key.id == id && (start == nil || $0.key.start == start) }
    }

    /// The notices of a cycle; each is given once.
    public mutating func due(at now: CityTime) -> [PendingNotice] {
        let due = pending.prefix { $0.at <= now }
        pending.removeFirst(due.count)
        // What has begun needs no memory: it is not planned any more.
        sent.removeAll { $0.start <= now }
        sent += due.map(\.key)
        return Array(due)
    }
}
