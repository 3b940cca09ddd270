// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiSimulation
import Testing

@Suite("Tables in CSV files")
struct TableTests {
    /// What reading says about a table file `t.csv`, with the folder's name taken out.
    private func outcome(_ table: String, _ use: String) throws -> [String] {
        try Support.withFiles(["t.csv": table]) { folder in
            Support.outcome(Support.smallest + use, folder: folder).filter { $0.contains(": error: ") }
                .map { $0.replacing(folder + "/", with: "") }
        }
    }

    private static let weights = "drivers: [{name: a, count: 1, start: {file: t.csv, zone: z, weight: w}}]\n"
    private static let trace = "passengers: [{name: a, trace: t.csv}]\n"
    private static let header = "time,origin_zone,destination_zone,travelers,duration_s,distance_m\n"
    private static let reserved = header.replacing("\n", with: ",pick_up\n")

    @Test(
        "Mistakes in a weight table are reported at their cell",
        arguments: [
            ("", ["t.csv:1:1: error: the file is empty; a header line is needed"]),
            ("z,v\n1,1\n", ["t.csv:1:1: error: there is no column `w`; allowed: z, v"]),
            ("z,w,w\n1,1,1\n", ["t.csv:1:5: error: the column `w` appears twice"]),
            ("z,w\n1,1\n1,2\n", ["t.csv:3:1: error: zone 1 appears twice"]),
            ("z,w\n0,1\n", ["t.csv:2:1: error: `0` is not a zone number; allowed: 1 to 2147483647"]),
            ("z,w\n1,-1\n", ["t.csv:2:3: error: `-1` is not a weight; allowed: a number, 0 or more"]),
            (
                "z,w\nx,y\n2,1,3\n",
                [
                    "t.csv:2:1: error: `x` is not a zone number; allowed: 1 to 2147483647",
                    "t.csv:2:3: error: `y` is not a weight; allowed: a number, 0 or more",
                    "t.csv:3:1: error: the line has 3 cells, but the header has 2",
                ]
            ),
            (
                "z,note,w\n1,\"a \"\"b\"\", ü\",x\n",
                ["t.csv:2:16: error: `x` is not a weight; allowed: a number, 0 or more"]
            ),
            ("z,w\n1,\"1\n2,1\n", ["t.csv:2:3: error: a quote is not closed on its line"]),
            ("z,w\n1,\"1\"2\n", ["t.csv:2:6: error: a comma is expected after the closing quote"]),
            ("z,w\n1,1\"\n\"2\",1\n", ["t.csv:2:3: error: a quote inside a cell that is not quoted"]),
            ("z,w\n1,1\n\n2,1\n", ["t.csv:3:1: error: the line has 1 cells, but the header has 2"]),
            ("z,w\n1,0\n", ["x.yaml:4:38: error: `start`: `t.csv` has no weight above 0 in column `w`"]),
            ("z,w\n", ["x.yaml:4:38: error: `start`: `t.csv` has no weight above 0 in column `w`"]),
        ])
    func weightMistakes(_ table: String, _ says: [String]) throws {
        #expect(try outcome(table, Self.weights) == says)
    }

    @Test(
        "Mistakes in a trace are reported at their cell",
        arguments: [
            (
                "time,origin_zone\n8h,0\n",
                [
                    "t.csv:1:1: error: there is no column `destination_zone`; the columns of a trace are time, origin_zone, "
                        + "destination_zone, travelers, duration_s, distance_m, pick_up, of which the first 4 are required",
                    "t.csv:1:1: error: there is no column `travelers`; the columns of a trace are",
                    "t.csv:2:1: error: `8h` is not a clock time", "t.csv:2:4: error: `0` is not a zone number",
                ]
            ),
            (
                "time,origin_zone,destination_zone,traveler,durations\n08:00:00,1,2,1,5\n",
                [
                    "t.csv:1:35: error: unknown column `traveler` in a trace; allowed: time, origin_zone, destination_zone, "
                        + "travelers, duration_s, distance_m, pick_up; did you mean `travelers`?"
                ]
            ),
            // Lines of a wrong form and wrong cells are reported in one round.
            (
                header + "07:00:00,1,2,1,\n7h,1,2,1,,\n07:00:00,1,2,1,\"\n",
                [
                    "t.csv:2:1: error: the line has 5 cells, but the header has 6",
                    "t.csv:3:1: error: `7h` is not a clock time",
                    "t.csv:4:16: error: a quote is not closed on its line",
                ]
            ),
            (
                header + "07:00:00,1,2,1,0,\n07:00:00,1,2,1,1,250000\n07:00:00,1,2,1,900,50000\n",
                [
                    "t.csv:2:16: error: `0` is out of range or not a number; allowed: 1 to 86400 (seconds), or nothing",
                    "t.csv:3:16: error: 250000 m in 1 s are 900000 km/h; allowed: at most 200 km/h",
                ]
            ),
            (header, ["`trace`: the trace has no rows"]),
            (
                header + "7h,1,2,1,,\n",
                ["t.csv:2:1: error: `7h` is not a clock time; allowed: hh:mm:ss or yyyy-mm-dd hh:mm:ss"]
            ),
            (header + "07:60:00,1,2,1,,\n", ["t.csv:2:1: error: `07:60:00` is not a clock time"]),
            (header + "07:00:00,1,2,0,,\n", ["t.csv:2:14: error: `0` is not a number of travelers; allowed: 1 to 60"]),
            (header + "07:00:00,1,,1,,\n", ["t.csv:2:12: error: `` is not a zone number"]),
            (header + "07:00:00,1,2,1,-5,\n", ["t.csv:2:16: error: `-5` is out of range or not a number"]),
            (header + "07:00:00,1,2,1,5,1e9\n", ["t.csv:2:18: error: `1e9` is out of range or not a number"]),
            (
                header + "07:00:00,1,2,1,,\n25,0,2,1,,\n",
                ["t.csv:3:1: error: `25` is not a clock time", "t.csv:3:4: error: `0` is not a zone number"]
            ),
            (
                reserved + "00:10:00,1,2,1,,,3h\n",
                ["t.csv:2:18: error: `3h` is not a clock time; allowed: hh:mm:ss or yyyy-mm-dd hh:mm:ss, or nothing"]
            ),
            // A reservation that comes too early, beside a cell that cannot be read.
            (
                reserved + "00:10:00,1,2,1,,,01:30:00\n00:10:00,1,2,x,,,\n",
                [
                    "t.csv:2:18: error: `pick_up`: 1971-01-01 01:30 is too early for a reservation",
                    "t.csv:3:14: error: `x` is not a number of travelers",
                ]
            ),
            (
                reserved + "00:10:00,1,2,1,,,\n00:10:00,1,2,1,,,01:30:00\n",
                [
                    "x.yaml:4:24: error: `trace`: the trace of `a` has reservations, but the module `reservations` is off",
                    "t.csv:3:18: error: `pick_up`: 1971-01-01 01:30 is too early for a reservation",
                ]
            ),
        ])
    func traceMistakes(_ table: String, _ says: [String]) throws {
        let said = try outcome(table, Self.trace)
        #expect(said.count == says.count)
        for (said, expected) in zip(said, says) { #expect(said.contains(expected)) }
    }

    @Test("Hourly columns need 24 rows in order")
    func hours() throws {
        let use = "passengers: [{name: a, arrivals: {per-day: 1, hourly: {file: t.csv, column: share}}}]\n"
        let rows = (0..<24).map { "\($0),1\n" }
        #expect(try outcome("hour,share\n" + rows.joined(), use).isEmpty)
        #expect(
            try outcome("hour,share\n" + rows.dropLast().joined(), use)
                == ["x.yaml:4:55: error: `hourly`: `t.csv` has 23 rows; allowed: 24, one for each hour"])
        #expect(
            try outcome("hour,share\n" + rows.dropFirst().joined() + "0,1\n", use).first
                == "t.csv:2:1: error: the hour is `1`, not 0")
        #expect(
            try outcome("hour,share\n" + rows.dropLast().joined() + "23,many\n", use)
                == ["t.csv:25:4: error: `many` is not a share; allowed: a number, 0 or more"])
    }

    @Test("Tables of pairs are read from files and from mappings alike")
    func pairs() throws {
        let use = "passengers: [{name: a, arrivals: {per-day: 1}, destination: {table: t.csv}}]\n"
        #expect(
            try outcome("origin_zone,destination_zone,weight\n1,2,1\n1,2,1\n", use)
                == ["t.csv:3:1: error: the pair 1 to 2 appears twice"])
        #expect(
            try outcome("origin_zone,destination_zone,weight\n1,2,0\n", use)
                == ["x.yaml:4:69: error: `table`: the table has no weight above 0"])
        let read = try Support.read(Support.smallest + use.replacing("t.csv", with: "{1: {2: 25%, 3: 75%}}"))
        guard case .table(let table) = read.scenario.passengers[0].destination else {
            Issue.record("not a table")
            return
        }
        #expect(
            table == [
                ZonePair(origin: ZoneID(1), destination: ZoneID(2)): 0.25,
                ZonePair(origin: ZoneID(1), destination: ZoneID(3)): 0.75,
            ])
    }
}
