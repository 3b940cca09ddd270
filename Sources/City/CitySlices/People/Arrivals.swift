// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import RandomStreams

/// When people come, one instant after the other: a Poisson process of a city, from the start of its run to the end.
package struct Arrivals: Sendable {
    private var process: ArrivalProcess
    private var instants: RandomStream
    private var last: CityTime
    private let end: CityTime

    /// The arrivals of a rate, drawn from this stream, after `start` and not after `end`; the rate's own time begins at
    /// `origin`, or at the start.
    package init(
        _ rate: RatePattern, from origin: CityTime? = nil, _ instants: RandomStream, start: CityTime, end: CityTime
    ) {
        process = ArrivalProcess(rate, start: origin ?? start)
        self.instants = instants
        last = start
        self.end = end
    }

    /// The next instant; nil after the end of the run. Takes one number.
    package mutating func next() -> CityTime? {
        guard let next = process.next(after: last, stream: &instants), next <= end else { return nil }
        last = next
        return next
    }
}
