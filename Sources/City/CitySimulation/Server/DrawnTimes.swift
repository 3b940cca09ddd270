// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import CitySlices
import RandomStreams

/// Service times of a simulated server: measured ones of a calibration, or distributions of the scenario.
///
/// Each message has a stream of its own, keyed by its sender, its kind and its instant of arrival: a message or a person more
/// changes no other one's time (SIM-02).
struct DrawnTimes: ServiceTimes {
    /// Where the times come from.
    enum Model: Sendable {
        case measured(CalibrationTable)
        case distributions(ServiceDistributions)
    }

    let streams: PersonalStreams
    let model: Model
    /// Every time is multiplied by this.
    let scale: Double

    mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan {
        let kind = envelope.message.kind
        var stream = streams.stream(
            for: .service, of: envelope.connection, otherwise: envelope.source.network, kind.number, at: arrived)
        return switch model {
        case .measured(let table): stream.serviceTime(table[kind], scale: scale)
        case .distributions(let distributions): stream.serviceTime(distributions.distribution(kind), scale: scale)
        }
    }
}

/// Times up and down by exponential distributions (AVAIL-01).
struct DrawnSpans: OutageSpans {
    var stream: RandomStream
    let failures: FailureModel

    mutating func nextUp() -> TimeSpan { stream.time(.exponential(mean: failures.mtbf.inSeconds)) }
    mutating func nextDown() -> TimeSpan { stream.time(.exponential(mean: failures.mttr.inSeconds)) }
}
