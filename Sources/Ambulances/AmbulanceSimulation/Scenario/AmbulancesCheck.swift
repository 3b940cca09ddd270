// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices

/// Checks of the section that its keys alone cannot make, each problem at its location in the file.
struct AmbulancesCheck: SectionCheck {
    static let key = "ambulances"
    private let section: AmbulancesSection
    let read: ReadScenario
    private let layout: any ZoneLayout
    var problems: [InputProblem] = []
    private static let mostAmbulances = 10_000

    /// Everything that is wrong or doubtful.
    static func problems(
        _ section: AmbulancesSection, _ read: ReadScenario, layout: any ZoneLayout
    ) -> [InputProblem] {
        var check = AmbulancesCheck(section: section, read: read, layout: layout)
        check.checkStations()
        check.checkHospitals()
        check.checkPriorities()
        check.checkCover()
        check.checkLoad()
        return check.problems
    }

    private init(section: AmbulancesSection, read: ReadScenario, layout: any ZoneLayout) {
        (self.section, self.read, self.layout) = (section, read, layout)
    }

    private mutating func noteStray(_ site: SitePlace, _ path: String, _ what: String) {
        guard case .position = site, let place = site.place(on: layout), layout.zone(at: place) == nil else { return }
        note("\(path).place", "`place`: the \(what) is in no zone of the map", .warning)
    }

    private mutating func checkStations() {
        noteTwins(section.stations.map(\.name), "stations")
        for (index, station) in section.stations.enumerated() {
            noteStray(station.site, "stations.\(index)", "station")
        }
        guard section.ambulanceCount > Self.mostAmbulances else { return }
        note(
            "stations",
            "`stations`: \(section.ambulanceCount) ambulances in all; allowed: at most \(Self.mostAmbulances)")
    }

    private mutating func checkHospitals() {
        noteTwins(section.hospitals.map(\.name), "hospitals")
        for (index, hospital) in section.hospitals.enumerated() {
            noteStray(hospital.site, "hospitals.\(index)", "hospital")
        }
        guard section.hospitals.isEmpty, let group = section.priorities.first(where: { $0.transported > 0 }) else {
            return
        }
        note(
            "hospitals",
            "`hospitals`: there are none, but people are taken to one after calls of priority `\(group.name)`; "
                + "add a hospital, or set `transported: 0` for every priority")
    }

    private mutating func checkPriorities() {
        noteTwins(section.priorities.map(\.name), "priorities")
        let sum = section.priorities.reduce(0) { $0 + $1.share }
        guard !section.priorities.isEmpty, abs(sum - 1) > 1e-6 else { return }
        let shown = (sum * 10_000).rounded() / 100
        note("priorities", "`priorities`: the shares add up to \(shown) %; they must add up to 100 %")
    }

    /// Calls that so many ambulances cannot serve even if nobody had to drive: most often a digit too many.
    private mutating func checkLoad() {
        let seconds = section.priorities.reduce(0.0) { sum, group in
            sum + group.share
                * (group.turnOut.mean + group.scene.mean + group.transported * group.handover.mean
                    + (1 - group.transported) * group.clearing.mean)
        }
        let hours = section.stations.reduce(0.0) { sum, station in
            sum + Double(station.units * (0..<24).count { station.shift.contains(CityTime.epoch + .hours($0)) })
        }
        let wanted = section.calls.perDay * seconds / 3600
        guard hours > 0, wanted > hours else { return }
        note(
            "calls.per-day",
            "`per-day`: \(Int(section.calls.perDay.rounded())) calls a day keep ambulances busy for \(Int(wanted.rounded())) h "
                + "without any drive, and those of all stations are on duty for \(Int(hours)) h a day; most calls will never be reached",
            .warning)
    }

    /// Hours at which calls come, and no ambulance is on duty or no hospital open.
    private mutating func checkCover() {
        let days = section.calls.hourly.days(from: read.scenario.start, to: read.scenario.end)
        func hours(_ isOpen: (CityTime) -> Bool) -> [Int] {
            (0..<24).filter { hour in
                section.calls.perDay > 0 && days.contains { $0[hour] > 0 }
                    && !isOpen(CityTime.epoch + .hours(hour))
            }
        }
        let bare = hours { time in section.stations.contains { $0.shift.contains(time) } }
        if let first = bare.first, !section.stations.isEmpty {
            note(
                "stations",
                "`stations`: no ambulance is on duty at \(first):00 (and \(bare.count - 1) other hours), but calls come then",
                .warning)
        }
        let closed = hours { time in section.hospitals.contains { $0.hours.contains(time) } }
        if let first = closed.first, !section.hospitals.isEmpty {
            note(
                "hospitals",
                "`hospitals`: none is open at \(first):00 (and \(closed.count - 1) other hours); the nearest takes people then",
                .warning)
        }
    }
}
