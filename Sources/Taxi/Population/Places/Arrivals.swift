// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams

/// When people come, one instant after the other: a Poisson process of a city, from the start of its run to the end.
struct Arrivals: Sendable {
    private var process: ArrivalProcess
    private var instants: RandomStream
    private var last: CityTime
    private let end: CityTime

    /// The arrivals of a rate, drawn from this stream.
    init(_ rate: RatePattern, _ instants: RandomStream, city: PopulationCity) {
        process = ArrivalProcess(rate, start: city.start)
        self.instants = instants
        last = city.start
        end = city.end
    }

    /// The next instant; nil after the end of the run. Takes one number.
    mutating func next() -> CityTime? {
        guard let next = process.next(after: last, stream: &instants), next <= end else { return nil }
        last = next
        return next
    }
}
