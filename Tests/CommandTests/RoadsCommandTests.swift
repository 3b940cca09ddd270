// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank roads`.
@Suite struct RoadsCommandTests {
    private static let nodes = "node,lon,lat\n1,9.150,45.460\n2,9.200,45.460\n3,9.200,45.490\n4,9.500,45.460\n"
    private static let edges = """
        from_node,to_node,length_m,class
        1,2,3900,primary
        2,1,3900,primary
        2,3,3300,residential
        3,2,3300,residential
        3,4,30000,primary

        """

    private func tables(_ command: Command, nodes: String = nodes, edges: String = edges) throws {
        try FileManager.default.createDirectory(
            at: command.folder.appendingPathComponent("streets"), withIntermediateDirectories: true)
        try command.write(nodes, to: "streets/nodes.csv")
        try command.write(edges, to: "streets/edges.csv")
    }

    @Test("tables become a network, the same bytes each time, which answers queries by node and by place")
    func tablesToAnswers() throws {
        try Command.inNewFolder { command in
            try tables(command)
            let made = try command.run("roads", "import", "streets", "--out", "city.roads")
            #expect(made.status == 0 && made.complaints == "", "\(made.complaints)")
            #expect(
                made.output.contains("car: 4 of 5 arcs in the largest part, 14.40 km; 1 in other parts"),
                "\(made.output)")
            let bytes = try Data(contentsOf: command.folder.appendingPathComponent("city.roads"))
            #expect(try command.run("roads", "import", "streets", "--out", "city.roads").status == 0)
            #expect(try Data(contentsOf: command.folder.appendingPathComponent("city.roads")) == bytes)
            try command.write("from_node,to_node\n1,3\n4,1\n1,4\n", to: "q.csv")
            let asked = try command.run("roads", "route", "city.roads", "--queries", "q.csv", "--out", "a.csv")
            #expect(asked.output == "a.csv: 3 queries, 1 without a way\n", "\(asked.complaints)")
            #expect(
                try command.text("a.csv")
                    == "from_node,to_node,milliseconds,metres\n1,3,691200,7200.000\n4,1,,\n1,4,2352738,37200.000\n")
            try command.write("from_lon,from_lat,to_lon,to_lat\n9.1625,45.46,9.1875,45.46\n", to: "p.csv")
            let walked = try command.run(
                "roads", "route", "city.roads", "--queries", "p.csv", "--out", "b.csv", "--by", "foot", "--at",
                "sat 08:30")
            #expect(walked.status == 0, "\(walked.complaints)")
            #expect(try command.text("b.csv").hasSuffix("\n9.1625,45.46,9.1875,45.46,1404000,1950.000\n"))
        }
    }

    @Test("a network is judged by the zones of a layout: each zone without a street is named, and nothing is good then")
    func check() throws {
        try Command.inNewFolder { command in
            try tables(command)
            #expect(try command.run("roads", "import", "streets", "--out", "city.roads").status == 0)
            let zones = ProjectFolder.file("Scenarios/city/zones.geojson")
            let judged = try command.run("roads", "check", "city.roads", "--layout", zones)
            #expect(judged.status == 2 && judged.output == "", "\(judged.output)")
            #expect(
                judged.complaints.contains("lies in a zone of this layout")
                    || judged.complaints.contains("has no street that a car may use"))
            func square(_ west: Double, _ east: Double) -> String {
                "[[\(west),45.45],[\(east),45.45],[\(east),45.5],[\(west),45.5],[\(west),45.45]]"
            }
            func layout(_ rings: [String]) -> String {
                let features = rings.enumerated().map { number, ring in
                    "{\"type\":\"Feature\",\"properties\":{\"zone_id\":\(number + 1),\"name\":\"Z\(number + 1)\"},"
                        + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}}"
                }
                return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
            }
            try command.write(layout([square(9.1, 9.18), square(9.18, 9.3)]), to: "two.geojson")
            let good = try command.run("roads", "check", "city.roads", "--layout", "two.geojson")
            #expect(
                good.status == 0 && good.output.hasPrefix("city.roads: good; 2 zones with 14.4 km of streets"),
                "\(good.complaints)")
            try command.write(layout([square(9.1, 9.3), square(9.3, 9.4)]), to: "far.geojson")
            let bad = try command.run("roads", "check", "city.roads", "--layout", "far.geojson")
            #expect(
                bad.status == 2 && bad.complaints.contains("error: the zone 2 (Z2) has no street that a car may use"),
                "\(bad.complaints)")
        }
    }

    @Test("a map of OpenStreetMap is read through osmium; what it says of a broken one is told with the file's name")
    func map() throws {
        try Command.inNewFolder { command in
            let streets = """
                <osm version="0.6"><node id="1" lat="45" lon="9"/><node id="2" lat="45" lon="9.001"/>
                <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>

                """
            try command.write(streets, to: "city.osm")
            let made = try command.run("roads", "import", "city.osm", "--out", "city.roads")
            #expect(
                made.status == 0 && made.output.contains("read: 2 nodes, 1 ways, 0 relations"), "\(made.complaints)")
            for (name, text) in [("cut.osm", String(streets.prefix(60))), ("empty.osm", ""), ("odd.osm.pbf", "abc")] {
                try command.write(text, to: name)
                let outcome = try command.run("roads", "import", name, "--out", "none.roads")
                #expect(outcome.status == 2, "\(name)")
                #expect(
                    outcome.complaints.hasPrefix("\(name):1:1: error: osmium cannot read the map: "),
                    "\(outcome.complaints)")
            }
            let missing = try command.run(
                list: ["roads", "import", "city.osm", "--out", "none.roads"], environment: ["PATH": "/nowhere"])
            #expect(
                missing.status == 2 && missing.complaints.contains("the program `osmium` is not installed"),
                "\(missing.complaints)")
            #expect(try command.files() == ["city.osm", "city.roads", "cut.osm", "empty.osm", "odd.osm.pbf"])
        }
    }

    @Test("bad input ends with status 2, one sentence for each fault, and nothing written")
    func badInput() throws {
        try Command.inNewFolder { command in
            try tables(command, edges: "from_node,to_node,length_m,class\n1,9,5,primary\n1,2,0,primry\n")
            let broken = try command.run("roads", "import", "streets", "--out", "x.roads")
            #expect(
                broken.status == 2 && broken.complaints.contains("3 errors; nothing was written"),
                "\(broken.complaints)")
            #expect(broken.complaints.contains("streets/edges.csv:2:3: error: to_node 9 is not in the table of nodes"))
            try tables(command)
            for (arguments, sentence) in [
                (["import", "nowhere.osm", "--out", "x.roads"], "there is no file `nowhere.osm`"),
                (
                    ["import", "streets/nodes.csv", "--out", "x.roads"],
                    "name the folder that holds nodes.csv and edges.csv"
                ),
                (
                    ["import", "streets", "--hours", "wek=h.csv", "--out", "x.roads"],
                    "is not DAYS=FILE; DAYS is one of day, week, sat, sun"
                ),
                (
                    ["import", "streets", "--out", "streets/nodes.csv"],
                    "was not written by Cabrank as a network of streets"
                ),
                (
                    ["route", "streets/nodes.csv", "--queries", "q.csv", "--out", "a.csv"],
                    "the file is no network of streets"
                ),
                (["route", "x", "--queries", "q.csv", "--out", "a.csv", "--by", "fot"], "did you mean `foot`?"),
                (["route", "x", "--queries", "q.csv", "--out", "a.csv", "--at", "25:00"], "is not a time of the day"),
            ] {
                let outcome = try command.run(list: ["roads"] + arguments)
                #expect(
                    outcome.status == 2 && outcome.complaints.contains(sentence), "\(arguments): \(outcome.complaints)")
            }
            #expect(try command.files() == ["streets"])
            #expect(try command.run("roads", "import", "streets", "--out", "x.roads").status == 0)
            var bytes = try Data(contentsOf: command.folder.appendingPathComponent("x.roads"))
            bytes[200] ^= 1
            try bytes.write(to: command.folder.appendingPathComponent("y.roads"))
            try command.write("from_node,to_node\n1,3\n1,77\n", to: "q.csv")
            let damaged = try command.run("roads", "route", "y.roads", "--queries", "q.csv", "--out", "a.csv")
            #expect(damaged.complaints.contains("y.roads:1:1: error: the network is damaged"), "\(damaged.complaints)")
            let unknown = try command.run("roads", "route", "x.roads", "--queries", "q.csv", "--out", "a.csv")
            #expect(
                unknown.status == 2
                    && unknown.complaints.contains("q.csv:3:3: error: to_node 77 is no node of the network"))
            #expect(try command.files() == ["q.csv", "streets", "x.roads", "y.roads"])
        }
    }

    /// Words of 32 bits of a compressed file of Luxembourg.
    private func words(_ name: String) throws -> [UInt32] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", Self.luxembourg.appending(path: "luxembourg_\(name).gz").path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
        process.waitUntilExit()
        return stride(from: 0, to: bytes.count, by: 4).map {
            UInt32(bytes[$0]) | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2]) << 16 | UInt32(bytes[$0 + 3]) << 24
        }
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let luxembourg =
        (environment["CABRANK_DATA"].map { URL(filePath: $0) }
        ?? URL(filePath: ProjectFolder.file("Package.swift")).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/data")).appending(path: "luxembourg-roads")

    /// A debug build takes minutes for it.
    private static let runs =
        environment["CABRANK"] != nil
        && (environment["CABRANK_DATA_REQUIRED"] != nil || FileManager.default.fileExists(atPath: luxembourg.path))

    @Test(
        "real city: the command answers all 100,000 queries of Luxembourg with the times of the data's authors",
        .enabled(if: runs, "no CABRANK, or no CABRANK_DATA and no ../shared/data"))
    func allOfLuxembourg() throws {
        try Command.inNewFolder { command in
            let (first, heads, times) = (try words("first_out"), try words("head"), try words("travel_time"))
            let north = try words("latitude").map { Double(Float(bitPattern: $0)) }
            let east = try words("longitude").map { Double(Float(bitPattern: $0)) }
            var nodes = "node,lon,lat\n"
            var edges = "from_node,to_node,length_m,milliseconds\n"
            for node in north.indices {
                nodes += "\(node),\(east[node]),\(north[node])\n"
                for arc in Int(first[node])..<Int(first[node + 1]) {
                    let head = Int(heads[arc])
                    // A degree is 111.2 km, and two thirds of it east of here.
                    let (x, y) = ((east[head] - east[node]) * 72_000, (north[head] - north[node]) * 111_200)
                    edges += "\(node),\(head),\((x * x + y * y).squareRoot()),\(times[arc])\n"
                }
            }
            try tables(command, nodes: nodes, edges: edges)
            let made = try command.run("roads", "import", "streets", "--out", "city.roads")
            #expect(made.status == 0 && made.output.contains("649 edges from a node to itself"), "\(made.complaints)")
            let ends = zip(try words("source_node"), try words("target_node"))
            try command.write(
                "from_node,to_node\n" + ends.map { "\($0.0),\($0.1)\n" }.joined(), to: "q.csv")
            #expect(try command.run("roads", "route", "city.roads", "--queries", "q.csv", "--out", "a.csv").status == 0)
            let answers = try command.text("a.csv").split(separator: "\n").dropFirst()
                .map { $0.split(separator: ",", omittingEmptySubsequences: false)[2] }
            let known = try words("query_reference_travel_time_length").map { $0 == 2_147_483_647 ? "" : "\($0)" }
            #expect(answers.count == 100_000 && zip(answers, known).count { $0 != $1 } == 0)
        }
    }

    @Test("a network is drawn, and a taxi's day on it: what was reported, and that the rest is interpolated")
    func drawings() throws {
        try Command.inNewFolder { command in
            let (streets, zones) = (
                ProjectFolder.file("Scenarios/city/streets.roads"), ProjectFolder.file("Scenarios/city/zones.geojson")
            )
            let drawn = try command.run(
                "roads", "draw", streets, "--layout", zones, "--name", "name", "--out", "streets.svg")
            #expect(drawn.status == 0 && drawn.output.hasPrefix("streets.svg: "), "\(drawn.complaints)")
            let picture = try command.text("streets.svg")
            for weight in 0...2 { #expect(picture.contains("<path class=\"w\(weight)\"")) }
            #expect(picture.components(separatedBy: "class=\"zone\"").count == 94)
            // A file that is there stays.
            #expect(try command.run("roads", "draw", streets, "--out", "streets.svg").status == 2)

            let city = ProjectFolder.file("Scenarios/city-streets.yaml")
            let run = try command.run(
                "run", city, "--quiet", "--set", "length=2 h", "--out", "day", "--street-tracks", "7",
                "--street-tracks", "99999")
            #expect(run.status == 0)
            #expect(
                run.complaints.contains(
                    "--street-tracks: driver 99999 never reported a position, or there is no such driver"))
            let track = try command.text("day/street-track-7.svg")
            #expect(track.contains("Lines between them are interpolated: the quickest way along the streets"))
            #expect(track.contains("class=\"track\"") && track.contains("<circle "))
            #expect(!FileManager.default.fileExists(atPath: command.folder.path + "/day/street-track-99999.svg"))
        }
    }

    @Test("tracks are refused where there are no streets, no single run or no folder, and no driver has such a number")
    func wrongTracks() throws {
        try Command.inNewFolder { command in
            let (plain, city) = (
                ProjectFolder.file("Scenarios/quickstart.yaml"), ProjectFolder.file("Scenarios/city-streets.yaml")
            )
            func said(_ words: String...) throws -> String {
                let answer = try command.run(list: ["run"] + words)
                #expect(answer.status == 2)
                return answer.complaints
            }
            let (lines, nothing, nobody) = (
                try said(plain, "--street-tracks", "7"), try said(city, "--street-tracks", "7", "--no-report"),
                try said(city, "--street-tracks", "0")
            )
            #expect(lines.contains("--street-tracks 7: the scenario has no streets; `travel.roads` names some"))
            #expect(nothing.contains("--street-tracks 7 is for a single run with a folder"))
            #expect(nobody.contains("--street-tracks 0 is no driver; allowed: a whole number from 1"))
        }
    }
}
