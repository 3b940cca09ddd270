// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules
import ScenarioLanguage

extension HealthSection {
    static let section = Section(
        "health",
        "A health service that watches over people who wear a device, and calls an ambulance when a value is dangerous.",
        blank: HealthSection(),
        [
            Field("rules", \.rules, HealthParameters.section.format, "The numbers of the rules."),
            Field("workers", \.rules.pool, PoolParameters.section.format, "The machines that handle batches."),
            Field(
                "text-delay", \.textDelay, .distribution(.time),
                "From an SOS to its receipt by the ambulance service, as a text message."),
            Field(
                "failures", \.failures, ServiceFailures.section.format,
                "Crashes, after each of which the service is down until the system manager restarts it (AVAIL-08)."),
            Field(
                "keeps-data", \.keepsData, .flag,
                "Whether batches are stored for those who may read them (HEALTH-R27): in a file that is gone after the run."
            ),
            Field(
                "smallest-group", \.data.smallestGroup, .whole(1...1_000_000),
                "The smallest group about which a third party gets numbers, and the fewest contributors to a value (DEC-HEALTH-K)."
            ),
            Field("groups", \.data.limits, GroupLimits.section.format, "What organisations may ask about groups."),
            Field(
                "wearers", \.wearers, WearerGroup.section.format.list(1...1000, of: "groups"), isRequired: true,
                "Groups of people who wear a device."),
            Field(
                "third-parties", \.thirdParties, ThirdPartyGroup.section.format.list(0...1000, of: "groups"),
                "Organisations that ask for data; where there are any, batches are stored."),
            Field("consent", \.consent, ConsentHabit.section.format, "How people answer organisations."),
        ])
}

extension HealthParameters {
    fileprivate static let section = Section(
        "health-rules", "The numbers of the health rules.", blank: HealthParameters(),
        [
            Field(
                "longest", \.longest, .time(.milliseconds(1) ... .seconds(3)),
                "The longest batch (INV-DataBatchShape)."),
            Field(
                "processing", \.processing, .time(.milliseconds(1) ... .hours(1)),
                "The longest time from the end of a batch to its SOS (INV-AmbulanceIffDanger)."),
            Field(
                "reaction", \.reaction, .time(.milliseconds(1) ... .hours(1)),
                "The longest time from the evaluation, and from the start of a batch, to its SOS (HEALTH-R18, INV-FastAmbulanceCall)."
            ),
            Field(
                "oldest", \.oldest, .time(.seconds(10) ... .hours(8784)),
                "The oldest danger for which help is called, from the end of its batch to its receipt; what a phone had to keep for longer is stored and counted, and no ambulance is sent for it (HEALTH-APP)."
            ),
            range(
                "heart-rate", .heartRate, "Beats a minute. Below 41 and above 130 the warning score NEWS2 is highest."),
            range("systolic-pressure", .systolicPressure, "mmHg. At 90 and below, and from 220 on, NEWS2 is highest."),
            range("diastolic-pressure", .diastolicPressure, "mmHg. Above 130 high pressure is an emergency."),
            range("oxygen-saturation", .oxygenSaturation, "Percent. Wrist sensors err by a few percent."),
            range("temperature", .temperature, "Degrees Celsius. At 35 and below NEWS2 is highest."),
            range("breathing-rate", .breathingRate, "Breaths a minute. At 8 and below NEWS2 is highest."),
        ])

    private static func range(_ key: String, _ parameter: HealthParameter, _ why: String) -> Field<HealthParameters> {
        Field(
            key, \HealthParameters.[parameter], RangeKeys.format,
            "The values that are no danger, bounds included (DEC-HEALTH-THRESHOLD). \(why)")
    }
}

/// A safe range as it is written.
private enum RangeKeys {
    static let format = Section(
        "safe-ranges", "Values that are no danger, from `low` to `high`, both included.", blank: SafeRange(nil, nil),
        [
            Field(
                "low", \.lowValue, ValueFormat<Double>.quantity(.reading).orNone, "The lowest; `none`: there is none."),
            Field(
                "high", \.highValue, ValueFormat<Double>.quantity(.reading).orNone,
                "The highest; `none`: there is none."),
        ]
    ).format
}

extension SafeRange {
    fileprivate var lowValue: Double? {
        get { low.map { Double($0) / 100 } }
        set { low = newValue.map { Int32(($0 * 100).rounded()) } }
    }
    fileprivate var highValue: Double? {
        get { high.map { Double($0) / 100 } }
        set { high = newValue.map { Int32(($0 * 100).rounded()) } }
    }
}

extension PoolParameters {
    fileprivate static let section = Section(
        "health-workers", "Machines that handle batches; their number follows the load (PERF-15).",
        blank: PoolParameters(),
        [
            Field("least", \.least, .whole(1...10_000), "The fewest, with which the service starts."),
            Field("most", \.most, .whole(1...10_000), "The most."),
            Field(
                "per-batch", \.perBatch, .time(.milliseconds(1) ... .minutes(1)),
                "How long a worker needs for one batch."),
            Field("look", \.look, .time(.seconds(1) ... .hours(1)), "Time between two measurements of the load."),
            Field(
                "load", \.load, .whole(1...100), "The percentage of the workers' time that batches are to take."),
            Field("start-up", \.startUp, .time(.zero ... .hours(1)), "Time until a new worker can work."),
        ])
}

extension ServiceFailures {
    fileprivate static let section = Section(
        "health-failures", "When the service crashes.", blank: ServiceFailures(),
        [
            Field("at", \.times, ValueFormat<CityTime>.instant.list(0...1000, of: "instants"), "At these instants."),
            Field("per-week", \.perWeek, .quantity(.factor), "At random: mean number a week."),
            Field("repair", \.repair, .distribution(.time), "Time until the restart."),
        ])
}

extension WearerGroup {
    fileprivate static let section = Section(
        "wearers", "People who wear a device, with the same habits.", blank: WearerGroup(), fields)

    private static let fields: [Field<WearerGroup>] =
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among groups of wearers."),
            Field("people", \.people, .whole(1...1_000_000), isRequired: true, "How many people."),
            Field("homes", \.homes, .zoneWeights, "Where they live."),
            Field("age", \.age, .distribution(.years), "How old they are, in years."),
            Field(
                "joins-after", \.joinsAfter, .time(.zero ... .hours(8784)),
                "When the first signs up, after the start of the run."),
            Field(
                "joins-over", \.joinsOver, .time(.zero ... .hours(8784)),
                "The time over which all sign up, evenly spread (PERF-15)."),
            Field("permits", \.permits, .share, "Share who permit health data and position (SEC-10)."),
            Field("sos-on", \.sosOn, .share, "Share who leave the SOS service on (DEC-HEALTH-DEFAULT)."),
            Field("switches", \.switches, .quantity(.factor), "How many times a day somebody switches it."),
        ] + measuring + days + links

    private static let measuring: [Field<WearerGroup>] = [
        Field(
            "values", \.values, ValueHabit.section.format.list(1...HealthBatch.mostValues, of: "parameters"),
            "What the device measures: one value of each in a batch."),
        Field(
            "every", \.every, .time(.milliseconds(100) ... .hours(24)), "Time between the beginnings of two batches."),
        Field("length", \.length, .time(.milliseconds(1) ... .seconds(3)), "How long a batch is."),
        Field(
            "episodes", \.episodes, EpisodeHabit.section.format.list(0...100, of: "kinds of episode"),
            "Critical episodes."),
    ]

    private static let days: [Field<WearerGroup>] = [
        Field(
            "worn-from", \.wornFrom, .distribution(.clock), "When the device is put on; drawn anew each day."),
        Field("worn-for", \.wornFor, .distribution(.time), "How long it is then worn; a day or more means always."),
        Field("works", \.works, .share, "Share who go to work each day."),
        Field("workplaces", \.workplaces, .zoneWeights, "Where they work."),
        Field("leaves", \.leaves, .distribution(.clock), "When they leave home; the same each day."),
        Field("commute", \.commute, .time(.zero ... .hours(4)), "How long the trip to work takes, in a straight line."),
        Field("works-for", \.worksFor, .time(.zero ... .hours(12)), "How long they are at work."),
        Field(
            "moves-house", \.movesHouse, .quantity(.factor),
            "How many times a year somebody moves house (ACCOUNT-TRACK-R31)."),
        Field(
            "background", \.background, .share,
            "Share of days on which the app is in the background, where it keeps working (HEALTH-BACKGROUND)."),
        Field(
            "background-every", \.backgroundEvery,
            ValueFormat<TimeSpan>.time(.milliseconds(100) ... .hours(24)).orNone,
            "Time between two batches while the app is in the background, on phones that let it work more seldom there; `none`: as `every`, which the catalogue wants (HEALTH-BACKGROUND)."
        ),
    ]

    private static let links: [Field<WearerGroup>] = [
        Field("link-after", \.linkAfter, .distribution(.time), "From the login to the link of the device."),
        Field("link-failure", \.linkFailure, .share, "Share of links that fail (HEALTH-DEVICE-EXC)."),
        Field("retry", \.retry, .distribution(.time), "From a failed link to the next try."),
        Field(
            "help-after", \.helpAfter, .whole(1...1000),
            "How many failed links it takes until the help line is called."),
        Field(
            "lost-links", \.lostLinks, .quantity(.factor),
            "How many times a day a phone loses its link to the service (HEALTH-APP)."),
        Field("lost-for", \.lostFor, .distribution(.time), "How long it is lost."),
        Field(
            "burst", \.burst, .whole(2...10_000),
            "At most how many kept batches a phone sends with each new one, once its link is back."),
        Field(
            "resends", \.resends, .share,
            "Share of returns of the link after which the phone sends its last batch twice."),
        Field(
            "empty-batteries", \.emptyBatteries, .quantity(.factor),
            "How many times a day a battery is empty; one that is charged again before the device is worn is not counted."
        ),
        Field("charges-for", \.chargesFor, .distribution(.time), "Time until it is charged."),
        Field("faults", \.faults, .share, "Share of batches that the device spoils (INV-DataBatchShape)."),
        Field("tampering", \.tampering, .share, "Share of batches that somebody changes on the way (SEC-09)."),
    ]
}

extension ValueHabit {
    fileprivate static let section = Section(
        "health-values",
        "How the values of a parameter vary: around a mean of the person and the time of day, with a memory (an Ornstein-Uhlenbeck "
            + "process).", blank: ValueHabit(),
        [
            Field("parameter", \.parameter, .healthParameter, isRequired: true, "What is measured."),
            Field("mean", \.mean, .quantity(.reading), isRequired: true, "Mean of everybody."),
            Field("between", \.between, .quantity(.reading, in: 0...1000), "Standard deviation between people."),
            Field("within", \.within, .quantity(.reading, in: 0...1000), "Standard deviation within a person."),
            Field(
                "memory", \.memory, .time(.milliseconds(1) ... .hours(240)),
                "Time in which a deviation from the mean fades to a share of 1/e."),
            Field("swing", \.swing, .quantity(.reading), "How much higher the value is at the peak of the day."),
            Field("peak", \.peak, .quantity(.clock, in: 0...86_400), "When that is."),
        ])
}

extension EpisodeHabit {
    fileprivate static let section = Section(
        "health-episodes", "Critical episodes, as a Poisson process of each person.", blank: EpisodeHabit(),
        [
            Field("parameter", \.parameter, .healthParameter, isRequired: true, "What changes."),
            Field("per-day", \.perDay, .quantity(.factor), isRequired: true, "Mean number a day for each person."),
            Field("length", \.length, .distribution(.time), "How long one is."),
            Field("change", \.change, .distribution(.reading), "By how much the value falls or rises."),
            Field("falls", \.falls, .flag, "Whether it falls; otherwise it rises."),
        ])
}

extension ValueFormat where Value == HealthParameter {
    fileprivate static let healthParameter = ValueFormat.word(
        HealthParameter.allCases.map { parameter in
            let words = parameter.word.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }
            return (words.joined(), parameter)
        })
}

extension Quantity {
    /// A value of a parameter, in the parameter's unit.
    fileprivate static let reading = measured("value", "a value", "72", [], needsUnit: false, -1000...1000)
    /// Ages, in years.
    fileprivate static let years = measured("age", "an age", "45", [], needsUnit: false, 0...120)
}
