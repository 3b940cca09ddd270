// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import RuleTestKit
import Testing

@testable import Transit

/// A file that a test writes and takes away.
struct TemporaryFile {
    let path = FileManager.default.temporaryDirectory.appending(
        path: "cabrank-transit-\(ProcessInfo.processInfo.processIdentifier).zip"
    ).path

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("The file of a timetable")
struct TimetableFileTests {
    @Test("what is written is read again whole, and the same timetable is the same bytes")
    func roundTrip() throws {
        for seed in 0..<20 {
            let file = TimetableFile(try RandomFeed(seed: seed).timetable)
            let read = try TimetableFile(file.bytes)
            #expect(read.timetable == file.timetable && read.hash == file.hash && file.hash.count == 16)
            #expect(TimetableFile(try RandomFeed(seed: seed).timetable).bytes == file.bytes)
        }
        #expect(
            try TimetableFile(RandomFeed(seed: 1).timetable).hash != TimetableFile(RandomFeed(seed: 2).timetable).hash)
    }

    @Test("a file that is cut or changed anywhere is refused, and so is another one or another version")
    func refused() throws {
        let bytes = TimetableFile(try MadeFeed.small.timetable()).bytes
        #expect(throws: TimetableFile.Fault.noTimetable) { try TimetableFile([]) }
        #expect(throws: TimetableFile.Fault.noTimetable) { try TimetableFile(Array("CABROADS".utf8)) }
        var other = bytes
        other[8] = 9
        #expect(throws: TimetableFile.Fault.version(9)) { try TimetableFile(other) }
        #expect(
            TimetableFile.Fault.version(9).description.contains(
                "version 9 of its form, and this program reads version 1"))
        for end in stride(from: 8, to: bytes.count, by: 11) {
            #expect(throws: TimetableFile.Fault.damaged) { try TimetableFile(Array(bytes[..<end])) }
        }
        for at in stride(from: 12, to: bytes.count, by: 7) {
            var changed = bytes
            changed[at] ^= 4
            #expect(throws: TimetableFile.Fault.damaged) { try TimetableFile(changed) }
        }
    }

    @Test("a content that is cut is refused although its hash is right")
    func unsound() throws {
        var writer = WordWriter()
        writer.add(try MadeFeed.small.timetable())
        for count in 0..<writer.words.count {
            var cut = WordReader(writer.words[..<count])
            #expect(cut.timetable() == nil, "\(count) words")
        }
    }
}

@Suite("Tables of journeys")
struct TransitTableTests {
    private func search(_ timetable: Timetable) -> TransitSearch {
        TransitSearch(timetable, on: .thursday, changes: StopChanges(timetable, paths: WalkRule().paths(timetable)))
    }

    @Test("queries are answered with arrivals and changes, or with departures; empty where there is no journey")
    func answers() throws {
        let timetable = try MadeFeed.small.timetable()
        let table = TransitTable(search(timetable), latest: false)
        let asked = Array("to_stop,from_stop,depart_s\nd,a,28800\nd,a,28801\nb,b,100\n".utf8)
        let (answers, count, reached) = try table.answers(asked, of: "q.csv")
        #expect(
            String(decoding: answers, as: UTF8.self)
                == "from_stop,to_stop,depart_s,arrive_s,changes\na,d,28800,30600,0\na,d,28801,,\nb,b,100,100,0\n")
        #expect(count == 3 && reached == 2)
        let back = try TransitTable(search(timetable), latest: true)
            .answers(Array("from_stop,to_stop,arrive_s\na,d,30599\na,d,40000\n".utf8), of: "q.csv")
        #expect(
            String(decoding: back.table, as: UTF8.self)
                == "from_stop,to_stop,arrive_s,depart_s,arrival_s,changes\na,d,30599,,,\na,d,40000,28800,30600,0\n")
    }

    @Test(
        "what is wrong with queries is told at once, with the nearest stop; an id without its feed will do where it is clear"
    )
    func bad() throws {
        let feeds = [
            MadeFeed.small.feed(named: "bus"),
            try MadeFeed.small.changing("stops", "a,Alpha", "station,Alpha").changing(
                "stop_times", "08:00:00,a", "08:00:00,station"
            )
            .feed(named: "rail"),
        ]
        let timetable = try TransitImport(feeds).file.timetable
        let table = TransitTable(search(timetable), latest: false)
        do {
            let text = "from_stop,to_stop,depart_s\nrail:staton,bus:a,1\nb,station,x\nbus:a,bus:b,-1\n"
            _ = try table.answers(Array(text.utf8), of: "q.csv")
            Issue.record("all rows are wrong")
        } catch {
            #expect(
                error.problems.map(\.description) == [
                    "q.csv:2:1: error: from_stop \"rail:staton\" is no stop of the timetable; did you mean `rail:station`?",
                    "q.csv:3:1: error: from_stop \"b\" is a stop of several feeds; put the feed in front, as in `FEED:b`",
                    "q.csv:3:11: error: depart_s \"x\" is not a whole number",
                    "q.csv:4:13: error: depart_s -1 is not a number of seconds from 0 to 172800",
                ])
        }
        let clear = try table.answers(Array("from_stop,to_stop,depart_s\nstation,rail:d,0\n".utf8), of: "q.csv")
        #expect(clear.reached == 1)
    }

    @Test("a check names stops without trips, trips that fly, days without trips, and a day that is not covered")
    func check() throws {
        let good = TimetableCheck(try MadeFeed.small.timetable(), file: "x", day: .thursday)
        #expect(good.problems.isEmpty && good.lines.last == "1 trips on 2025-06-12", "\(good.problems)")
        let odd = try MadeFeed.small.adding("stops", "e,Idle,46.03,11\n").changing(
            "stop_times", "08:10:00,08:11:00", "08:00:10,08:11:00"
        )
        .with("calendar_dates", "service_id,date,exception_type\nall,20250607,2\n").timetable()
        let check = TimetableCheck(odd, file: "x.timetable", day: ServiceDay("2025-07-01"))
        #expect(
            check.problems.map(\.description) == [
                "x.timetable:1:1: warning: no trip calls at 1 stops: e",
                "x.timetable:1:1: warning: trips run 1 times at more than 200 km/h: t from a to b",
                "x.timetable:1:1: warning: no trip runs on 1 days: 2025-06-07",
                "x.timetable:1:1: error: the timetable does not cover 2025-07-01; allowed: 2025-06-01 to 2025-06-30",
            ])
    }
}

@Suite("Tables read from bytes")
struct ByteTableTests {
    @Test("cells, faults and their places are those of the text reader, whatever quotes and commas there are")
    func likeText() {
        var (rows, faults) = (0, 0)
        for seed in 0..<3_000 {
            var numbers = SplitMix64(seed: seed)
            var text = "one,two,three\n"
            for _ in 0..<4 {
                let cells = (0..<(numbers.below(6) == 0 ? 2 : 3)).map { _ in
                    ["", "a", "é b", "é", "\"x\"", "\"é,\"\"y\"", "\"\"", "a\"b", "\"open", "\"x\"y"][numbers.below(10)]
                }
                text += cells.joined(separator: ",") + (numbers.below(5) == 0 ? "\r\n" : "\n")
            }
            let wanted = CSVText(text, of: "t.csv")
            var table = ByteTable(
                Array(text.utf8), of: "t.csv", CSVColumns("a table", ["one", "two", "three"], needed: 3))
            var found: [[String]] = []
            while table.advance() {
                found.append(["one", "two", "three"].map(table.text))
                table.note("three", "here")
            }
            #expect(found == wanted.rows.map { $0.cells.map(\.text) }, "seed \(seed): \(text)")
            #expect(
                table.problems.filter { $0.message == "here" }.map(\.location.column)
                    == wanted.rows.map { $0.cells[2].column },
                "seed \(seed): \(text)")
            #expect(table.problems.filter { $0.message != "here" } == wanted.faults, "seed \(seed): \(text)")
            rows += found.count
            faults += wanted.faults.count
        }
        #expect(rows > 500 && faults > 500, "\(rows), \(faults)")
    }
}
