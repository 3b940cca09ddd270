// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import Transit

/// Inputs that are broken anywhere are read or refused with a sentence, and stop nothing.
@Suite("Broken timetables")
struct TransitFuzzTests {
    /// Bytes with some changed, taken out, or doubled.
    private func broken(_ bytes: [UInt8], _ numbers: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0...numbers.below(4) {
            guard !bytes.isEmpty else { return bytes }
            let at = numbers.below(bytes.count)
            switch numbers.below(6) {
            case 0: bytes[at] = UInt8(numbers.below(256))
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + numbers.below(9)))
            case 2: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 1 + numbers.below(30))], at: at)
            case 3, 4: bytes[at] = Array(",\n\"0123456789:- ".utf8)[numbers.below(16)]
            default: bytes.removeSubrange(at...)
            }
        }
        return bytes
    }

    private static let whole = MadeFeed.small
        .adding("trips", "R,all,u,\n").adding(
            "stop_times", "u,24:50:00,24:50:00,d,1\nu,,,c,2\nu,25:10:00,25:10:00,a,3\n"
        )
        .with("frequencies", "trip_id,start_time,end_time,headway_secs\nt,06:00:00,07:00:00,600\n")
        .with("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nb,b,2,60\nc,d,3,\n")
        .with("calendar_dates", "service_id,date,exception_type\nall,20250607,2\n")
        .with("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,46,11,1\ns,46.02,11,2\n")

    @Test("broken feeds become a timetable that answers, or problems with lines")
    func feeds() throws {
        let names = Self.whole.tables.keys.sorted()
        var made = 0
        for seed in -1..<4_000 {
            var numbers = SplitMix64(seed: max(seed, 0))
            let name = names[numbers.below(names.count)]
            let files = Dictionary(
                uniqueKeysWithValues: Self.whole.tables.map { table, text in
                    let bytes = Array(text.utf8)
                    return ("\(table).txt", seed >= 0 && table == name ? broken(bytes, &numbers) : bytes)
                })
            do {
                let file = try TransitImport([Feed(name: "feed", path: "feed.zip", files: files)]).file
                made += 1
                let read = try TimetableFile(file.bytes).timetable
                #expect(read == file.timetable, "seed \(seed)")
                let search = TransitSearch(
                    read, on: .thursday, changes: StopChanges(read, paths: WalkRule().paths(read)))
                guard read.stopCount >= 2 else { continue }
                let query = search.query(from: 0, to: read.stopCount - 1)
                _ = (search.earliest(query, leaving: 20_000), search.latest(query, arriving: 40_000))
            } catch let error as InputErrors {
                #expect(error.errorCount > 0 && !error.problems.isEmpty, "seed \(seed)")
                #expect(seed >= 0, "\(error)")
            }
        }
        #expect(made > 300 && made < 3_500, "\(made)")
    }

    @Test("a broken zip is refused, or read as the feed that it is")
    func zips() throws {
        let zip = StoredZip.bytes(
            Self.whole.tables.sorted { $0.key < $1.key }.map { ("\($0.key).txt", Array($0.value.utf8)) })
        let path = TemporaryFile()
        defer { path.remove() }
        var refused = 0
        for seed in 0..<400 {
            var numbers = SplitMix64(seed: seed)
            try path.write(broken(zip, &numbers))
            do {
                _ = try TransitImport(Feed.read([path.path]) { _ in [] })
            } catch let error as InputErrors {
                #expect(!error.problems.isEmpty)
                refused += 1
            }
        }
        #expect(refused > 300, "\(refused)")
    }

    @Test("a timetable whose hash is right and whose content is not is refused, or holds together")
    func contents() throws {
        let timetable = try Self.whole.timetable()
        var writer = WordWriter()
        writer.add(timetable)
        var read = 0
        for seed in 0..<20_000 {
            var numbers = SplitMix64(seed: seed)
            var words = writer.words
            for _ in 0...numbers.below(3) {
                let at = numbers.below(words.count)
                switch numbers.below(5) {
                case 0: words[at] = UInt32(truncatingIfNeeded: numbers.next())
                case 1: words[at] = UInt32(numbers.below(8))
                case 2: words[at] &+= 1
                case 3: words[at] = .max
                default: words.removeSubrange(at..<min(words.count, at + 1 + numbers.below(3)))
                }
            }
            let bytes = WordFile.bytes(kind: "CABTIMES", version: TimetableFile.version, words)
            guard let file = try? TimetableFile(bytes) else { continue }
            read += 1
            let changed = file.timetable
            let search = TransitSearch(
                changed, on: .thursday, changes: StopChanges(changed, paths: WalkRule().paths(changed)))
            let query = search.query(from: 0, to: changed.stopCount - 1)
            _ = (search.earliest(query, leaving: 20_000), search.latest(query, arriving: 40_000))
            _ = TimetableCheck(changed, file: "x", day: .thursday)
        }
        #expect(read > 300 && read < 19_000, "\(read)")
    }
}
