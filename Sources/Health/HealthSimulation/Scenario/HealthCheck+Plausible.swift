// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import HealthRules

/// What can be run, and is hardly meant.
extension HealthCheck {
    /// Values that no living person has, days that begin on another one, and shares that add up to more than all.
    mutating func checkPlausible(_ index: Int) {
        let (group, path) = (section.wearers[index], "wearers.\(index)")
        for (place, value) in group.values.enumerated() {
            let possible = value.parameter.possible
            if !possible.contains(value.mean) {
                note(
                    "\(path).values.\(place).mean",
                    "`mean`: nobody has a mean \(value.parameter.inWords) of \(Self.text(value.mean)); plausible: "
                        + "\(Self.text(possible.lowerBound)) to \(Self.text(possible.upperBound))", .warning)
            } else {
                checkAlarms(value, group, "\(path).values.\(place).mean")
            }
        }
        if group.faults + group.tampering > 1 {
            note(
                "\(path).tampering",
                "`tampering`: with `faults` it is more than 100 %, so only "
                    + "\(Self.text((1 - group.faults) * 100)) % of batches are changed on the way", .warning)
        }
        if group.wornFrom.mean >= 86_400 {
            note(
                "\(path).worn-from",
                "`worn-from`: the device is put on \(Self.text(group.wornFrom.mean / 3600)) h after midnight, which is the next day or later; allowed and meant are times of one day, such as `07:00`",
                .warning)
        }
    }

    /// Healthy people who call an ambulance by themselves.
    private mutating func checkAlarms(_ value: ValueHabit, _ group: WearerGroup, _ path: String) {
        let range = section.rules[value.parameter]
        // An error says that already.
        guard range.low ?? .min <= range.high ?? .max else { return }
        let spread = (value.between * value.between + value.within * value.within).squareRoot()
        let swing = abs(value.swing)
        // How far the bounds are from the mean at the worst hour of the day.
        let low = range.low.map { value.mean - swing - Double($0) / 100 } ?? .infinity
        let high = range.high.map { Double($0) / 100 - value.mean - swing } ?? .infinity
        let room = min(low, high)
        // Three standard deviations: with a batch each 10 s some hundred false alarms a wearer-year.
        guard room < 3 * spread || room < 0 else { return }
        note(
            path,
            "`mean`: values of \(group.name) leave the safe range by themselves: it ends \(Self.text(max(0, room))) from the mean at the worst hour, and values differ by \(Self.text(spread)) (standard deviation of `between` and `within`); expect an SOS without an episode from many people, each of which calls an ambulance",
            .warning)
    }

    /// Machines that cannot do what comes, and groups of which single people are told.
    mutating func checkLoad() {
        let pool = section.rules.pool
        let rate = section.wearers.reduce(0.0) { $0 + Double($1.people) / max(0.1, $1.every.inSeconds) }
        let share = rate * pool.perBatch.inSeconds / Double(max(1, pool.most))
        if share > 1 {
            note(
                "workers.most",
                "`most`: \(pool.most) workers cannot serve \(Self.text(rate)) batches a second of \(Self.text(pool.perBatch.inSeconds)) s each, \(Self.text(share * 100)) % of their time; batches and SOS will wait ever longer",
                .warning)
        }
        if section.hasData, section.data.smallestGroup < 10 {
            note(
                "smallest-group",
                "`smallest-group`: \(section.data.smallestGroup): numbers about so few people tell of each of them; the catalogue wants 1000 (DEC-HEALTH-K)",
                .warning)
        }
    }

    /// What organisations ask of groups must be offered, and the text that people accept holds for the defaults.
    mutating func checkGroupData() {
        let (limits, usual) = (section.data.limits, GroupLimits())
        for (index, party) in section.thirdParties.enumerated() where party.asksForGroups {
            let path = "third-parties.\(index)"
            if party.interval < limits.leastInterval {
                note(
                    "\(path).interval",
                    "`interval`: \(Self.text(party.interval.inSeconds / 60)) min is shorter than `groups.least-interval`, \(Self.text(limits.leastInterval.inSeconds / 60)) min, so every request for a group would be refused"
                )
            }
            let subscribed = Double(party.groupSubscriptions) * (86_400 / party.interval.inSeconds)
            let intervals = subscribed + party.groupRequests * Double(party.intervals)
            if intervals > Double(limits.intervalsADay) || party.groupRequests > Double(limits.requestsADay) {
                note(
                    path,
                    "`third-parties`: \(party.name) asks for \(Self.text(intervals)) intervals of groups a day in \(Self.text(party.groupRequests)) requests and \(party.groupSubscriptions) subscriptions; `groups` allows \(limits.intervalsADay) and \(limits.requestsADay), the rest is refused",
                    .warning)
            }
        }
        if section.hasData,
            limits.ageStep < usual.ageStep || limits.grid < usual.grid
                || limits.leastInterval < usual.leastInterval || limits.requestsADay > usual.requestsADay
                || limits.intervalsADay > usual.intervalsADay
        {
            note(
                "groups",
                "`groups`: more may be asked than by default (steps of 5 years, squares of 500 m, 15 min, 12 requests and 12 intervals a day): differences of groups tell more of one person than the text that people accept says",
                .warning)
        }
    }
}

extension HealthParameter {
    /// Between which values a living person's mean lies, generously.
    fileprivate var possible: ClosedRange<Double> {
        switch self {
        case .heartRate: 20...250
        case .systolicPressure: 40...300
        case .diastolicPressure: 20...200
        case .oxygenSaturation: 40...100
        case .temperature: 25...45
        case .breathingRate: 2...80
        }
    }

    /// As people say it.
    fileprivate var inWords: String {
        switch self {
        case .heartRate: "heart rate"
        case .systolicPressure: "systolic pressure"
        case .diastolicPressure: "diastolic pressure"
        case .oxygenSaturation: "oxygen saturation"
        case .temperature: "temperature"
        case .breathingRate: "breathing rate"
        }
    }
}
