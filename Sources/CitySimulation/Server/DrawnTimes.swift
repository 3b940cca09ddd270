// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import RandomStreams
import ScenarioFile

/// Service times of a simulated server: measured ones of a calibration, or laws of the scenario.
///
/// Each message has a stream of its own, keyed by its sender's address, its kind and its instant of arrival: a message more
/// changes no other one's time (SIM-02).
struct DrawnTimes: ServiceTimes {
    let key: StreamKey
    let times: CalibratedTimes

    mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan {
        let kind = envelope.message.kind
        var stream = RandomStream(key, for: .service, of: Self.owner(envelope.source, kind, arrived))
        return times.time(of: kind, &stream)
    }

    /// One number of three. Streams mix their owner's bits, so here it only has to differ.
    private static func owner(_ source: UInt32, _ kind: MessageKind, _ arrived: CityTime) -> UInt64 {
        let sender = UInt64(source) << 8 | UInt64(kind.rawValue)
        return (UInt64(bitPattern: arrived.nanoseconds) &* 0x9E37_79B9_7F4A_7C15) ^ sender
    }
}

/// Times up and down by exponential laws (AVAIL-01).
struct DrawnSpans: OutageSpans {
    var stream: RandomStream
    let failures: FailureModel

    mutating func nextUp() -> TimeSpan { stream.time(.exponential(mean: failures.mtbf.inSeconds)) }
    mutating func nextDown() -> TimeSpan { stream.time(.exponential(mean: failures.mttr.inSeconds)) }
}
