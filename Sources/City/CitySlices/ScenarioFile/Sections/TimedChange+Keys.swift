// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

/// Zones in which something is multiplied.
struct ZoneFactor: Sendable {
    var zones: [ZoneID] = []
    var factor = 1.0
    /// Of a closure, for vehicles with siren.
    var emergencyFactor = 1.0

    static let surge = Section(
        "surge", "More or fewer calls from some zones.", blank: ZoneFactor(),
        [
            Field("zones", \.zones, .zoneList(allowsAll: true), "Zones of origin; all when left out."),
            Field("factor", \.factor, .quantity(.factor), isRequired: true, "Demand is multiplied by this."),
        ])
    static let closure = Section(
        "closure", "Zones that are slow to drive through.", blank: ZoneFactor(),
        [
            Field("zones", \.zones, .zoneList(allowsAll: false), isRequired: true, "The zones."),
            Field(
                "factor", \.factor, .quantity(.factor, in: 1...1000), isRequired: true,
                "Drives that start, end or pass there take this many times as long."),
            Field(
                "emergency-factor", \.emergencyFactor, .quantity(.factor, in: 1...1000),
                "Drives with siren there take this many times as long."),
        ])
}

struct Weather: Sendable {
    var speed = 1.0
    var demand = 1.0
    var acceptance = 1.0

    static let section = Section(
        "rain", "Weather over the whole city.", blank: Weather(),
        [
            Field("speed", \.speed, .quantity(.factor, in: 0.01...10), "Speeds are multiplied by this."),
            Field("demand", \.demand, .quantity(.factor), "Demand is multiplied by this."),
            Field(
                "acceptance", \.acceptance, .quantity(.factor, in: 0...1),
                "The probability of accepting is multiplied by this."),
        ])
}

extension TimedChange {
    fileprivate var surge: ZoneFactor? {
        get { if case .surge(let zones, let factor) = kind { ZoneFactor(zones: zones, factor: factor) } else { nil } }
        set { if let new = newValue { kind = .surge(zones: new.zones, factor: new.factor) } }
    }
    fileprivate var closure: ZoneFactor? {
        get {
            guard case .closure(let zones, let factor, let emergency) = kind else { return nil }
            return ZoneFactor(zones: zones, factor: factor, emergencyFactor: emergency)
        }
        set {
            guard let new = newValue else { return }
            kind = .closure(zones: new.zones, factor: new.factor, emergencyFactor: new.emergencyFactor)
        }
    }
    fileprivate var rain: Weather? {
        get {
            guard case .rain(let speed, let demand, let acceptance) = kind else { return nil }
            return Weather(speed: speed, demand: demand, acceptance: acceptance)
        }
        set { if let new = newValue { kind = .rain(speed: new.speed, demand: new.demand, acceptance: new.acceptance) } }
    }
    fileprivate var strike: [TravelMeans]? {
        get { if case .strike(let means) = kind { means.list } else { nil } }
        set { if let new = newValue { kind = .strike(TravelMeansSet(new.map { TravelMeansSet($0) })) } }
    }

    static let section = Section(
        "changes", "A temporary change in the city: one of `surge`, `closure`, `rain`, `strike`.",
        blank: TimedChange(from: .epoch, until: .epoch, kind: .rain(speed: 1, demand: 1, acceptance: 1)),
        groups: [KeyGroup("surge"), KeyGroup("closure"), KeyGroup("rain"), KeyGroup("strike")],
        [
            Field("from", \.from, .instant, isRequired: true, "When it begins."),
            Field("until", \.until, .instant, isRequired: true, "When it ends: after `from`."),
            Field(oneOf: "surge", \.surge, ZoneFactor.surge.format, "Demand changes in some zones."),
            Field(oneOf: "closure", \.closure, ZoneFactor.closure.format, "Zones are slow to drive through."),
            Field(oneOf: "rain", \.rain, Weather.section.format, "Speed, demand and acceptance change."),
            Field(
                oneOf: "strike", \.strike,
                ValueFormat<TravelMeans>.word(TravelMeansSet.transit.list.map { ($0.word, $0) }).list(
                    1...5, of: "means"),
                "The lines of these means do not run (TRIP-STRIKE). Only with `travel.timetable`."),
        ])
}

extension ValueFormat where Value == [ZoneID] {
    /// A list of zones; empty for all, written as `all`.
    fileprivate static func zoneList(allowsAll: Bool) -> ValueFormat {
        let list = ValueFormat<ZoneID>.zoneNumber.list(1...10_000, of: "zones")
        guard allowsAll else { return list }
        return ValueFormat(
            .choice(name: "zone-list", summary: "Some zones, or all.") {
                [
                    .init(
                        key: nil, form: .scalar(ScalarForm("`all`", ["const": .text("all")])), summary: "all zones",
                        example: "all"),
                    .init(key: nil, form: list.form, summary: "these zones", example: "[3, 4]"),
                ]
            },
            read: { item, reading in
                if case .text("all", _) = item.content { return [] }
                return list.read(item, reading)
            },
            write: { zones, writing in zones.isEmpty ? .plain("all") : list.write(zones, writing) })
    }
}
