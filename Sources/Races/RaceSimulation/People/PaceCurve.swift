// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How somebody gets on along a track: the pace changes evenly with the distance, so that the second half takes `ratio` times as
/// long as the first one.
///
/// With b = 2 (r - 1) / (r + 1) the time to the share s of the track is T ((1 - b) s + b s²), and the share after the part p of
/// the time is 2 p / ((1 - b) + √((1 - b)² + 4 b p)).
struct PaceCurve: Sendable {
    /// Time over the whole track, in nanoseconds.
    let time: Double
    private let bend: Double

    init(time: TimeSpan, ratio: Double) {
        self.time = max(1, Double(time.nanoseconds))
        bend = 2 * (ratio - 1) / (ratio + 1)
    }

    /// When a share of the track, 0 to 1, is covered.
    func time(to share: Double) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(nearest: time * ((1 - bend) * share + bend * share * share)))
            .roundedToMilliseconds
    }

    /// The share of the track covered so long after the start, 0 to 1.
    func share(after span: TimeSpan) -> Double {
        let part = min(1, max(0, Double(span.nanoseconds) / time))
        let straight = 1 - bend
        return 2 * part / (straight + (straight * straight + 4 * bend * part).squareRoot())
    }
}
