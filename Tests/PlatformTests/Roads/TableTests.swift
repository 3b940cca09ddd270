// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Roads

@Suite("Streets from tables")
struct TableTests {
    static let nodes = "node,lon,lat\n1,9.0,45.0\n2,9.001,45.0\n3,9.001,45.001\n"

    private func read(
        _ edges: String, nodes: String = nodes, hours: [(StreetDays, String)] = []
    ) -> (network: StreetNetwork?, reader: StreetTables) {
        var reader = StreetTables()
        let network = reader.network(
            nodes: .init(file: "nodes.csv", bytes: Array(nodes.utf8)),
            edges: .init(file: "edges.csv", bytes: Array(edges.utf8)),
            hours: hours.map { (days: $0.0, table: .init(file: "\($0.0.name).csv", bytes: Array($0.1.utf8))) })
        return (network, reader)
    }

    private func messages(_ reader: StreetTables) -> [String] { reader.problems.map(\.description) }

    @Test("a time in seconds is that of vehicles with a motor; the others need a class or a column")
    func seconds() throws {
        let (network, reader) = read("from_node,to_node,length_m,seconds\n1,2,78.8,10.5\n2,3,111,20\n3,1,140,30\n")
        let streets = try #require(network, "\(messages(reader))")
        #expect(streets.nodeIDs == [1, 2, 3] && streets.edgeIDs == [1, 2, 3])
        #expect(streets.milliseconds(0, for: .car) == 10_500 && streets.milliseconds(0, for: .siren) == 10_500)
        #expect(streets.milliseconds(0, for: .foot) == nil && streets.millimetres == [78_800, 111_000, 140_000])
        #expect((0..<3).allSatisfy { streets.isKept($0, for: .car) && !streets.isKept($0, for: .foot) })
        #expect(reader.summary.lines.contains("read: 3 nodes, 3 edges"))
    }

    @Test("a class gives each user its speed, and columns of users open, close and time an edge")
    func classes() throws {
        let (network, reader) = read(
            """
            edge,from_node,to_node,length_m,class,foot,siren
            10,1,2,100,residential,,7.5
            11,2,3,100,footway,no,
            12,3,1,100,residential,yes,no

            """.replacing("\n\n", with: "\n"))
        let streets = try #require(network, "\(messages(reader))")
        #expect(streets.milliseconds(0, for: .car) == 14_400 && streets.milliseconds(0, for: .foot) == 72_000)
        #expect(streets.milliseconds(0, for: .siren) == 7_500 && streets.milliseconds(2, for: .siren) == nil)
        #expect(streets.milliseconds(1, for: .car) == nil && streets.milliseconds(1, for: .foot) == nil)
        #expect(streets.edgeIDs == [10, 11, 12])
    }

    @Test(
        "an edge from a node to itself is left out and counted, whatever its length, and a time of 0 for a metre is taken"
    )
    func loops() throws {
        let (network, reader) = read(
            "from_node,to_node,length_m,milliseconds\n1,1,0,0\n1,2,0.9,0\n2,1,0.9,1\n")
        let streets = try #require(network, "\(messages(reader))")
        #expect(streets.arcCount == 2 && reader.summary.loops == 1 && streets.milliseconds(0, for: .car) == 0)
    }

    @Test("all that is wrong is told at once, with file, line and column, and nothing is made of it")
    func errors() {
        let (network, reader) = read(
            """
            from_node,to_node,length_m,seconds,class,bicycle
            1,2,0,10,,
            1,9,50,10,,
            1,2,100,1,,
            1,2,100,,residental,
            1,2,100,,,
            1,2,x,10,,maybe
            1,2,100
            1,2,100,10,,yes

            """.replacing("\n\n", with: "\n"), nodes: "node,lon,lat\n1,9,45\n1,9,45\n2,900,45\nx,9,45\n")
        #expect(network == nil)
        #expect(
            messages(reader) == [
                "nodes.csv:3:1: error: the node 1 appears twice: also in line 2",
                "nodes.csv:4:3: error: lon \"900\" is not a number from -180 to 180",
                "nodes.csv:5:1: error: node \"x\" is not a whole number",
                "edges.csv:2:5: error: an edge of 0 m; allowed: more than 0",
                "edges.csv:3:3: error: to_node 9 is not in the table of nodes",
                "edges.csv:4:9: error: 100 m in 1 s are 360 km/h; allowed: at most 200 km/h",
                "edges.csv:5:10: error: the class `residental` has no speed; allowed: "
                    + StreetRules.own.classNames.joined(separator: ", ") + "; did you mean `residential`?",
                "edges.csv:6:10: error: a class or a time is needed",
                "edges.csv:7:5: error: length_m \"x\" is not a number from 0 to 1000000",
                "edges.csv:7:11: error: bicycle \"maybe\" is not `yes`, `no` or a number of seconds up to 1000000",
                "edges.csv:8:1: error: the line has 3 cells, but the header has 6",
                "edges.csv:9:13: error: `yes` needs a class with a speed for bicycle; allowed too: a number of seconds",
            ])
        #expect(reader.errorCount == 12)
    }

    @Test("a table without times, with both kinds of times, or without its columns is refused")
    func headers() {
        #expect(
            messages(read("from_node,to_node,length_m\n1,2,10\n").reader) == [
                "edges.csv:1:1: error: nothing says how long the edges take: a column `seconds`, `milliseconds` or `class` is needed"
            ])
        #expect(
            messages(read("from_node,to_node,length_m,seconds,milliseconds\n1,2,10,1,1\n").reader) == [
                "edges.csv:1:1: error: the columns `seconds` and `milliseconds` say the same; one of them is needed"
            ])
        #expect(
            messages(read("from_nod,to_node,length_m,seconds\n1,2,10,1\n").reader)[0].contains(
                "did you mean `from_node`?"))
        #expect(
            messages(read("from_node,to_node,length_m,seconds\n").reader) == [
                "edges.csv:1:1: error: the table has no edge from a node to another one"
            ])
        #expect(messages(read("", nodes: "").reader).count == 2)
    }

    private static func hours(_ rows: [(Int, (Int) -> Int)]) -> String {
        (["edge," + StreetTables.hourNames.joined(separator: ",")]
            + rows.map { row in "\(row.0)," + (0..<24).map { "\(row.1($0))" }.joined(separator: ",") })
            .joined(separator: "\n") + "\n"
    }

    @Test("times by hour hold for each kind of day, and on empty streets those of the quickest hour of all")
    func byHour() throws {
        let week = Self.hours([(1, { $0 == 5 ? 0 : 20 }), (2, { $0 == 5 ? 9 : 10 })])
        let (network, reader) = read("from_node,to_node,length_m\n1,2,78\n2,1,78\n", hours: [(.week, week)])
        let streets = try #require(network, "\(messages(reader))")
        #expect(streets.milliseconds(0, for: .car) == 1_000 && streets.milliseconds(1, for: .car) == 9_000)
        #expect(Array(streets.hours[0].times(at: 4)) == [20_000, 10_000])
        #expect(
            reader.doubts.map(\.description) == [
                "week.csv:1:1: warning: 1 times of 0 s are read as 1 s"
            ])
    }

    @Test("a second table for a day, edges without times, unknown ones and those named twice are told")
    func wrongHours() {
        let table = Self.hours([(1, { _ in 20 }), (7, { _ in 20 }), (1, { _ in 20 })])
        let (network, reader) = read(
            "from_node,to_node,length_m\n1,2,78\n2,1,78\n", hours: [(.week, table), (.week, table)])
        #expect(network == nil)
        #expect(
            messages(reader) == [
                "week.csv:3:1: error: the edge 7 is not in the table of edges",
                "week.csv:4:1: error: the edge 1 appears twice: also in line 2",
                "week.csv:4:1: error: 1 edges have no times by hour: 2",
                "week.csv:1:1: error: a second table for `week`: the first is week.csv",
            ])
    }

    @Test("quotes and DOS line ends are read as in any table")
    func forms() throws {
        let (network, reader) = read("from_node,to_node,length_m,seconds\r\n\"1\",2,78,10\r\n2,1,78,\"11\"\r\n")
        let streets = try #require(network, "\(messages(reader))")
        #expect(streets.milliseconds(0, for: .car) == 10_000 && streets.milliseconds(1, for: .car) == 11_000)
    }
}
