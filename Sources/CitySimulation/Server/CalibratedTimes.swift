// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import RandomStreams
public import ScenarioFile

/// Draws service times: from a calibration, or from laws that a scenario states, times a factor.
///
/// A measured time is the inverse of the empirical distribution at a uniform draw. Times are whole microseconds, rounded up
/// or down by a second draw so that the mean stays: many handlers take less than a microsecond, and rounding to the nearest
/// would make them free, or twice as slow.
public struct CalibratedTimes: Sendable {
    private enum Source: Sendable {
        case measured(MeasuredTimes)
        case law(Distribution)
    }

    private let scale: Double
    private let sources: [Source]

    /// Prepares the times of all kinds; nil when a kind has neither a law nor a calibration.
    ///
    /// - Parameters:
    ///   - table: measured times.
    ///   - law: a law in seconds that takes the place of a kind's measured times.
    ///   - scale: the factor on every time, 0 or more; 2 is a server half as fast.
    public init?(
        _ table: CalibrationTable?, law: (MessageKind) -> Distribution? = { _ in nil }, scale: Double = 1
    ) {
        precondition(scale >= 0 && scale <= 1e9, "a factor of \(scale) on service times")
        var sources: [Source] = []
        for kind in MessageKind.allCases {
            if let law = law(kind) {
                sources.append(.law(law))
            } else if let table {
                sources.append(.measured(table[kind]))
            } else {
                return nil
            }
        }
        self.sources = sources
        self.scale = scale
    }

    /// A service time of a kind: whole microseconds, at most 31 years.
    public func time(of kind: MessageKind, _ stream: inout RandomStream) -> TimeSpan {
        let nanoseconds =
            switch sources[Int(kind.rawValue)] {
            case .measured(let times): times.nanoseconds(at: stream.uniform())
            case .law(let law): stream.draw(law) * 1e9
            }
        guard nanoseconds * scale > 0 else { return .zero }
        // To whole nanoseconds first: a law such as 0.3 ms is a hair more or less than 300 us in seconds.
        let exact = Double(Int64(nearest: min(nanoseconds * scale, 1e18)))
        let micros = Int64(exact / 1000)
        let rest = exact - Double(micros) * 1000
        let isUp = rest > 0 && stream.uniform() * 1000 < rest
        return TimeSpan(nanoseconds: (micros + (isUp ? 1 : 0)) * 1000)
    }
}
