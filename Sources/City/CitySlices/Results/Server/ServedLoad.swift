// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import Synchronization

/// What a service brings before the gateway and its accounts that their results tell by name.
package struct ServedLoad: Sendable {
    /// A kind of messages that is judged by itself, beside all messages (PERF-03).
    package struct Judged: Sendable {
        let kind: MessageType
        let many, title: String

        /// Names it in the plural, for metrics and sentences and, with the service, for the judgement.
        package init(_ kind: MessageType, many: String, title: String) {
            (self.kind, self.many, self.title) = (kind, many, title)
        }
    }

    /// People who are counted while they are there: the load that the targets are stated for.
    package struct Level: Sendable {
        let rule, metric, people, aim: String
        let least: Int

        /// - Parameters:
        ///   - rule: the requirement that states how many.
        ///   - metric: the beginning of the names of its metrics.
        ///   - people: who they are, in words.
        ///   - least: how many the targets are stated for.
        ///   - aim: the same in words.
        package init(_ rule: String, metric: String, people: String, least: Int, aim: String) {
            (self.rule, self.metric, self.people, self.least, self.aim) = (rule, metric, people, least, aim)
        }
    }

    /// Takes a change of a level, by its number in the list.
    package typealias Change = (_ level: Int, _ change: Int64, _ time: CityTime) -> Void

    let judged: Judged?
    let levels: [Level]
    /// The events of accounts that the service notes itself.
    let accountNotes: [any AccountNote.Type]
    /// Whether the load can be there in a run.
    let isIn: @Sendable (RunContext) -> Bool
    /// Its metrics, made when they are first asked for.
    let metrics = LoadMetrics()
    let follow: @Sendable (EventFeed, _ isWanted: @escaping () -> Bool, _ change: @escaping Change) -> Void

    /// - Parameters:
    ///   - judged: the kind of messages that is judged by itself; nil for none.
    ///   - levels: who is counted, the people whose number makes the load first.
    ///   - accountNotes: the events of accounts that the service notes itself.
    ///   - isIn: whether the load can be there in a run.
    ///   - follow: follows the levels in the events of the service, where they are wanted.
    package init(
        judged: Judged? = nil, levels: [Level] = [], accountNotes: [any AccountNote.Type] = [],
        isIn: @escaping @Sendable (RunContext) -> Bool,
        follow: @escaping @Sendable (EventFeed, @escaping () -> Bool, @escaping Change) -> Void = { _, _, _ in }
    ) {
        (self.judged, self.levels, self.accountNotes) = (judged, levels, accountNotes)
        (self.isIn, self.follow) = (isIn, follow)
    }
}

/// An event of a service about one of its accounts.
package protocol AccountNote: Event {
    /// What is counted of such events.
    static var counts: [AccountCount] { get }
    var account: AccountID { get }
    /// Which of the counts it is one of.
    var count: Int { get }
}

/// What is counted of the events that a service notes of its accounts.
package struct AccountCount: Sendable {
    let metric: String?
    let what, word: String

    /// - Parameters:
    ///   - metric: the metric that tells it; nil for none.
    ///   - what: what was counted, as the table `accounts` has it.
    ///   - word: by which word.
    package init(metric: String? = nil, what: String, word: String) {
        (self.metric, self.what, self.word) = (metric, what, word)
    }
}

extension ServedLoad {
    /// The counts of its account notes that have a metric: the place of the type, the place of the count, the metric.
    var countedMetrics: [(type: Int, count: Int, metric: String)] {
        accountNotes.enumerated().flatMap { type, note in
            note.counts.enumerated().compactMap { count, about in about.metric.map { (type, count, $0) } }
        }
    }

    /// What the metrics of the gateway are.
    package var serverMetrics: [MetricDescription] { server.map(\.about) }
    /// What the metrics of the accounts are.
    package var accountMetrics: [MetricDescription] { accounts.map(\.about) }

    /// The metrics of the gateway.
    var server: [Metric<ServerFacts>] { metrics.server(of: self) }
    /// The metrics of the accounts.
    var accounts: [Metric<AccountFold>] { metrics.accounts(of: self) }
}

/// The metrics of the gateway and of the accounts under one load, made once: to make their names takes time.
final class LoadMetrics: Sendable {
    private let made = Mutex<(server: [Metric<ServerFacts>]?, accounts: [Metric<AccountFold>]?)>((nil, nil))

    func server(of load: ServedLoad) -> [Metric<ServerFacts>] {
        made.withLock { made in
            let all = made.server ?? Metric.all(load)
            made.server = all
            return all
        }
    }

    func accounts(of load: ServedLoad) -> [Metric<AccountFold>] {
        made.withLock { made in
            let all = made.accounts ?? Metric.all(load)
            made.accounts = all
            return all
        }
    }
}
