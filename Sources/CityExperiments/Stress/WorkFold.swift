// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Adds up what the server's workers were busy with: by kind of message, and minute by minute.
public final class WorkFold: EventObserver {
    private static let minute: Int64 = 60_000_000_000

    private let from: CityTime
    private let until: CityTime
    private var work = [Int64](repeating: 0, count: MessageKind.allCases.count)
    private var minutes: [Int64] = []

    /// Counts from one time to another.
    public init(from: CityTime, until: CityTime) {
        self.from = from
        self.until = until
    }

    /// Takes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        for record in records {
            guard case .server(.messageAnswered(_, let kind, _, _, _, _, let started, _)) = record.event else {
                continue
            }
            add(kind, started, record.time)
        }
    }

    /// The run is over.
    public func finish(at end: CityTime) {}

    private func add(_ kind: MessageKind, _ started: CityTime, _ ended: CityTime) {
        let begin = max(started, from).nanoseconds - from.nanoseconds
        let end = min(ended, until).nanoseconds - from.nanoseconds
        guard end > begin else { return }
        work[Int(kind.rawValue)] += end - begin
        // A service may go on over the end of a minute.
        var time = begin
        while time < end {
            let minute = Int(time / Self.minute)
            let next = min(end, Int64(minute + 1) * Self.minute)
            while minutes.count <= minute { minutes.append(0) }
            minutes[minute] += next - time
            time = next
        }
    }

    /// The share of all work that these kinds made; nil without any work.
    public func share(of kinds: [MessageKind]) -> Double? {
        let all = work.reduce(0, +)
        guard all > 0 else { return nil }
        return Double(kinds.reduce(0) { $0 + work[Int($1.rawValue)] }) / Double(all)
    }

    /// The workers' busy share in the busiest whole minute; nil when less than a minute was counted.
    public func busiestMinute(workers: Int) -> Double? {
        let whole = Int((until.nanoseconds - from.nanoseconds) / Self.minute)
        guard whole > 0, workers > 0 else { return nil }
        return Double(minutes.prefix(whole).max() ?? 0) / Double(Self.minute) / Double(workers)
    }
}
