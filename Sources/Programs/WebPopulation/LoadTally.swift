// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import Reporting
import Synchronization

/// Counts what a load sees of a server.
final class LoadTally: Sendable {
    private struct Kind {
        var times = Sample(exactLimit: 1 << 20)
        var underFive = 0, underTen = 0, lost = 0
        var refused: [String: Int] = [:]
    }

    private struct State {
        var kinds: [MessageType: Kind] = [:]
        var notices = Sample(exactLimit: 1 << 20)
        var streams = Sample(exactLimit: 1 << 16)
        var told: [String: Int] = [:]
        var cuts = 0, gaps = 0, again = 0, replayed = 0
        var troubles: [String: Int] = [:]
    }

    private let state = Mutex(State())

    private func change(_ kind: MessageType, _ body: (inout Kind) -> Void) {
        state.withLock { body(&$0.kinds[kind, default: Kind()]) }
    }

    /// An answer came, so long after the message was due.
    func answered(_ kind: MessageType, after span: TimeSpan) {
        change(kind) {
            $0.times.add(max(0, span.nanoseconds))
            if span < .seconds(5) { $0.underFive += 1 }
            if span < .seconds(10) { $0.underTen += 1 }
        }
    }

    func refused(_ kind: MessageType, _ word: String) { change(kind) { $0.refused[word, default: 0] += 1 } }
    func lost(_ kind: MessageType) { change(kind) { $0.lost += 1 } }

    /// A person was told, so long after it happened.
    func told(_ name: String, after span: TimeSpan) {
        state.withLock {
            $0.told[name, default: 0] += 1
            $0.notices.add(max(0, span.nanoseconds))
        }
    }

    func opened(after span: TimeSpan) { state.withLock { $0.streams.add(max(0, span.nanoseconds)) } }
    func cut() { state.withLock { $0.cuts += 1 } }
    func gap() { state.withLock { $0.gaps += 1 } }
    func replayed() { state.withLock { $0.replayed += 1 } }

    /// A request is sent again, for this reason.
    func again(_ why: String) {
        state.withLock {
            $0.again += 1
            if $0.troubles[why] != nil || $0.troubles.count < 10 { $0.troubles[why, default: 0] += 1 }
        }
    }

    var result: LoadResult {
        state.withLock { state in
            LoadResult(
                kinds: state.kinds.sorted { $0.key.word < $1.key.word }.map { kind, seen in
                    LoadResult.Kind(
                        kind: kind.word, time: seen.times.statistics(scale: 1e-9), underFive: seen.underFive,
                        underTen: seen.underTen, refused: seen.refused, lost: seen.lost)
                },
                notices: state.notices.statistics(scale: 1e-9), told: state.told,
                streams: state.streams.statistics(scale: 1e-9), cuts: state.cuts, gaps: state.gaps,
                again: state.again, replayed: state.replayed, troubles: state.troubles)
        }
    }
}

/// What a load saw of a server. Times in seconds: of a message from the instant at which it was due, whatever the ones before it took, to
/// its answer.
package struct LoadResult: Codable, Hashable, Sendable {
    /// One kind of message.
    package struct Kind: Codable, Hashable, Sendable {
        /// Its word in the event log.
        package let kind: String
        /// Of those that were answered; nil without any.
        package let time: SampleStatistics?
        /// Answered in under 5 s, and in under 10 s.
        package let underFive, underTen: Int
        /// Refused, by reason; these were answered, too.
        package let refused: [String: Int]
        /// Never answered, though sent again.
        package let lost: Int

        /// How many were answered.
        package var answered: Int { time?.count ?? 0 }
    }

    /// By their words.
    package let kinds: [Kind]
    /// From what happened to when somebody was told; nil without any. Both by the clock of one machine, or by two that agree.
    package let notices: SampleStatistics?
    /// How often people were told what.
    package let told: [String: Int]
    /// What streams of events took to open; nil without any.
    package let streams: SampleStatistics?
    /// Streams that were cut off, and notices that were gone when they went on.
    package let cuts, gaps: Int
    /// Requests that were sent again without an answer, and answers that were those of before.
    package let again, replayed: Int
    /// Why they were sent again.
    package let troubles: [String: Int]

    /// Messages that were answered.
    package var answered: Int { kinds.reduce(0) { $0 + $1.answered } }
    /// Messages that never were.
    package var lost: Int { kinds.reduce(0) { $0 + $1.lost } }
    /// Of all messages the share that was answered in under 5 s, and in under 10 s.
    package var underFive: Double { share(\.underFive) }
    package var underTen: Double { share(\.underTen) }

    /// Whether 95 % of all messages were processed in under 5 s, all in under 10 s, and none was lost (PERF-04).
    package var keepsTarget: Bool { underFive >= 0.95 && underTen >= 1 && gaps == 0 }

    private func share(_ count: (Kind) -> Int) -> Double {
        let all = answered + lost
        return all == 0 ? 1 : Double(kinds.reduce(0) { $0 + count($1) }) / Double(all)
    }
}
