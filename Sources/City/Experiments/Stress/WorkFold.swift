// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import CitySlices

/// Adds up what the server's workers were busy with, minute by minute, and how much of it was hashing passwords.
package final class WorkFold: EventObserver {
    private static let minute: Int64 = 60_000_000_000

    /// What workers did in one minute, in nanoseconds.
    private struct Minute {
        var work: Int64 = 0
        var hashing: Int64 = 0
    }

    private let start: CityTime
    private let until: CityTime
    /// The first whole minute that is measured.
    private let measured: Int
    private var minutes: [Minute]
    /// When the server was down, and since when it is.
    private var outages: [(from: CityTime, to: CityTime)] = []
    private var downSince: CityTime?

    /// Counts whole minutes.
    ///
    /// - Parameters:
    ///   - start: the start of the run.
    ///   - from: the end of the warm-up.
    ///   - until: the end of the run; a minute that is not whole is left out.
    package init(start: CityTime, from: CityTime, until: CityTime) {
        self.start = start
        self.until = until
        measured = Int((from.nanoseconds - start.nanoseconds + Self.minute - 1) / Self.minute)
        let count = Int((until.nanoseconds - start.nanoseconds) / Self.minute)
        minutes = Array(repeating: Minute(), count: max(0, count))
    }

    /// Counts the whole minutes of a scenario's run.
    convenience init(_ scenario: Scenario) {
        self.init(start: scenario.start, from: scenario.start + scenario.warmUp, until: scenario.end)
    }

    package func subscribe(to feed: EventFeed) {
        feed.on(ServerEvent.self) { records in
            for index in records.indices { self.take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: ServerEvent, at time: CityTime) {
        switch event {
        case .messageAnswered(_, let kind, _, _, _, _, let started, _):
            addUp(kind, started, time)
        case .messageRefused(_, let kind, _, _, _, _, let started, _),
            .messageLeft(_, let kind, _, _, _, _, let started, _):
            if let started { addUp(kind, started, time) }
        case .serverDown: downSince = downSince ?? time
        case .serverUp:
            if let downSince { outages.append((downSince, time)) }
            downSince = nil
        case .timersReleased: break
        }
    }

    /// Adds the time at a worker, without outages: a message that one breaks off stays with its worker, who does nothing.
    private func addUp(_ kind: MessageType, _ started: CityTime, _ ended: CityTime) {
        let isHashing = kind == .login || kind == .registration
        var end = downSince.map { min(ended, max(started, $0)) } ?? ended
        for outage in outages.reversed() {
            guard outage.to > started else { break }
            add(isHashing, outage.to, end)
            end = max(started, outage.from)
        }
        add(isHashing, started, end)
    }

    private func add(_ isHashing: Bool, _ started: CityTime, _ ended: CityTime) {
        var time = max(started, start).nanoseconds - start.nanoseconds
        let end = min(ended, until).nanoseconds - start.nanoseconds
        // A service may go on over the end of a minute.
        while time < end {
            let index = Int(time / Self.minute)
            guard minutes.indices.contains(index) else { return }
            let next = min(end, Int64(index + 1) * Self.minute)
            minutes[index].work += next - time
            if isHashing { minutes[index].hashing += next - time }
            time = next
        }
    }

    private var measuredMinutes: ArraySlice<Minute> { minutes.dropFirst(measured) }

    /// The workers' busy share of the measured minutes; nil when there are none. Outages count as time.
    package func utilisation(workers: Int) -> Double? {
        let time = Double(measuredMinutes.count) * Double(Self.minute) * Double(workers)
        return time > 0 ? Double(measuredMinutes.reduce(0) { $0 + $1.work }) / time : nil
    }

    /// The workers' busy share in the busiest minute, from the last one of the warm-up on, whose queue is served afterwards; nil
    /// when there is no whole minute.
    package func busiestMinute(workers: Int) -> Double? {
        guard workers > 0, let most = minutes.dropFirst(max(0, measured - 1)).map(\.work).max() else { return nil }
        return Double(most) / Double(Self.minute) / Double(workers)
    }

    /// The share of the work that was hashing passwords; nil without any work.
    ///
    /// When workers were short, it is the share in the minutes in which they were: all that were busy for 95 % and more, with
    /// no calmer minute between them and the measured time. So the rush of logins at the beginning of a run counts when its
    /// queue reaches over the end of the warm-up.
    package func hashing(workers: Int) -> Double? {
        let limit = 0.95 * Double(Self.minute) * Double(workers)
        let isShort = minutes.map { Double($0.work) >= limit }
        var first = max(0, measured - 1)
        while first > 0, isShort.indices.contains(first), isShort[first], isShort[first - 1] { first -= 1 }
        let short = minutes.indices.filter { $0 >= first && isShort[$0] }
        let chosen = short.isEmpty ? Array(measuredMinutes) : short.map { minutes[$0] }
        let work = chosen.reduce(0) { $0 + $1.work }
        return work > 0 ? Double(chosen.reduce(0) { $0 + $1.hashing }) / Double(work) : nil
    }
}
