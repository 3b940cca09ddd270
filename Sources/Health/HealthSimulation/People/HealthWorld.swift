// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules
import RandomStreams

/// The city as the wearers of a run need it.
struct HealthWorld: Sendable {
    let section: HealthSection
    let log: EventLog
    let layout: any ZoneLayout
    let key: StreamKey
    let start: CityTime
    let end: CityTime
    /// From a phone to the service, in seconds.
    let delay: Distribution
    /// What phones run on.
    let systems: [(system: ClientSystem, weight: Double)]

    /// The delay where it is always the same.
    var fixedDelay: TimeSpan? {
        if case .constant(let seconds) = delay { TimeSpan.seconds(seconds).roundedToMilliseconds } else { nil }
    }
    /// Whoever can send help; nil for nobody.
    let rescue: (any RescueService)?
    /// The scenario of a city with a server; nil without one.
    let served: Scenario?
}

/// A group with what is worked out once for all of its people. A class, so that looking at a habit copies no list.
final class PreparedGroup: Sendable {
    let habit: WearerGroup
    let homes: ZoneChooser?
    let workplaces: ZoneChooser?
    /// One for each value of a batch.
    let processes: [ValueProcess]
    let faultShare: Double
    let episodeRate: Double
    let episodeWeights: [Double]

    init(_ habit: WearerGroup, layout: any ZoneLayout) {
        self.habit = habit
        homes = ZoneChooser(habit.homes, layout: layout)
        workplaces = ZoneChooser(habit.workplaces, layout: layout)
        processes = habit.values.map { ValueProcess($0, every: habit.every) }
        faultShare = habit.faults + habit.tampering
        episodeWeights = habit.episodes.map(\.perDay)
        episodeRate = episodeWeights.reduce(0, +)
    }
}

/// The values of one parameter, for all people of a group (an Ornstein-Uhlenbeck process looked at each so often).
///
/// With departure x, standard deviation s and memory m, the departure after the time t is x e^(-t/m) + s √(1 - e^(-2t/m)) times a
/// standard normal draw.
struct ValueProcess: Sendable {
    let parameter: HealthParameter
    private let habit: ValueHabit
    private let step: (keep: Double, spread: Double)
    private let every: TimeSpan
    /// How much above the mean each hour of the day is.
    private let hours: [Double]

    init(_ habit: ValueHabit, every: TimeSpan) {
        parameter = habit.parameter
        self.habit = habit
        self.every = every
        step = Self.step(habit, every)
        hours = (0..<24).map { hour in
            habit.swing * cosine(2 * .pi * ((Double(hour) + 0.5) - habit.peak / 3600) / 24)
        }
    }

    private static func step(_ habit: ValueHabit, _ span: TimeSpan) -> (keep: Double, spread: Double) {
        let keep = exponential(-span.inSeconds / habit.memory.inSeconds)
        return (keep, habit.within * (1 - keep * keep).squareRoot())
    }

    /// The mean of a person.
    func mean(_ stream: inout RandomStream) -> Double {
        habit.mean + habit.between * stream.draw(.standardNormal)
    }

    /// The next departure, so long after the last one; the first one when that is nil.
    func next(_ departure: Double, after span: TimeSpan?, _ stream: inout RandomStream) -> Double {
        guard let span else { return habit.within * stream.draw(.standardNormal) }
        let step = span == every ? step : Self.step(habit, span)
        return departure * step.keep + step.spread * stream.draw(.standardNormal)
    }

    /// The value of a person with this mean and departure, in hundredths, which are never below 0.
    func value(_ mean: Double, _ departure: Double, hour: Int) -> HealthValue {
        let value = ((mean + departure + hours[hour]) * 100).rounded()
        return HealthValue(parameter, hundredths: Int32(min(max(0, value), 1_000_000)))
    }
}

extension Distribution {
    /// Mean 0, standard deviation 1.
    fileprivate static let standardNormal = Distribution.normal(mean: 0, sd: 1, min: nil, max: nil)
}
