// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// Checks of the groups of people that their keys alone cannot make, each problem at its location in the file.
struct PeopleCheck: SectionCheck {
    static let key = "people"
    let groups: [PeopleGroup]
    let read: ReadScenario
    let layout: any ZoneLayout
    var problems: [InputProblem] = []
    private static let mostPeople = 1_000_000

    static func problems(
        _ groups: [PeopleGroup], _ trips: TripsSection, _ read: ReadScenario, layout: any ZoneLayout
    ) -> [InputProblem] {
        var check = PeopleCheck(groups: groups, read: read, layout: layout)
        for (index, name) in Self.twins(groups.map(\.name)) {
            check.note("\(index).name", "`name`: two groups of people are named `\(name)`; names must be unique")
        }
        let count = groups.reduce(0) { $0 + $1.count }
        if count > mostPeople {
            check.note("0.count", "`people`: \(count) people in all; allowed: at most \(mostPeople)")
        }
        for (index, group) in groups.enumerated() { check.check(group, "\(index)") }
        check.check(trips)
        return check.problems
    }

    private mutating func check(_ group: PeopleGroup, _ path: String) {
        checkZones(group.home, "\(path).home")
        if let work = group.work { checkZones(work, "\(path).work") }
        let hasLines = read.scenario.travel.timetable != nil
        let hasMeans =
            group.walk > .zero || (hasLines && group.transit > 0) || group.taxis > 0 || group.bicycles > 0
            || group.cars > 0
            || group.sharedBicycles > 0 || group.sharedCars > 0
        if !hasMeans { note("\(path).walk", "the group `\(group.name)` has no means to go anywhere") }
        check(group.uses, "\(path).uses")
        if let lunch = group.lunch { check(lunch, group, "\(path).lunch") }
        if group.days.isEmpty, group.calendar == nil {
            note("\(path).name", "the group `\(group.name)` does nothing: it has neither `days` nor a `calendar`")
        }
        for (row, day) in group.days.enumerated() {
            for (index, activity) in day.activities.enumerated() {
                check(activity, group, "\(path).days.\(row).activities.\(index)")
            }
            if let full = DayRoom.overfull(day.activities) {
                let names = full.names.map { "`\($0)`" }.joined(separator: ", ")
                note(
                    "\(path).days.\(row).activities",
                    "`activities`: a day that can never hold: \(names) take \(Self.text(full.needed / 60)) min at the least, and have \(Self.text(full.room / 60)) min for it",
                    .warning)
            }
            let named = Set(day.on.isEmpty ? Array(0..<7) : day.on)
            let before = Set(group.days[..<row].flatMap { $0.on.isEmpty ? Array(0..<7) : $0.on })
            if named.isSubset(of: before) {
                note("\(path).days.\(row).on", "`on`: entries above this one hold on all of these days", .warning)
            }
        }
    }

    private mutating func check(_ trips: TripsSection) {
        func note(_ path: String, _ message: String) {
            problems.append(InputProblem(.error, at: read.location(of: path), message))
        }
        if groups.isEmpty { note("trips", "`trips`: nobody plans a day here; `people` says who does") }
        for (index, name) in Self.twins(trips.vehicles.map(\.provider)) {
            note(
                "trips.vehicles.\(index).provider",
                "`provider`: two of the fleets are lent by `\(name)`; names must be unique")
        }
    }

    private mutating func check(_ lunch: LunchHabit, _ group: PeopleGroup, _ path: String) {
        if lunch.until <= lunch.from {
            note("\(path).until", "`until`: lunch must be over before it may begin, or as it may")
        } else if lunch.length > .seconds(lunch.until - lunch.from) {
            note(
                "\(path).length",
                "`length`: lunch is longer than its window of \(Self.text((lunch.until - lunch.from) / 60)) min")
        }
        if group.planner == 0 {
            note(path, "`lunch`: nobody of `\(group.name)` uses the planner, which would keep it free", .warning)
        }
    }

    private mutating func check(_ uses: [UsedService], _ path: String) {
        for (index, name) in Self.twins(uses.map(\.service)) {
            note("\(path).\(index).service", "`service`: `\(name)` stands here twice; each service once")
        }
    }

    /// The service says where and how long, the window when.
    private mutating func check(_ activity: ActivityPattern, at service: String, _ group: PeopleGroup, _ path: String) {
        if !group.uses.contains(where: { $0.service == service }) {
            let names = group.uses.map(\.service)
            let meant = nearestName(to: service, among: names).map { "; did you mean `\($0)`?" } ?? ""
            note("\(path).at", "`at`: `uses` of `\(group.name)` has no service `\(service)`\(meant)")
        }
        for key in ["place", "length"] where read.gives("\(Self.key).\(path).\(key)") {
            note("\(path).\(key)", "`\(key)`: the service `\(service)` says that itself; leave one of the two out")
        }
        if activity.start != nil {
            note("\(path).start", "`start`: when is found with the service `\(service)`; give a `window`")
        }
    }

    private mutating func check(_ activity: ActivityPattern, _ group: PeopleGroup, _ path: String) {
        if let service = activity.at { check(activity, at: service, group, path) }
        if case .work = activity.site, activity.at == nil, group.work == nil {
            note("\(path).place", "`place`: the group `\(group.name)` works at home; `work` says where else", .warning)
        }
        if case .zones(let weights) = activity.site { checkZones(weights, "\(path).place") }
        guard let window = activity.window else { return }
        let width = window.upperBound - window.lowerBound
        if width <= .zero {
            note("\(path).window", "`window`: it closes before it opens, or as it opens")
        } else if activity.at == nil, activity.length.lowest > width.inSeconds {
            note(
                "\(path).length",
                "`length`: `\(activity.name)` is longer than its window of \(Self.text(width.inSeconds / 60)) min")
        }
    }

    private mutating func checkZones(_ weights: ZoneWeights, _ path: String) {
        if ZoneChooser(weights, layout: layout) == nil {
            note(path, "`\(path.split(separator: ".").last ?? "")`: no zone of the map has a weight")
        }
    }
}
