// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Transit

/// A feed that a test writes: tables by name, without `.txt`.
struct MadeFeed {
    var tables: [String: String]

    /// Four stops in a row, 1 km apart, and a line along them that runs on all days of June 2025.
    static let small = MadeFeed(tables: [
        "agency": "agency_id,agency_name,agency_url,agency_timezone\nA,City Buses,https://example.org,Europe/Rome\n",
        "stops": """
        stop_id,stop_name,stop_lat,stop_lon
        a,Alpha,46.000,11.000
        b,Beta,46.009,11.000
        c,Gamma,46.018,11.000
        d,Delta,46.027,11.000

        """,
        "routes": "route_id,agency_id,route_short_name,route_long_name,route_type\nR,A,1,First,3\n",
        "calendar": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        all,1,1,1,1,1,1,1,20250601,20250630

        """,
        "trips": "route_id,service_id,trip_id,trip_headsign\nR,all,t,Delta\n",
        "stop_times": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t,08:00:00,08:00:00,a,1
        t,08:10:00,08:11:00,b,2
        t,08:20:00,08:20:00,c,3
        t,08:30:00,08:30:00,d,4

        """,
    ])

    /// The same with another table.
    func with(_ name: String, _ text: String?) -> MadeFeed {
        var feed = self
        feed.tables[name] = text
        return feed
    }

    /// The same with a row more in a table.
    func adding(_ name: String, _ rows: String) -> MadeFeed { with(name, (tables[name] ?? "") + rows) }

    /// The same with a text of a table replaced, which must be there.
    func changing(_ name: String, _ old: String, _ new: String) throws -> MadeFeed {
        let text = try #require(tables[name])
        try #require(text.contains(old))
        return with(name, text.replacing(old, with: new))
    }

    var feed: Feed { feed(named: "feed") }

    func feed(named name: String) -> Feed {
        Feed(
            name: name, path: "\(name).zip",
            files: Dictionary(uniqueKeysWithValues: tables.map { ("\($0.key).txt", Array($0.value.utf8)) }))
    }

    func imported() throws -> TransitImport { try TransitImport([feed]) }

    func timetable() throws -> Timetable { try imported().file.timetable }

    /// What is wrong with it, in sentences.
    func problems() -> [String] {
        do {
            _ = try TransitImport([feed])
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }
}

extension ServiceDay {
    /// A Thursday on which the small feed runs.
    static let thursday = ServiceDay(number: 20_251)
}

extension Timetable {
    func stop(_ id: String) throws -> Int { try #require(stopIDs.firstIndex(of: id)) }

    /// Times of a trip, as `arrival/departure` at each stop.
    func times(_ trip: Int) -> [String] {
        let firsts = timesOfSequences()
        for sequence in 0..<sequenceCount where trips(of: sequence).contains(trip) {
            let length = stops(of: sequence).count
            let first = firsts[sequence] + (trip - trips(of: sequence).lowerBound) * length
            return (first..<(first + length)).map {
                FeedReader.clockText(arrivals[$0]) + "/" + FeedReader.clockText(departures[$0])
            }
        }
        return []
    }

    func stops(_ trip: Int) -> [String] {
        for sequence in 0..<sequenceCount where trips(of: sequence).contains(trip) {
            return stops(of: sequence).map { stopIDs[Int(sequenceStops[$0])] }
        }
        return []
    }
}

/// A zip with files as they are, not compressed.
///
/// Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
enum StoredZip {
    static func bytes(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        for (name, content) in files {
            let size = little(content.count, 4)
            let facts =
                little(20, 2) + little(0, 8) + little(Int(crc(content)), 4) + size + size + little(name.utf8.count, 2)
            directory +=
                little(0x0201_4b50, 4) + little(20, 2) + facts + little(0, 12) + little(bytes.count, 4)
                + Array(name.utf8)
            bytes += little(0x0403_4b50, 4) + facts + little(0, 2) + Array(name.utf8) + content
        }
        let end =
            little(0x0605_4b50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
            + little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
        return bytes + directory + end
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~crc
    }
}
