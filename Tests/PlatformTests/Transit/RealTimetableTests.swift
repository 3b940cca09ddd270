// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import RuleTestKit
import Testing

@testable import Transit

@Suite(.enabled(if: RealStreets.areThere, "no CABRANK_DATA and no ../shared/data"))
struct RealTimetableTests {
    private func imported(_ names: String...) throws -> TransitImport {
        try TransitImport(Feed.read(names.map(RealStreets.path)) { [UInt8](try Data(contentsOf: URL(filePath: $0))) })
    }

    private func trento(walks: Bool = false, seesDayBefore: Bool = false) throws -> TransitSearch {
        let timetable = try imported("gtfs-trento/gtfs.zip").file.timetable
        let changes =
            walks ? StopChanges(timetable, paths: WalkRule().paths(timetable)) : StopChanges(sameStop: timetable)
        return TransitSearch(
            timetable, on: try #require(ServiceDay("20250612")), changes: changes, seesDayBefore: seesDayBefore)
    }

    @Test("real city: all 998 answers of Trento are those of two other searches")
    func answersOfTrento() throws {
        let search = try trento()
        #expect(search.timetable.stopCount == 1_117 && search.tripCount == 2_533)
        let known = try RealStreets.bytes("transit-answers-trento/trento-20250612.csv")
        let table = TransitTable(search, latest: false)
        let (answers, count, reached) = try table.answers(known, of: "trento.csv")
        #expect(count == 998 && reached == 426)
        func cells(_ bytes: [UInt8]) -> [String] {
            String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self).split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).prefix(4).joined(separator: ",")
            }
        }
        let (ours, theirs) = (cells(answers), cells(known))
        #expect(ours.count == 999 && zip(ours, theirs).count { $0 != $1 } == 0)
    }

    @Test("real city: feeds have the counts of their descriptions")
    func counts() throws {
        let trento = try imported("gtfs-trento/gtfs.zip")
        #expect(trento.summary.lines == 44 && trento.summary.trips == 5_936 && trento.summary.stopTimes == 146_883)
        #expect(trento.summary.timesBetween == 0 && trento.doubts.isEmpty)
        let both = try imported("porto-alegre/poa_eptc.zip", "porto-alegre/poa_trensurb.zip")
        #expect(both.summary.stops == 4_010 && both.summary.trips == 3_622 && both.summary.stopTimes == 144_874)
        #expect(both.file.timetable.feeds == ["eptc", "trensurb"])
        #expect(both.summary.timesBetween == 125_271, "\(both.summary.timesBetween)")
        let day = try #require(ServiceDay("2019-04-17"))
        let search = TransitSearch(
            both.file.timetable, on: day, changes: StopChanges(sameStop: both.file.timetable), seesDayBefore: false)
        #expect(search.tripCount == 2_903)
        let google = try imported("gtfs-trento/google-sample-feed.zip")
        #expect(google.summary.frequencies == 11)
        #expect(google.doubts.map(\.message).contains { $0.contains("did you mean `drop_off_type`?") })
    }

    /// Stops and departures of the known queries of Trento.
    private func queries(_ search: TransitSearch) throws -> [(query: TransitQuery, time: Int32)] {
        let names = Dictionary(
            search.timetable.stopIDs.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        let text = String(decoding: try RealStreets.bytes("transit-answers-trento/trento-20250612.csv"), as: UTF8.self)
        return try text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let (from, to) = (try #require(names[String(cells[0])]), try #require(names[String(cells[1])]))
            return (search.query(from: from, to: to), try #require(Int32(cells[2])))
        }
    }

    @Test(
        "real city: the latest departure mirrors the earliest arrival on all queries of Trento, on foot between stops or not"
    )
    func mirror() throws {
        for walks in [false, true] {
            let search = try trento(walks: walks, seesDayBefore: true)
            var (found, later) = (0, 0)
            for (query, time) in try queries(search) {
                guard let arrival = search.arrival(query, leaving: time) else { continue }
                found += 1
                let latest = try #require(search.latest(query, arriving: arrival).last)
                if latest.departs > time { later += 1 }
                #expect(latest.departs >= time && latest.arrives <= arrival)
                #expect(search.arrival(query, leaving: latest.departs) == latest.arrives)
                #expect(search.arrival(query, leaving: latest.departs + 1) ?? .max > arrival)
                let wider = try #require(search.latest(query, arriving: arrival + 600).last)
                #expect(wider.departs >= latest.departs)
            }
            #expect(walks ? found > 500 : found == 426, "\(found)")
            #expect(later > found / 2, "\(later) of \(found)")
        }
    }

    @Test("real city: the journeys of an hour in Trento answer each minute as single queries do")
    func range() throws {
        let search = try trento(walks: true, seesDayBefore: true)
        var found = 0
        for (query, time) in try queries(search).prefix(40) {
            var query = query
            query.walk = nil
            let journeys = search.range(query, leaving: time...(time + 3600))
            found += journeys.count
            for minute in stride(from: time, through: time + 3600, by: 60) {
                let single = search.earliest(query, leaving: minute)
                for vehicles in 1...5 {
                    let best = journeys.filter { $0.departs >= minute && $0.legs.count <= vehicles }.map(\.arrives)
                        .min()
                    #expect(best == single.last { $0.legs.count <= vehicles }?.arrives)
                }
            }
        }
        #expect(found > 100, "\(found)")
    }
}
