// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams

/// The habits that the drivers of one group share, made ready for drawing.
final class DriverHabits: Sendable {
    let group: DriverGroup
    let index: Int
    let start: ZoneChooser?
    /// Where drivers return to; nil unless that is their habit.
    let home: ZoneChooser?
    /// Where they go between rides; nil unless they seek rides.
    let seeker: Seeker?

    init(_ group: DriverGroup, index: Int, calls: CallWeights, layout: any ZoneLayout) {
        seeker = Seeker(group.idle, calls: calls, layout: layout)
        self.group = group
        self.index = index
        start = ZoneChooser(group.start, layout: layout)
        if case .returnTo(let weights, _) = group.idle {
            home = ZoneChooser(weights, layout: layout)
        } else {
            home = nil
        }
    }
}

// Taking a distribution out of the habits copies it, which counts references for some distributions. These calls draw from it where it is:
// with those of `PassengerHabits` and `PopulationCity` they save 2% of a run.
extension DriverHabits {
    /// The time that the driver takes to react to an offer.
    @inline(never)
    func reactionTime(_ stream: inout RandomStream) -> TimeSpan { stream.time(group.answer.reaction) }

    /// The time that boarding takes.
    @inline(never)
    func boardingTime(_ stream: inout RandomStream) -> TimeSpan { stream.time(group.boarding) }

    /// What the driver does about an offer, for a number from 0 up to 1.
    @inline(never)
    func decision(_ u: Double, at time: CityTime, distance: Distance, weather: Double) -> Decision {
        group.answer.decision(u, at: time, distance: distance, weather: weather)
    }
}

/// What a driver does about an offer.
enum Decision: Sendable {
    case accept, refuse, silent
}

extension AnswerHabit {
    /// The decision for a number from 0 up to 1: acceptance lost to the hour, the distance or the weather is refused,
    /// and silence keeps its share.
    func decision(_ u: Double, at time: CityTime, distance: Distance, weather: Double) -> Decision {
        let near = max(0, 1 - lostPerKilometre * distance.inMetres / 1000)
        let accepts = accept * min(1, max(0, (byHour?[time] ?? 1) * weather)) * near
        if u < accepts { return .accept }
        return u < accept + refuse ? .refuse : .silent
    }
}
