// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What became of everything of one kind, such as all requests: each one has exactly one outcome, so the outcomes add up to
/// the whole. The printed summary and the report tell outcomes from these tables alone.
public struct OutcomeTable: Hashable, Sendable {
    /// One outcome.
    public struct Outcome: Hashable, Sendable {
        /// The metric's path.
        public let metric: String
        /// The outcome in words, such as `open at the end`.
        public let words: String
        /// How many.
        public let count: Int
    }

    /// What is counted, such as `requests`.
    public let what: String
    /// The metric's path of the whole.
    public let metric: String
    /// How many there were.
    public let whole: Int
    /// What became of them, in the order in which it is told; those that did not occur are there too.
    public let outcomes: [Outcome]

    /// The outcomes in one sentence part: `11 fulfilled, 5 aborted, 0 abandoned`.
    var told: String { outcomes.map { "\(Text.number(Double($0.count), 0)) \($0.words)" }.joined(separator: ", ") }

    /// The same without the outcomes that did not occur, and how often each occurred. The sum is still the whole.
    var toldShort: String {
        let some = outcomes.filter { $0.count > 0 }
        guard !some.isEmpty else { return "none" }
        return some.map { "\(Text.number(Double($0.count), 0)) \($0.words)" }.joined(separator: ", ")
    }
}

extension MetricsResult {
    /// What became of the calls, requests and offers, and of all that the modules, the server and the accounts of the run
    /// deal with; what the run does not have is left out.
    public var outcomeTables: [OutcomeTable] { OutcomeForm.all.compactMap { $0.filled(from: self) } }

    /// The table of one kind; nil when the run does not have it.
    func outcomes(of metric: String) -> OutcomeTable? {
        OutcomeForm.all.first { $0.metric == metric }?.filled(from: self)
    }
}

/// A table before it is filled: metrics and their words.
private struct OutcomeForm {
    let what: String
    let metric: String
    let outcomes: [(metric: String, words: String)]

    func filled(from result: MetricsResult) -> OutcomeTable? {
        guard let whole = result[metric] else { return nil }
        return OutcomeTable(
            what: what, metric: metric, whole: Int(whole),
            outcomes: outcomes.map {
                OutcomeTable.Outcome(metric: $0.metric, words: $0.words, count: Int(result[$0.metric] ?? 0))
            })
    }

    private static func by<Word: EventWord>(_ path: String, _ words: [(Word, String)]) -> [(String, String)] {
        words.map { ("\(path).\($0.0.word)", $0.1) }
    }

    static let all = [
        OutcomeForm(
            what: "calls", metric: "calls.total",
            outcomes: [("calls.stored", "stored as requests"), ("calls.refused", "refused")]),
        OutcomeForm(
            what: "requests", metric: "calls.stored",
            outcomes: [
                ("calls.fulfilled", "fulfilled"), ("calls.aborted", "aborted"), ("calls.abandoned", "abandoned"),
                ("calls.released", "released"), ("calls.openAtEnd", "open at the end"),
            ]),
        OutcomeForm(
            what: "offers", metric: "offers.sent",
            outcomes: [
                ("offers.accepted", "accepted"), ("offers.refused", "refused"), ("offers.timedOut", "timed out"),
                ("offers.withdrawn", "withdrawn"), ("offers.openAtEnd", "open at the end"),
            ]),
        OutcomeForm(
            what: "reservations", metric: "reservations.stored",
            outcomes: by(
                "reservations.outcome",
                [
                    (ReservationOutcome.fulfilled, "fulfilled"), (.cancelled, "cancelled"), (.dropped, "dropped"),
                    (.released, "released"), (.unserved, "unserved"), (.runEnded, "cut off at the end"),
                ]) + [("reservations.open", "not settled")]),
        OutcomeForm(
            what: "answers to proposed rides", metric: "sharing.answered",
            outcomes: [
                ("sharing.joined", "joined"), ("sharing.joinRefused", "joins refused"),
                ("sharing.declined", "declined"),
            ]),
        OutcomeForm(
            what: "shared rides", metric: "sharing.created",
            outcomes: by(
                "sharing.removed",
                [
                    (RideRemoval.ended, "driven to the end"), (.aborted, "aborted"), (.cancelled, "cancelled"),
                    (.dropped, "dropped"), (.released, "released"), (.runEnded, "cut off at the end"),
                ]) + [("sharing.openAtEnd", "not settled")]),
        OutcomeForm(
            what: "messages", metric: "server.arrivals",
            outcomes: [
                ("processing.count", "answered"), ("server.refused", "refused"),
                ("server.openAtEnd", "inside at the end"),
            ]),
        OutcomeForm(
            what: "logins", metric: "logins.attempted",
            outcomes: [("logins.succeeded", "succeeded"), ("logins.refused", "refused")]),
        OutcomeForm(
            what: "forms of registration", metric: "accounts.started",
            outcomes: [
                ("accounts.pending", "accepted"), ("accounts.rejected", "returned"),
                ("accounts.aborted.noConsent", "ended without consent"),
                ("accounts.aborted.alreadyRegistered", "ended, already registered"),
                ("accounts.aborted.notConfirmed", "ended, not known to the provider"),
                ("accounts.openAtEnd", "under way at the end"),
            ]),
        OutcomeForm(
            what: "accounts to be confirmed", metric: "accounts.toConfirm",
            outcomes: [
                ("accounts.registered", "confirmed"), ("accounts.expired", "expired"),
                ("accounts.aborted.byUser", "given up by the person"), ("accounts.waiting", "waiting at the end"),
            ]),
    ]
}
