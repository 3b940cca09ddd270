// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension TravelSection {
    static func section(_ services: [ServiceKey]) -> Section<TravelSection> {
        city.adding(services.flatMap(\.fields.travel))
    }

    private static let city = Section(
        "travel", "How long drives take. Expected times and simulated drives come from the same model (TAXI-CALL-15).",
        blank: TravelSection(),
        [
            Field(
                oneOf: "roads", \.roads, RoadsSection.section.format,
                "Streets that everybody goes along, in place of straight lines: their times and lengths decide, with the factors of "
                    + "`traffic`, and `walking-speed` on foot. Closed zones are driven around."),
            Field(
                oneOf: "timetable", \.timetable, TimetableSection.section.format,
                "Buses, trams, metros, trains and ferries, for people whose day is a plan (`people`)."),
            Field(
                "table", \.table, ValueFormat<String>.table("path of a CSV file").orNone,
                "Zone-to-zone table of travel times, with the columns from_zone, to_zone, seconds and optionally period_start_hour, "
                    + "metres. Without it, and for trips that it does not list, distance and speed decide. A trip takes "
                    + "\(numberText(PlausibleDrive.shortestSeconds)) s at least, at no more than "
                    + "\(numberText(PlausibleDrive.fastest)) km/h; rows that cannot be so on the map are a warning, and an error when they are "
                    + "most of them."),
            Field(
                "circuity", \.circuity, .quantity(.factor, in: 1...10),
                "Driven distance divided by the straight-line distance."),
            Field("free-speed", \.freeSpeed, .quantity(.speed, in: 0.1...100), "Speed without traffic."),
            Field(
                "traffic", \.traffic, .hourFactors("hour-factors", in: 0.01...10),
                "Factors on the speed, by hour of departure (TAXI-CALL-15)."),
            Field("walking-speed", \.walkSpeed, .quantity(.speed, in: 0.1...10), "Speed of people on foot."),
            Field(
                "variability", \.variability, ValueFormat<Distribution>.distribution(.factor).orNone,
                "A factor on the time, drawn for each drive, with a mean of about 1. Estimates do not know it."),
            Field(
                "approach", \.approach, ValueFormat<Distribution>.distribution(.time).orNone,
                "When set, every approach takes a time drawn from this, whatever the distance (reference models). People are given "
                    + "its mean."),
            Field(
                "longest-approach", \.longestApproach, ValueFormat<TimeSpan>.time(.seconds(1) ... .hours(24)).orNone,
                "Approach times, both driven and announced, are cut off here (DEC-PUNCTUALITY)."),
        ])
}

extension RoadsSection {
    static let section = Section(
        "roads", "The streets of the city.", blank: RoadsSection(),
        [
            Field(
                "file", \.file, .table("path of a network"), isRequired: true,
                "The network, a file that `cabrank roads import` makes. Each zone needs a street of licensed vehicles."),
            Field(
                "hash", \.hash, ValueFormat<String>.hash.orNone,
                "Hash of the network's content, as `cabrank roads import` prints it: a network with another one is refused. The "
                    + "folder of a run has it."),
            Field(
                "off-street", \.offStreet, .quantity(.speed, in: 0.1...100),
                "Speed of vehicles on the straight line between a place and the nearest street."),
        ])
}

extension TimetableSection {
    static let section = Section(
        "timetable", "The lines of the city.", blank: TimetableSection(),
        [
            Field(
                "file", \.file, .table("path of a timetable"), isRequired: true,
                "The timetable, a file that `cabrank transit import` makes. It must cover the days of the run."),
            Field(
                "hash", \.hash, ValueFormat<String>.hash.orNone,
                "Hash of the timetable's content, as `cabrank transit import` prints it: another one is refused. The folder of a run "
                    + "has it."),
            Field(
                "walk", \.walk, .length(.zero ... .metres(5000)), "The longest way on foot between two vehicles (D-26)."
            ),
            Field(
                "change", \.change, .time(.zero ... .minutes(30)), "What such a change takes beside the walk."),
            Field(
                "late", \.late, LineLateness.section.format.list(0...1000, of: "lines"),
                "How late trips are; the first entry that names a line holds. The planner does not know it."),
        ])
}

extension LineLateness {
    static let section = Section(
        "timetable-late", "How late the trips of a line are.", blank: LineLateness(),
        [
            Field(
                "line", \.line, ValueFormat<String>.label("the name of a line").orNone,
                "The line's name; all when left out."),
            Field(
                "delay", \.delay, .distribution(.time), isRequired: true,
                "How much later than in the timetable a trip is, all along its way; drawn for each trip of each day."),
        ])
}

extension ValueFormat where Value == String {
    /// Sixteen hexadecimal digits.
    fileprivate static let hash = ValueFormat.scalar(
        ScalarForm("sixteen hexadecimal digits", ["type": .text("string"), "pattern": .text("^[0-9a-f]{16}$")]),
        expected: "a hash",
        parse: { text, _, location, reading in
            if text.wholeMatch(of: /[0-9a-f]{16}/) != nil { return text }
            reading.fault(location, "`\(text)` is no hash of a network", allowed: "sixteen hexadecimal digits")
            return nil
        },
        write: { text, _ in .quoted(text) })
}
