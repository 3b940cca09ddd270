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

    static func problems(_ groups: [PeopleGroup], _ read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        var check = PeopleCheck(groups: groups, read: read, layout: layout)
        for (index, name) in groups.map(\.name).enumerated() where groups[..<index].contains(where: { $0.name == name })
        {
            check.note("\(index).name", "`name`: two groups of people are named `\(name)`; names must be unique")
        }
        let count = groups.reduce(0) { $0 + $1.count }
        if count > mostPeople {
            check.note("0.count", "`people`: \(count) people in all; allowed: at most \(mostPeople)")
        }
        for (index, group) in groups.enumerated() { check.check(group, "\(index)") }
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
        for (row, day) in group.days.enumerated() {
            for (index, activity) in day.activities.enumerated() {
                check(activity, group, "\(path).days.\(row).activities.\(index)")
            }
            let named = Set(day.on.isEmpty ? Array(0..<7) : day.on)
            let before = Set(group.days[..<row].flatMap { $0.on.isEmpty ? Array(0..<7) : $0.on })
            if named.isSubset(of: before) {
                note("\(path).days.\(row).on", "`on`: entries above this one hold on all of these days", .warning)
            }
        }
    }

    private mutating func check(_ activity: ActivityPattern, _ group: PeopleGroup, _ path: String) {
        if case .work = activity.site, group.work == nil {
            note("\(path).place", "`place`: the group `\(group.name)` works at home; `work` says where else", .warning)
        }
        if case .zones(let weights) = activity.site { checkZones(weights, "\(path).place") }
        guard let window = activity.window else { return }
        let width = window.upperBound - window.lowerBound
        if width <= .zero {
            note("\(path).window", "`window`: it closes before it opens, or as it opens")
        } else if activity.length.lowest > width.inSeconds {
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
