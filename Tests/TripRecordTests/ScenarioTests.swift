// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting
import Testing

@testable import TripRecords

/// The written scenario, page and data.
@Suite struct ScenarioTests {
    private static let rows = (0..<7).flatMap { day in
        (0..<24).map { hour in
            let time = "2026-03-0\(day + 2) \(hour < 10 ? "0" : "")\(hour)"
            return "\(time):07:00,\(time):19:00,1,2\n"
        }
    }

    @Test("A record without taxis becomes this scenario, and its assumptions are named")
    func text() throws {
        let made = try Records.imported("start,end,a,b\n" + Self.rows.joined())
        let list = { (value: String) in "[" + Array(repeating: value, count: 24).joined(separator: ", ") + "]" }
        let text = made.text("scenario.yaml").split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(
            separator: "\n")
        let law = try #require(made.law.lines.first)
        let fixed = "\(Text.short(law.fixed, 0)) s"
        #expect(
            text == """
                cabrank: 1
                name: small
                start: 2026-03-02
                length: 7 d
                city: {zones: zones.geojson, number: zone_id, name: name}
                travel:
                  circuity: 1.3
                  free-speed: \(Text.short(1.3 / law.slope * 3.6, 1)) km/h
                  traffic:
                    mon-fri: \(list("1"))
                    sat-sun: \(list("1"))
                  fixed-ride:
                    mon-fri: \(list(fixed))
                    sat-sun: \(list(fixed))
                  ride-factors: ride-law.csv
                dispatch: {policy: fifo, waiting-room: 1000, outside-zones: keep-zone}
                drivers:
                  - {name: cabs, count: 1, on-duty: {table: on-duty.csv}, stint: {normal: {mean: 9 h, sd: 2 h}}, idle: {seek: {scale: 2 km, again: 10 min}}}
                passengers:
                  - {name: street, by: hail, table: demand.csv, patience: {exponential: 15 min}}
                """)
        #expect(made.text("on-duty.csv").hasPrefix("days,hour,taxis\nmon-fri,0,1\nmon-fri,1,1\n"))
        #expect(
            made.doubts == [
                "the record has no taxis: the number of taxis in on-duty.csv is an assumption, that they have a passenger for 50 % of their time (--occupied)"
            ])
        #expect(
            made.lines == [
                "read: 168 rows, of which 168 rides count, on 7 days from 2026-03-02 to 2026-03-08",
                "calls of a mean day: mon-fri 24 on 5 days, sat-sun 24 on 2 days",
                "not fitted: \(made.unserved)",
            ])
        #expect(
            made.text("observed.csv").split(separator: "\n")[1] == "mon-fri,0,5,1,720,720,720,720,,,,,,,,,,")
        #expect(made.rows("observed-days.csv").count == 168)
        #expect(made.text("observed-days.csv").split(separator: "\n")[1].hasPrefix("2026-03-02,0,1,1,720"))
    }

    @Test(
        "The page and the data say what was dropped and what nobody can tell, and texts of the record do no harm in them"
    )
    func page() throws {
        let text =
            "start,end,a,b,taxi\n" + Self.rows.map { String($0.dropLast()) + ",x\n" }.joined()
            + "<b>now</b>,2026-03-02 08:00:00,1,2,x\n"
        let made = try Records.imported(text, Records.columns + ",taxi=taxi")
        let page = made.text("import.html")
        #expect(page.contains("<title>Recorded trips: small – Cabrank import</title>"))
        #expect(page.contains("start &quot;&lt;b&gt;now&lt;/b&gt;&quot; is not a time") && !page.contains("<b>now"))
        for sentence in made.silences {
            #expect(page.replacing("\u{A0}", with: " ").contains(sentence), "\(sentence)")
        }
        let json = made.text("import.json")
        for part in [
            "\"reason\" : \"no-time\"", "\"row\" : 170", "\"rides\" : 168", "\"taxis\" : 1",
            "\"columns\" : \"pickup=start,dropoff=end,from=a,to=b,taxi=taxi\"", "\"pauseSeconds\" : 3600",
        ] {
            #expect(json.contains(part), "\(part)")
        }
        #expect(made.files(version: "test").map(\.name) == TripImport.names)
        // The same record gives the same bytes.
        let again = try Records.imported(text, Records.columns + ",taxi=taxi")
        #expect(again.files(version: "test").map(\.bytes) == made.files(version: "test").map(\.bytes))
    }
}
