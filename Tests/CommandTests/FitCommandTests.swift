// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank fit` and `cabrank predict`, on the record of a run.
@Suite struct FitCommandTests {
    private static let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    /// Four days of sixty taxis, exported and imported again: `fleet` of three days, `whole` of all.
    private func makeRecord(_ command: Command) throws {
        let sets = [
            "length=4 d", "start=2026-03-03", "warm-up=0 s", "city.grid.rows=2", "city.grid.columns=2",
            "fleet.drivers=60",
            "passengers.residents.population.people=150",
        ]
        let made = try command.run(
            list: ["run", Self.quickstart, "--quiet", "--out", "made"] + sets.flatMap { ["--set", $0] })
        #expect(made.status == 0, "\(made.complaints)")
        let exported = try command.run("export", "made", "--table", "requests", "--geojson", "--out", "record")
        #expect(exported.status == 0, "\(exported.complaints)")
        for (folder, more) in [("fleet", ["--days", "2026-03-03..2026-03-05"]), ("whole", [])] {
            let imported = try command.run(
                list: [
                    "import", "record/requests.csv", "--out", folder, "--zones", "record/zones.geojson", "--number",
                    "zone",
                    "--time-zone", "UTC", "--map", "pickup=aboard_s,dropoff=ended_s,from=zone,to=to_zone,taxi=driver",
                    "--drop-limit", "50%",
                ] + more)
            #expect(imported.status == 0, "\(imported.complaints)")
        }
    }

    private static func fit(_ out: String, _ more: String...) -> [String] {
        [
            "fit", "fleet/scenario.yaml", "--to", "fleet/observed.csv", "--change", "calls.by-hour", "--replications",
            "2",
            "--quiet", "--out", out,
        ] + more
    }

    private func json(_ command: Command, _ file: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(command.text(file).utf8)) as? [String: Any])
    }

    @Test("A record is fitted to and another day predicted, with the same bytes at any number of threads")
    func fitted() throws {
        try Command.inNewFolder { command in
            try makeRecord(command)
            let question = ["--hold", "patience=15 min", "--ask", "fleet=-20%", "--allow-vacant"]
            let one = try command.run(list: Self.fit("one", "--threads", "1") + question)
            #expect(one.status == 0, "\(one.complaints)")
            #expect(one.output.contains("fleet=-20%: the answers over all that fits as well"), "\(one.output)")
            let two = try command.run(list: Self.fit("two", "--threads", "2") + question)
            #expect(two.status == 0, "\(two.complaints)")
            let files = try command.files(in: "one")
            #expect(
                files == [
                    "fit.json", "observed-vacant.csv", "observed.csv", "report.html", "run.json", "scenario.yaml",
                    "zones.geojson",
                ])
            for file in files where file != "run.json" && file != "scenario.yaml" {
                #expect(try command.text("one/\(file)") == command.text("two/\(file)"), "\(file)")
            }
            let found = try json(command, "one/fit.json")
            #expect((found["callError"] as? Double ?? 1) < 0.02)
            let ranges = try #require(found["ranges"] as? [[String: Any]])
            #expect(ranges.map { $0["parameter"] as? String } == ["patience"])
            let (low, high) = (ranges[0]["low"] as? Double ?? 900, ranges[0]["high"] as? Double ?? 900)
            #expect(low < high && (low...high).contains(900), "never one number: \(low) to \(high)")
            // The fitted scenario runs where it is.
            let run = try command.run("run", "one/scenario.yaml", "--quiet", "--no-report", "--out", "r")
            #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
            let predicted = try command.run(
                "predict", "one/scenario.yaml", "--observed", "whole/observed-days.csv", "--days", "2026-03-06",
                "--given",
                "calls,taxis", "--replications", "2", "--quiet", "--out", "p")
            #expect(predicted.status == 0, "\(predicted.complaints)")
            let mean = try #require(try json(command, "p/predict.json")["mean"] as? [String: [String: Double]])
            #expect((mean["runs"]?["rides"] ?? 1) < 0.15 && mean["copying"]?["law"] != nil, "\(mean)")
            // Hours that were not recorded run as on the fitted days, and are in no figure.
            let lines = try command.text("whole/observed-days.csv").split(separator: "\n")
            let lacking = lines.filter { !$0.hasPrefix("2026-03-06,9,") && !$0.hasPrefix("2026-03-06,10,") }
            #expect(lacking.count == lines.count - 2)
            try command.write(lacking.joined(separator: "\n") + "\n", to: "lacking.csv")
            let rest = try command.run(
                "predict", "one/scenario.yaml", "--observed", "lacking.csv", "--days", "2026-03-06", "--given",
                "calls,taxis", "--replications", "2", "--quiet", "--out", "rest")
            #expect(rest.status == 0, "\(rest.complaints)")
            #expect(rest.output.contains("The record lacks the hours 9 to 10: they run as on the fitted days"))
            let day = try #require((try json(command, "rest/predict.json")["days"] as? [[String: Any]])?.first)
            #expect(day["unrecordedHours"] as? [Int] == [9, 10])
            let whole = try #require((try json(command, "p/predict.json")["days"] as? [[String: Any]])?.first)
            let both = try [day, whole].map { day -> (seen: Double, ran: Double) in
                (try #require(day["recorded"] as? Double), try #require(day["ran"] as? Double))
            }
            #expect(both[0].seen < both[1].seen && abs(both[0].ran / both[0].seen - 1) < 0.15, "\(both)")
            // The folder of the fit would be replaced, and the fitted scenario be gone.
            let over = try command.run(
                "predict", "one/scenario.yaml", "--observed", "whole/observed-days.csv", "--days", "2026-03-06",
                "--replications", "2", "--quiet", "--out", "one")
            #expect(over.status == 2 && over.complaints.contains("--out one holds one/scenario.yaml, which is read"))
            #expect(try command.files(in: "one") == files)
            // The search counts to what a command takes, and a prediction has limits too.
            for words in [
                Self.fit("three", "--time-limit", "1 s"),
                [
                    "predict", "one/scenario.yaml", "--observed", "whole/observed-days.csv", "--days", "2026-03-06",
                    "--replications", "200", "--time-limit", "1 s", "--out", "three",
                ],
            ] {
                let limited = try command.run(list: words)
                #expect(
                    limited.status == 2 && limited.complaints.contains("--time-limit allows"), "\(limited.complaints)")
                #expect(try !command.files().contains("three"))
            }
            // Its people called and its taxis waited in queues, where the fitted ones hail any: told, and a script sees it.
            let vacant = try command.run(list: Self.fit("vacant"))
            #expect(vacant.status == 1, "\(vacant.complaints)")
            let told = try #require(try json(command, "vacant/fit.json")["notFitted"] as? [String])
            #expect(told.count == 1 && told[0].hasPrefix("the middle vacant time by hour is"), "\(told)")
            #expect(vacant.output.hasPrefix("  Not fitted: \(told[0])"), "\(vacant.output)")
            // Too few taxis for the rides: written and told, whatever is accepted of vacant times.
            let onDuty = [String](repeating: "12", count: 24).joined(separator: ", ")
            let few = try command.run(
                list: Self.fit("few", "--allow-vacant", "--set", "drivers.cabs.on-duty=[\(onDuty)]"))
            #expect(few.status == 1, "\(few.complaints)")
            #expect(few.output.hasPrefix("  Not fitted: those served differ from those recorded by"), "\(few.output)")
            #expect(try !(#require(try json(command, "few/fit.json")["notFitted"] as? [String])).isEmpty)
        }
    }

    @Test("All that is wrong is told at once, with the nearest names, and nothing is written")
    func refused() throws {
        try Command.inNewFolder { command in
            try command.write("days,hour\nmon-fri,1\n", to: "observed.csv")
            let words = try command.run(
                "fit", Self.quickstart, "--to", "observed.csv", "--change", "calls.by-hours,seek.scal", "--hold",
                "patience=3",
                "--ask", "fleets=-20%", "--ask", "calls=10")
            #expect(words.status == 2)
            #expect(
                words.complaints == """
                    error: --change: there is no `calls.by-hours`; allowed: calls.by-hour, travel.free-speed, seek.scale, seek.again, patience, turnaround; did you mean `calls.by-hour`?
                    error: --change: there is no `seek.scal`; allowed: calls.by-hour, travel.free-speed, seek.scale, seek.again, patience, turnaround; did you mean `seek.scale`?
                    error: --hold: `patience=3` has no value; allowed: patience=VALUE with 60 s to 240 min
                    error: --ask: `fleets` cannot be asked for; allowed: fleet, calls; did you mean `fleet`?
                    error: --ask: `calls=10` is no change; allowed: more than -100% and at most +1000%, such as calls=-20%

                    """)
            let one = try command.run(
                "fit", Self.quickstart, "--to", "observed.csv", "--change", "calls.by-hour", "--ask", "fleet=-20%")
            #expect(one.status == 2)
            #expect(
                one.complaints == """
                    error: --ask: no other value is tried of anything that the record lacks, so the answer would be one number and no band; give --hold patience="15 min", or --change with one of seek.scale, seek.again, patience, turnaround

                    """)
            let columns = try command.run("fit", "no.yaml", "--to", "observed.csv", "--change", "calls.by-hour")
            #expect(columns.status == 2)
            #expect(columns.complaints.contains("no.yaml") && columns.complaints.contains("there is no column `trips`"))
            let header =
                "days,hour,recorded_hours,trips,ride_mean_s,ride_q25_s,ride_median_s,ride_q75_s,taxis_seen,taxis_at_work,"
                + "occupied_share,vacant_mean_s,vacant_q10_s,vacant_q25_s,vacant_median_s,vacant_q75_s,vacant_q90_s,taxis_heard\n"
            try command.write(
                header
                    + "mon-fri,1,1,20,,,,,,,,,,,,,,\nmon-fri,24,1,20,,,,,,,,,,,,,,\nmonday,2,1,x,,,,,,,,,,,,,,\nmon-fri,1,1,2,,,,,,,,,,,,,,\n",
                to: "observed.csv")
            let cells = try command.run("fit", Self.quickstart, "--to", "observed.csv", "--change", "calls.by-hour")
            #expect(
                cells.complaints == """
                    observed.csv:3:9: error: `24` is not an hour; allowed: 0 to 23
                    observed.csv:4:1: error: `monday` names no days; allowed: mon-fri, sat, sun, sat-sun
                    observed.csv:4:12: error: `x` is not a number of trips; allowed: 0 to 1000000
                    observed.csv:5:9: error: this hour stands twice: also in line 2
                    4 errors; nothing was run

                    """, "\(cells.complaints)")
            try command.write(header + "mon-fri,1,1,20,,,,,,,,,,,,,,\n", to: "observed.csv")
            let keys = try command.run(
                "fit", Self.quickstart, "--to", "observed.csv", "--change", "calls.by-hour,seek.scale", "--hold",
                "patience=15 min")
            #expect(keys.status == 2)
            #expect(keys.complaints.contains("`seek.scale`: no group of drivers seeks rides"), "\(keys.complaints)")
            #expect(keys.complaints.contains("`patience`: no group of passengers has a `patience`"))
            #expect(keys.complaints.contains("the record has no taxis, so nothing in it tells seek.scale"))
            #expect(keys.complaints.contains("`calls.by-hour`: no group of passengers has a `table` of calls"))
            let days = try command.run(
                "predict", Self.quickstart, "--observed", "observed.csv", "--days", "2026-03-32", "--given", "call",
                "--as",
                "Monday")
            #expect(
                days.complaints == """
                    error: --days: "2026-03-32" is not a date such as 2026-03-04, or two as 2026-03-02..2026-03-06
                    error: --given: there is no `call`; allowed: calls, taxis; did you mean `calls`?
                    error: --as: "Monday" is not a date such as 2026-03-04

                    """, "\(days.complaints)")
            let lacks = try command.run(
                "predict", Self.quickstart, "--observed", "observed.csv", "--fitted", "observed.csv", "--days",
                "2026-03-07",
                "--given", "calls,taxis")
            #expect(lacks.status == 2)
            #expect(
                lacks.complaints.contains("the record has no day 2026-03-07; it has mon-fri"), "\(lacks.complaints)")
            #expect(lacks.complaints.contains("2026-03-07 is no day of mon-fri"))
            #expect(lacks.complaints.contains("--given taxis: the record has no taxis"))
            #expect(try command.files() == ["observed.csv"])
        }
    }
}
