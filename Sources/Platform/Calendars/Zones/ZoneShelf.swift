// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// The zones that a calendar names, each read once.
struct ZoneShelf {
    /// How a name was understood.
    enum Found {
        case known(Int)
        /// By its end, as `/freeassociation.sourceforge.net/Europe/Rome` is.
        case ends(Int)
        case unknown(String)
    }

    private(set) var clocks: [ZoneClock] = []
    private var found: [String: Found] = [:]

    /// Universal time, the first of all.
    static let universal = 0

    init() { clocks.append(ZoneClock("UTC", .gmt)) }

    /// Names without a slash that the IANA database has. Foundation takes abbreviations too, some of which mean several zones.
    private static let shortNames: Set<String> = [
        "UTC", "GMT", "CET", "EET", "MET", "WET", "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT",
    ]

    private static func zone(_ name: String) -> TimeZone? {
        guard name.utf8.count <= 64, name.contains("/") || shortNames.contains(name) else { return nil }
        return TimeZone(identifier: name)
    }

    /// The zone of a name; a new one is read.
    mutating func zone(_ name: String) -> Found {
        if let known = found[name] { return known }
        let answer = look(name)
        found[name] = answer
        return answer
    }

    private mutating func look(_ name: String) -> Found {
        if let zone = Self.zone(name) { return .known(add(name, zone)) }
        // A name of the form area/city, perhaps with one more part, behind what a program put in front.
        var rest = name.suffix(64)
        while let cut = rest.firstIndex(where: { !$0.isLetter }) {
            rest = rest[rest.index(after: cut)...]
            if rest.contains("/"), let zone = Self.zone(String(rest)) { return .ends(add(String(rest), zone)) }
        }
        return .unknown(Self.message(name))
    }

    private mutating func add(_ name: String, _ zone: TimeZone) -> Int {
        if let index = clocks.firstIndex(where: { $0.name == name }) { return index }
        clocks.append(ZoneClock(name, zone))
        return clocks.count - 1
    }

    /// Asks the clock of a zone, which learns by it.
    mutating func ask<Answer, Fault: Error>(_ zone: Int, _ ask: (inout ZoneClock) throws(Fault) -> Answer) throws(Fault)
        -> Answer
    {
        try ask(&clocks[zone])
    }

    /// What is wrong with a name, what is allowed, and what was perhaps meant.
    static func message(_ name: String) -> String {
        let meant =
            windowsNames[name]
            ?? nearestName(to: name, among: TimeZone.knownTimeZoneIdentifiers.sorted() + windowsNames.keys.sorted())
            .map { windowsNames[$0] ?? $0 }
        return "there is no time zone \"\(name)\"; allowed: names of the IANA database, such as `Europe/Rome`"
            + (meant.map { "; did you mean `\($0)`?" } ?? "")
    }

    /// What Windows calls the zones of many people, for messages. Source: Unicode CLDR, windowsZones, territory 001.
    private static let windowsNames = [
        "Alaskan Standard Time": "America/Anchorage", "Arab Standard Time": "Asia/Riyadh",
        "Arabian Standard Time": "Asia/Dubai", "Argentina Standard Time": "America/Argentina/Buenos_Aires",
        "Atlantic Standard Time": "America/Halifax", "AUS Eastern Standard Time": "Australia/Sydney",
        "Central America Standard Time": "America/Guatemala", "Central Europe Standard Time": "Europe/Budapest",
        "Central European Standard Time": "Europe/Warsaw", "Central Standard Time": "America/Chicago",
        "China Standard Time": "Asia/Shanghai", "E. Africa Standard Time": "Africa/Nairobi",
        "E. Australia Standard Time": "Australia/Brisbane", "E. South America Standard Time": "America/Sao_Paulo",
        "Eastern Standard Time": "America/New_York", "Egypt Standard Time": "Africa/Cairo",
        "FLE Standard Time": "Europe/Kyiv", "GMT Standard Time": "Europe/London",
        "GTB Standard Time": "Europe/Bucharest",
        "Greenwich Standard Time": "Atlantic/Reykjavik", "Hawaiian Standard Time": "Pacific/Honolulu",
        "India Standard Time": "Asia/Kolkata", "Iran Standard Time": "Asia/Tehran",
        "Israel Standard Time": "Asia/Jerusalem", "Korea Standard Time": "Asia/Seoul",
        "Morocco Standard Time": "Africa/Casablanca", "Mountain Standard Time": "America/Denver",
        "New Zealand Standard Time": "Pacific/Auckland", "Newfoundland Standard Time": "America/St_Johns",
        "Pacific Standard Time": "America/Los_Angeles", "Romance Standard Time": "Europe/Paris",
        "Russian Standard Time": "Europe/Moscow", "SA Pacific Standard Time": "America/Bogota",
        "SE Asia Standard Time": "Asia/Bangkok", "Singapore Standard Time": "Asia/Singapore",
        "South Africa Standard Time": "Africa/Johannesburg", "Taipei Standard Time": "Asia/Taipei",
        "Tokyo Standard Time": "Asia/Tokyo", "Turkey Standard Time": "Europe/Istanbul",
        "US Mountain Standard Time": "America/Phoenix", "W. Australia Standard Time": "Australia/Perth",
        "W. Central Africa Standard Time": "Africa/Lagos", "W. Europe Standard Time": "Europe/Berlin",
    ]
}
