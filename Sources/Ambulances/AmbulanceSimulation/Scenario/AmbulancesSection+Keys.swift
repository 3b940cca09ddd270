// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices
import ScenarioLanguage

extension AmbulancesSection {
    /// The most priorities; the metrics of each have names of their own.
    static let mostPriorities = 5

    static let section = Section(
        "ambulances", "An ambulance service, and the emergency calls that it answers.", blank: AmbulancesSection(),
        [
            Field(
                "siren", \.rules.siren, .quantity(.factor, in: 1...10),
                "How many times as fast a drive with siren is."),
            Field(
                "closes-after", \.rules.closesAfter, .time(.seconds(1) ... .hours(48)),
                "Without a crew's report, a call closes this long after the arrival (DEC-HEALTH-ONE-CALL)."),
            Field(
                "stations", \.stations, StationGroup.section.format.list(1...10_000, of: "stations"), isRequired: true,
                "Where ambulances stand. They are numbered from 1 through all stations."),
            Field(
                "hospitals", \.hospitals, HospitalSite.section.format.list(0...1000, of: "hospitals"),
                "Where people are taken: to the open one that is reached first."),
            Field("calls", \.calls, EmergencyCalls.section.format, isRequired: true, "Calls of anybody."),
            Field(
                "targets", \.targets, ResponseTargets.section.format,
                "What the service promises; a run in which it is not kept is flagged."),
            Field(
                "priorities", \.priorities,
                PriorityGroup.section.format.list(1...mostPriorities, of: "priorities"), isRequired: true,
                "The priorities of calls, the most urgent first, with the times of their stages."),
        ])
}

extension ResponseTargets {
    static let section = Section(
        "response-targets",
        "How soon the first ambulance is to be at the scene. A call that nobody has reached when the run ends is late once it has "
            + "waited longer; one that is younger is left out.",
        blank: ResponseTargets(),
        [
            Field(
                "soon", \.soon, .time(.seconds(1) ... .hours(24)),
                "The first limit, of the metrics `in8`; for the most urgent calls."),
            Field(
                "soon-share", \.soonShare, .share,
                "Share of the calls of the first priority that are to be reached within it."),
            Field(
                "late", \.late, .time(.seconds(1) ... .hours(24)),
                "The second limit, of the metrics `in20`; for all calls."),
            Field("late-share", \.lateShare, .share, "Share of all calls that are to be reached within it."),
        ])
}

extension StationGroup {
    static let section = Section(
        "ambulance-stations", "Ambulances of one station with the same shift.", blank: StationGroup(),
        groups: [KeyGroup("place"), KeyGroup("zone")],
        [
            Field(
                "name", \.name, .name(of: "a station", dots: false), isRequired: true,
                "Name, unique among stations; a station with several shifts is listed once for each."),
            Field(oneOf: "place", \.site.anchor, GeographicAnchor.section.format, "Where it is."),
            Field(oneOf: "zone", \.site.zone, .zoneNumber, "It is in the middle of this zone."),
            Field("units", \.units, .whole(1...1000), "How many ambulances."),
            Field("shift", \.shift, .dailyHours, "When they are on duty. A call that has begun is finished."),
        ])
}

extension HospitalSite {
    static let section = Section(
        "hospitals", "A hospital to which ambulances take people.", blank: HospitalSite(),
        groups: [KeyGroup("place"), KeyGroup("zone")],
        [
            Field(
                "name", \.name, .name(of: "a hospital", dots: false), isRequired: true,
                "Name, unique among hospitals."),
            Field(oneOf: "place", \.site.anchor, GeographicAnchor.section.format, "Where it is."),
            Field(oneOf: "zone", \.site.zone, .zoneNumber, "It is in the middle of this zone."),
            Field(
                "hours", \.hours, .dailyHours,
                "When it admits people. While none is open, the nearest must admit everybody."),
        ])
}

extension SitePlace {
    // One of the two is set by a file; the other one stays nil.
    fileprivate var anchor: GeographicAnchor? {
        get {
            guard case .position(let longitude, let latitude) = self else { return nil }
            var anchor = GeographicAnchor.section.blank
            (anchor.longitude, anchor.latitude) = (longitude, latitude)
            return anchor
        }
        set { if let new = newValue { self = .position(longitude: new.longitude, latitude: new.latitude) } }
    }
    fileprivate var zone: ZoneID? {
        get {
            guard case .zone(let zone) = self else { return nil }
            return zone
        }
        set { if let new = newValue { self = .zone(new) } }
    }
}

extension EmergencyCalls {
    fileprivate static let section = Section(
        "emergency-calls", "Calls from people of whom nothing else is known, as a Poisson process.",
        blank: EmergencyCalls(),
        [
            Field("per-day", \.perDay, .quantity(.calls), isRequired: true, "Mean number of calls a day."),
            Field("hourly", \.hourly, .hourShares, "How they are spread over the day."),
            Field("zones", \.zones, .zoneWeights, "Where they come from."),
        ])
}

extension PriorityGroup {
    static let section = Section(
        "call-priorities", "Calls of one priority, and how long each stage of them takes.", blank: PriorityGroup(),
        [
            Field(
                "name", \.name, .name(of: "a priority", dots: false), isRequired: true,
                "Name, unique among priorities."),
            Field("share", \.share, .share, "Share of all calls; those of all priorities add up to 1."),
            Field("siren", \.hasSiren, .flag, "Whether drives to the scene are with siren."),
            Field(
                "handling", \.handling, .distribution(.time),
                "From the call until the call-taker lets an ambulance be sent."),
            Field(
                "turn-out", \.turnOut, .distribution(.time),
                "From being sent to driving, for a crew at its station. On the road it takes no time."),
            Field(
                "drive", \.drive, ValueFormat<Distribution>.distribution(.time).orNone,
                "When set, the drive to the scene takes a time drawn from this, whatever the distance (reference models)."
            ),
            Field("transported", \.transported, .share, "Share of calls after which somebody is taken to a hospital."),
            Field("scene", \.scene, .distribution(.time), "From the arrival to the departure with somebody aboard."),
            Field(
                "clearing", \.clearing, .distribution(.time),
                "From the arrival until the crew is ready again, when nobody is taken to a hospital."),
            Field("siren-transports", \.sirenTransports, .share, "Share of transports with siren."),
            Field(
                "transport", \.transport, ValueFormat<Distribution>.distribution(.time).orNone,
                "When set, the drive to the hospital takes a time drawn from this, whatever the distance (reference models)."
            ),
            Field(
                "handover", \.handover, .distribution(.time),
                "From the arrival at the hospital until the crew is ready again."),
        ])
}

extension Quantity {
    fileprivate static let calls = measured("number", "a number of calls", "330", [], needsUnit: false, 0...10_000_000)
}

extension ValueFormat where Value == DailyHours {
    /// Hours of each day, also over midnight, or `always`.
    static let dailyHours = ValueFormat.scalar(
        ScalarForm(
            "hours of each day such as `08:00-20:00` or `20:00-08:00`, or `always`",
            ["type": .text("string"), "pattern": .text("^([0-9]{1,2}:[0-5][0-9] *- *[0-9]{1,2}:[0-5][0-9]|always)$")]),
        expected: "hours of each day",
        parse: { text, _, location, reading in
            if text == "always" { return .always }
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
                ClockText.nanoseconds(String(part.filter { $0 != " " })).map { TimeSpan(nanoseconds: $0) }
            }
            if ends.count == 2, let from = ends[0], let until = ends[1], from < .hours(24), until <= .hours(24),
                from != until
            {
                return DailyHours(from, until)
            }
            reading.fault(
                location, "`\(text)` is not a span of hours",
                allowed: "a beginning and an end, which may be on the next day, such as `20:00-08:00`, or `always`")
            return nil
        },
        write: { hours, _ in
            guard !hours.isAlways else { return .plain("always") }
            return .quoted(
                ClockText.text(nanoseconds: hours.from.nanoseconds) + "-"
                    + ClockText.text(nanoseconds: hours.until.nanoseconds))
        })
}
