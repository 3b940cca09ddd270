// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TripRecords

/// What `--map` says, and forms of files.
@Suite struct ColumnTests {
    private static let header = "start,end,a,b"
    private static let row = "2026-03-02 08:00:00,2026-03-02 08:10:00,1,2"

    @Test("All that is wrong with the columns is said at once, with the nearest names")
    func options() {
        let said = [
            "the key `pikup` is unknown; allowed: pickup, dropoff, duration, from, to, taxi, distance, people, silence, vacant; did you mean `pickup`?",
            "\"x\" is not KEY=COLUMN, such as pickup=start_time", "`to` is given twice",
            "`pickup` is missing: pickup, from, to, and dropoff or duration are needed",
            "`dropoff` is missing, or `duration` in its place",
            "`from` and `to` must both be a column of zones, or both LON/LAT",
            "the column `q` is mapped twice, as `from` and `to`",
        ]
        #expect(throws: TripFaults(said)) { try TripColumns(["pikup=a,x", "from=q/r,to=q,to=c"]) }
    }

    @Test("Columns that are not there are refused at once, with the nearest names")
    func header() throws {
        #expect(
            try Records.refused("starts,end,a,b\n\(Self.row)\n", "pickup=start,dropoff=end,from=A1,to=b") == [
                "trips.csv:1:1: error: there is no column `start`, which --map names as `pickup`; the header has starts, end, a, b; did you mean `starts`?",
                "trips.csv:1:1: error: there is no column `A1`, which --map names as `from`; the header has starts, end, a, b",
            ])
        #expect(
            try Records.refused("start,end,a,a,b\n") == ["trips.csv:1:1: error: the header has the column `a` twice"])
    }

    @Test("Semicolons, tabs, a byte order mark, quotes, blanks, lines of DOS and no last line break are read")
    func forms() throws {
        let plain = try Records.imported("\(Self.header)\n\(Self.row)\n")
        #expect(plain.rides == 1 && plain.reasons == [])
        let tables = plain.text("demand.csv")
        for text in [
            "\u{FEFF}\(Self.header)\r\n\(Self.row)\r\n", "\(Self.header)\n\(Self.row)",
            Self.header.replacing(",", with: ";") + "\n" + Self.row.replacing(",", with: ";") + "\n",
            Self.header.replacing(",", with: "\t") + "\n" + Self.row.replacing(",", with: "\t") + "\n",
            "start,end,\"a\",b,note\n\(Self.row),\"[[1,2],[3,\"\"4\"\"]]\"\n",
            "start, end, a, b\n2026-03-02 08:00:00, 2026-03-02 08:10:00, 1, 2\n\n",
        ] {
            #expect(try Records.imported(text).text("demand.csv") == tables, "\(text)")
        }
        // The comma is a decimal mark there.
        let points = "start;end;x;y;u;v\n2026-03-02 08:00:00;2026-03-02 08:10:00;11,01;46,01;11,03;46,01\n"
        #expect(
            try Records.imported(points, "pickup=start,dropoff=end,from=x/y,to=u/v").text("demand.csv") == tables)
        // Packed, of one piece and of two.
        let bytes = Array("\(Self.header)\n\(Self.row)\n".utf8)
        let more = Array("2026-03-02 08:00:01,2026-03-02 08:10:00,1,2\n".utf8)
        #expect(try Records.imported(bytes: Records.packed(bytes)).text("demand.csv") == tables)
        #expect(try Records.imported(bytes: Records.packed(bytes) + Records.packed(more)).rides == 2)
    }

    @Test("Files that are cut, damaged, or of another kind are refused")
    func files() throws {
        let rows = (0..<5000).map { "2026-03-02 08:00:00,2026-03-02 08:10:\(10 + $0 % 50),1,\(1 + $0 * 7919 % 3)" }
        let text = Self.header + "\n" + rows.joined(separator: "\n")
        let packed = try Records.packed(Array(text.utf8))
        let cut = try Records.refused(bytes: Array(packed.dropLast(packed.count / 3)))
        #expect(cut.count == 1 && cut[0].contains("error: the packed file is cut: it ends within the data behind line"))
        var damaged = packed
        // Its check sum.
        damaged[packed.count - 6] ^= 0xFF
        let found = try Records.refused(bytes: damaged)
        #expect(found.count == 1 && found[0].contains("error: the packed file is damaged behind line"), "\(found)")
        for (text, said) in [
            (
                "\(Self.header)\n\(Self.row)\n2026-03-02 08:0",
                "trips.csv:3:1: error: the file is cut: it ends within this row; get it whole again"
            ),
            ("", "trips.csv:1:1: error: the file is empty; a header line is needed"),
            ("\(Self.header)\n", "trips.csv:1:1: error: the record has no rows"),
            ("start,\"end\n", "trips.csv:1:1: error: a quote in the header is not closed"),
            (
                "PAR1xxxx",
                "trips.csv:1:1: error: the file is a Parquet file; allowed: CSV, packed by gzip or not; the article Recorded trips says how to convert it"
            ),
            (
                "PK\u{3}\u{4}xx",
                "trips.csv:1:1: error: the file is a zip; allowed: CSV, packed by gzip or not; unpack it first"
            ),
        ] {
            #expect(try Records.refused(text) == [said])
        }
        #expect(
            try Records.refused(bytes: [0xFF, 0xFE, 0x61, 0]) == [
                "trips.csv:1:1: error: the file is in UTF-16; allowed: UTF-8; save it so"
            ])
    }

    @Test("A long file is read piece by piece, each row once")
    func long() throws {
        let rows = (0..<20_000).map {
            "2026-03-02 08:00:\(10 + $0 % 50),2026-03-02 08:\(10 + $0 % 40):\(10 + $0 / 400),\(1 + $0 % 3),3,\($0)"
        }
        let made = try Records.imported("\(Self.header),n\n" + rows.joined(separator: "\n") + "\n")
        #expect(made.record.rows == 20_000 && made.rides == 20_000)
    }
}
