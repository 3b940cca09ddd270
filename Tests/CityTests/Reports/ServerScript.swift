// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import RuleTestKit
import TaxiRules

@testable import CitySlices

/// A city with a server of so many workers.
func serverCity(
    workers: Int = 1, hours: Int = 1, warmUp: TimeSpan = .zero, accounts: ServerContext.Accounts? = nil
) -> RunContext {
    var context = city(hours: hours, warmUp: warmUp)
    context.server = ServerContext(workers: workers, accounts: accounts)
    return context
}

/// An answer to a message that arrived and was taken by a worker at these seconds.
func answered(
    _ message: Int32, _ kind: MessageType = .position, arrived: Double, started: Double? = nil, waiting: Int32 = 0,
    channel: Channel = .tls, account: Int32? = 1
) -> CityEvent {
    .server(
        .messageAnswered(
            message: MessageID(message), kind: kind, client: .mobile, channel: channel,
            account: account.map { AccountID($0) }, arrived: .seconds(arrived), started: .seconds(started ?? arrived),
            waiting: waiting))
}

/// A refusal of a message that arrived, and was taken by a worker, at these seconds.
func turnedAway(
    _ message: Int32, _ reason: ServerRefusal, _ kind: MessageType = .position, arrived: Double,
    started: Double? = nil, account: Int32? = nil, channel: Channel = .tls
) -> CityEvent {
    .server(
        .messageRefused(
            message: MessageID(message), kind: kind, client: .mobile, channel: channel,
            account: account.map { AccountID($0) }, arrived: .seconds(arrived),
            started: started.map { .seconds($0) }, reason: reason))
}

/// A message that arrived, and was taken by a worker, at these seconds, and is inside at the end.
func leftInside(
    _ message: Int32, _ kind: MessageType = .position, arrived: Double, started: Double? = nil, waiting: Int32 = 0
) -> CityEvent {
    .server(
        .messageLeft(
            message: MessageID(message), kind: kind, client: .mobile, channel: .tls, account: nil,
            arrived: .seconds(arrived), started: started.map { .seconds($0) }, waiting: waiting))
}

/// A random stream for tests: SplitMix64.
struct TestRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// Below a bound.
    mutating func below(_ bound: Int64) -> Int64 { Int64(next() % UInt64(bound)) }
}

/// A first come, first served server without refusals: the log of `count` messages, and their processing times by message.
///
/// Written apart from the fold: workers are looked up one by one, times are in nanoseconds.
func servedLog(
    count: Int, workers: Int, gap: Int64, service: Int64, seed: UInt64, from: Int64 = 0
) -> (records: [EventRecord], times: [Int64]) {
    var random = TestRandom(state: seed)
    var free = Array(repeating: Int64(0), count: workers)
    var arrival = from
    var answers: [(end: Int64, number: Int, event: CityEvent)] = []
    var times: [Int64] = []
    var starts: [Int64] = []
    for number in 1...count {
        arrival += random.below(gap)
        var worker = 0
        for other in free.indices where free[other] < free[worker] { worker = other }
        let start = max(arrival, free[worker])
        let end = start + random.below(service)
        free[worker] = end
        starts.removeAll { $0 <= arrival }
        let waiting = Int32(starts.count)
        if start > arrival { starts.append(start) }
        times.append(end - arrival)
        answers.append(
            (
                end, number,
                .server(
                    .messageAnswered(
                        message: MessageID(number), kind: MessageType.allOfTaxi[number % MessageType.allOfTaxi.count],
                        client: .mobile, channel: .tls, account: nil, arrived: CityTime(nanoseconds: arrival),
                        started: CityTime(nanoseconds: start), waiting: waiting))
            ))
    }
    answers.sort { ($0.end, $0.number) < ($1.end, $1.number) }
    let records = answers.enumerated().map { index, answer in
        EventRecord(
            number: Int64(index + 1), time: CityTime(nanoseconds: answer.end), turn: Int64(index + 1),
            event: answer.event)
    }
    return (records, times)
}
