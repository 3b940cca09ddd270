// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// People who wear a device, with the same habits.
struct WearerGroup: Sendable {
    /// Unique among groups.
    var name = ""
    var people = 1
    var homes = ZoneWeights.area
    /// How old they are, in years.
    var age = Distribution.uniform(from: 20, to: 80)
    /// When the first signs up after the start of the run, and in what time all do.
    var joinsAfter = TimeSpan.zero
    var joinsOver = TimeSpan.zero
    /// The share who permit health data and position (SEC-10).
    var permits = 1.0
    /// The share who leave the SOS service on (DEC-HEALTH-DEFAULT), and how many times a day somebody switches it.
    var sosOn = 1.0
    var switches = 0.0

    /// Time between two batches, by where the app is.
    func interval(isInBackground: Bool) -> TimeSpan {
        isInBackground ? max(every, backgroundEvery ?? every) : every
    }

    // MARK: Values

    /// What the device measures: one value of each in a batch.
    var values = [ValueHabit()]
    /// Time between the beginnings of two batches, and how long one is.
    var every = TimeSpan.seconds(10)
    var length = TimeSpan.seconds(3)
    var episodes: [EpisodeHabit] = []

    // MARK: The day

    /// When the device is put on, in seconds after midnight, and for how long; drawn anew each day.
    var wornFrom = Distribution.normal(mean: 7 * 3600, sd: 1800, min: 4 * 3600, max: 11 * 3600)
    var wornFor = Distribution.normal(mean: 16 * 3600, sd: 3600, min: 8 * 3600, max: 19 * 3600)
    /// The share who go to work, where, when they leave home in seconds after midnight, how long the way takes and the work.
    var works = 0.5
    var workplaces = ZoneWeights.area
    var leaves = Distribution.normal(mean: 8 * 3600, sd: 2700, min: 5 * 3600, max: 11 * 3600)
    var commute = TimeSpan.minutes(30)
    var worksFor = TimeSpan.hours(8)
    /// How many times a year somebody moves house (ACCOUNT-TRACK-R31).
    var movesHouse = 0.0
    /// The share of days on which the app is in the background (HEALTH-BACKGROUND).
    var background = 0.8
    /// The time between two batches in the background, where the phone's system lets the app work more seldom; nil for `every`.
    var backgroundEvery: TimeSpan?

    // MARK: The device and its links

    /// From the login to the link of the device, in seconds; the share of links that fail; the time to the next try; and after how
    /// many failures the help line is called (HEALTH-DEVICE-EXC).
    var linkAfter = Distribution.uniform(from: 10, to: 120)
    var linkFailure = 0.0
    var retry = Distribution.exponential(mean: 120)
    var helpAfter = 3
    /// Lost links between phone and service a day, and how long one is lost (HEALTH-APP).
    var lostLinks = 0.0
    var lostFor = Distribution.exponential(mean: 300)
    /// How many kept batches a phone sends with a new one, at most.
    var burst = 10
    /// The share of times on which a phone that is back sends its last batch once more.
    var resends = 0.0
    /// Empty batteries a day, and the time until the device is charged.
    var emptyBatteries = 0.0
    var chargesFor = Distribution.uniform(from: 1800, to: 7200)
    /// The share of batches that the device spoils (INV-DataBatchShape), and of those that somebody changes on the way (SEC-09).
    var faults = 0.0
    var tampering = 0.0
}

/// How the values of one parameter go: around a mean of each person and time of day, with a memory (an Ornstein-Uhlenbeck process).
///
/// The defaults are of heart rates. `within` and `memory` are those of an electrocardiogram; `between` is assumed, so that false
/// alarms are rare: theory gives 2.5 batches a wearer-year outside of 40 to 180, at a batch each 10 s from 7:00 to 23:00. They
/// come in the mornings of the few whose mean lies near 50.
struct ValueHabit: Sendable {
    var parameter = HealthParameter.heartRate
    /// Mean of everybody, and the standard deviation between people.
    var mean = 72.0
    var between = 6.0
    /// The standard deviation within a person, and the time in which a departure fades to a share of 1/e.
    var within = 3.1
    var memory = TimeSpan.seconds(12)
    /// How much higher it is at the peak of the day than on average, and when that is, in seconds after midnight.
    var swing = 5.0
    var peak = 16.0 * 3600
}

/// Critical episodes of the people of a group, as a Poisson process.
struct EpisodeHabit: Sendable {
    /// What departs from its range.
    var parameter = HealthParameter.heartRate
    /// Mean number a day for each person.
    var perDay = 0.0
    /// How long one is, in seconds.
    var length = Distribution.exponential(mean: 300)
    /// By how much the value changes, and whether it falls.
    var change = Distribution.normal(mean: 50, sd: 10, min: 0, max: nil)
    var falls = true
}
