// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// People who run, with the same habits.
struct RunnerGroup: Sendable {
    /// Unique among the groups of runners.
    var name = ""
    var people = 0
    /// The race that they want; nil for any that they can join.
    var race: String?
    /// From the news of a race to the look at the list, in seconds.
    var looksAfter = Distribution.uniform(from: 60, to: 3600)
    /// Share of people who wait for another race when they find none (RACE-JOIN-EXC).
    var wishes = 1.0
    /// Share who give consent to the organiser when they are asked (DEC-RACE-CONSENT).
    var consents = 1.0
    /// Share who withdraw it between joining and the start.
    var withdraws = 0.0
    /// Share of participants who do not come.
    var noShows = 0.0
    /// Time for a kilometre, of those who finish.
    var pace = PaceSpread()
    /// The second half's time divided by the first half's.
    var fade = FadeSpread()
    /// How much the quick stand in front: the correlation of position in line and time, 0 to 1.
    var lineUp = 0.63
    /// Share of runners who give up.
    var dropOuts = 0.009
    /// Where, as a share of the track.
    var dropOutAt = Distribution.uniform(from: 0.5, to: 1)
    /// How old a position is when it reaches the service, in seconds; drawn once for each runner and race.
    var positionAge = Distribution.uniform(from: 0, to: 1)
}

/// Times of a kilometre: `least` and a log-normal part with this median and sigma.
///
/// The defaults are those of the Loch Ness marathon of 2018: 3719 s + 11993 s · exp(0.2478 z) over 42.195 km.
struct PaceSpread: Sendable {
    /// In seconds a kilometre.
    var least = 88.138
    /// Of the log-normal part, in seconds a kilometre.
    var median = 284.228
    /// Of its logarithm.
    var sigma = 0.2478

    /// The time for a kilometre of somebody with this standard normal draw, in seconds.
    func time(_ draw: Double) -> Double { least + median * exp(sigma * draw) }
}

/// Second halves divided by first halves: `least` and a log-normal part; the defaults as for the pace.
struct FadeSpread: Sendable {
    var least = 0.751
    /// Of the log-normal part.
    var median = 0.385
    /// Of its logarithm.
    var sigma = 0.276
    /// How much the slow fade more: the correlation with the time, 0 to 1.
    var withPace = 0.41

    /// The ratio of somebody with this standard normal draw, within the bounds of a straight line of the pace.
    func ratio(_ draw: Double) -> Double { min(2.9, max(0.35, least + median * exp(sigma * draw))) }
}

/// People who watch, with the same habits.
struct WatcherGroup: Sendable {
    /// Unique among the groups of watchers.
    var name = ""
    var people = 0
    /// The race that they watch; nil for each.
    var race: String?
    /// From the news of a race to the registration of spectators, in seconds.
    var looksAfter = Distribution.uniform(from: 60, to: 3600)
    /// Share who register as spectators (RACE-SPECTATOR).
    var spectates = 0.0
    /// Share who follow on the map (RACE-WATCH).
    var follows = 1.0
    /// From the start of the race to the look at the map, in seconds.
    var opensAfter = Distribution.uniform(from: 0, to: 3600)
    /// How long the map is open, in seconds.
    var stays = Distribution.exponential(mean: 1800)
    /// Share of followers who read the statistics before they close the map.
    var statistics = 0.3
}
