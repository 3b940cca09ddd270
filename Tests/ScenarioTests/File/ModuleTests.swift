// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiReservations
import TaxiRules
import TaxiSharing
import TaxiSimulation
import Testing

@Suite("Keys of the optional modules")
struct ModuleTests {
    private static let full = """
        cabrank: 1
        name: x
        start: 2026-03-04 05:00
        length: 60 h
        city: {grid: {rows: 1, columns: 2, cell: 1 km}}
        modules: [sharing, reservations]
        reservations:
          shortest-lead: 90 min
          longest-lead: 72 h
          cancel-limit: 30 min
          activation: 15 min
          apart: 45 min
          round-pause: 30 s
          hold-limit: 10 min
        sharing:
          detour: 1.5
          longest-delay: 8 min
          pick-up-window: 20 min
          cap: 6
          mean-approach: 4 min
          walking-speed: 4.5 km/h
        drivers: [{name: cabs, count: 2}]
        passengers:
          - name: planners
            arrivals: {per-day: 10}
            reserving:
              share: 30%
              lead: {uniform: {from: 2 h, to: 48 h}}
              cancel: 4%
              lateness: {exponential: 2 min}
              patience: 25 min
              mistakes: 0.02
              views: 25%
            sharing:
              willing: 40%
              accept: 80%
              per-minute: 6%
              per-saving: 2.5
              choosing: {uniform: {from: 5 s, to: 20 s}}
              walking-speed: {normal: {mean: 1.3 m/s, sd: 0.2 m/s, min: 0.7 m/s}}
              lateness: 30 s
          - name: plain
            trace: ["05:30:00,1,2,2,600,,07:00:00.5", "06:00:00,2,1,1,,", "05:30:00,2,1,1,,,77:00:00"]

        """

    @Test("Every key of the modules arrives in the scenario, in base units")
    func everyKey() throws {
        let read = try Support.read(Self.full)
        let scenario = read.scenario
        #expect(
            read.warnings.map(\.description) == [
                "x.yaml:43:5: warning: 1 of 3 rows of the trace are reservations for after the end of the run; they bring no ride"
            ])
        #expect(scenario.modules == [.sharing, .reservations])
        let book = scenario.reservations
        #expect(book.shortestLead == .minutes(90) && book.longestLead == .hours(72) && book.cancelLimit == .minutes(30))
        #expect(book.activation == .minutes(15) && book.apart == .minutes(45) && book.roundPause == .seconds(30))
        #expect(book.holdLimit == .minutes(10))
        let board = scenario.sharing
        #expect(board.detour == 1.5 && board.longestDelay == .minutes(8) && board.pickUpWindow == .minutes(20))
        #expect(board.cap == 6 && board.meanApproach == .minutes(4) && board.walkSpeed == 1.25)
        let reserving = scenario.passengers[0].reserving
        #expect(reserving.share == 0.3 && reserving.lead == .uniform(from: 7200, to: 172_800))
        #expect(reserving.cancel == 0.04 && reserving.lateness == .exponential(mean: 120))
        #expect(reserving.patience == .constant(1500) && ReservationHabit().patience == nil)
        #expect(reserving.mistakes == 0.02 && reserving.views == 0.25)
        let sharing = scenario.passengers[0].sharing
        #expect(sharing.willing == 0.4 && sharing.accept == 0.8 && sharing.perMinute == 0.06)
        #expect(sharing.perSaving == 2.5 && sharing.choosing == .uniform(from: 5, to: 20))
        #expect(
            sharing.walkSpeed == .normal(mean: 1.3, sd: 0.2, min: 0.7, max: nil) && sharing.lateness == .constant(30))
        guard case .trace(let rows) = scenario.passengers[1].demand else {
            Issue.record("\(scenario.passengers[1].demand)")
            return
        }
        #expect(rows.map(\.pickUp) == [.milliseconds(25_200_500), .hours(77), nil])
        #expect(rows.map(\.time) == [.minutes(330), .minutes(330), .hours(6)])
        #expect(rows[0].duration == .minutes(10) && rows[0].distance == nil && rows[0].travelers == 2)
    }

    @Test("What is left out has the rules' values; nothing is on")
    func defaults() throws {
        let scenario = try Support.read(Support.smallest + "passengers: [{name: a, arrivals: {per-day: 1}}]\n").scenario
        #expect(scenario.modules.isEmpty)
        let book = scenario.reservations
        #expect(book.shortestLead == .hours(2) && book.longestLead == .hours(48) && book.cancelLimit == .hours(2))
        #expect(book.activation == .minutes(10) && book.apart == .minutes(60) && book.roundPause == .seconds(60))
        #expect(book.holdLimit == .minutes(20))
        let board = scenario.sharing
        #expect(board.detour == 1.3 && board.longestDelay == .minutes(10) && board.pickUpWindow == .minutes(15))
        #expect(board.cap == 4 && board.meanApproach == .minutes(5) && board.walkSpeed == 1.4)
        let group = scenario.passengers[0]
        #expect(group.reserving.share == 0 && group.sharing.willing == 0)
    }

    @Test("The written-out text keeps every key, and reads back to itself")
    func roundTrip() throws {
        let read = try Support.read(Self.full)
        let again = try Support.read(read.source)
        #expect(again.source == read.source)
        for text in [
            "modules: [sharing, reservations]", "\"05:30:00,1,2,2,600,,07:00:00.5\"", "\"06:00:00,2,1,1,,\"",
            "\"05:30:00,2,1,1,,,77:00:00\"", "longest-lead: 3 d", "per-saving: 2.5",
        ] {
            #expect(read.source.contains(text), "\(text) is missing in\n\(read.source)")
        }
        #expect(again.scenario.passengers[0].reserving.lead == read.scenario.passengers[0].reserving.lead)
        #expect(again.scenario.passengers[0].sharing.walkSpeed == read.scenario.passengers[0].sharing.walkSpeed)
    }

    @Test("The ends of the lead times are included: 2 h and 48 h are right, a second beyond is wrong")
    func ends() {
        func said(_ pickUp: String) -> [String] {
            Support.outcome(
                Support.smallest + "length: 60 h\nmodules: [reservations]\ndrivers: [{name: cabs, count: 1}]\n"
                    + "passengers: [{name: a, trace: [\"01:00:00,1,1,4,,,\(pickUp)\"]}]\n")
        }
        #expect(said("03:00:00").isEmpty && said("49:00:00").isEmpty)
        #expect(said("02:59:59").count == 1 && said("49:00:01").count == 1)
    }

    @Test("Limits of reservations may touch each other, and may not cross")
    func touching() {
        func said(_ section: String) -> [String] {
            Support.outcome(Support.smallest + "reservations: {\(section)}\n").filter { $0.contains(": error: ") }
        }
        #expect(said("shortest-lead: 9 min, longest-lead: 9 min, cancel-limit: 9 min, activation: 9 min").isEmpty)
        #expect(said("shortest-lead: 9 min, longest-lead: 8 min, cancel-limit: 8 min, activation: 8 min").count == 1)
        #expect(said("shortest-lead: 8 min, longest-lead: 9 min, cancel-limit: 9 min, activation: 9 min").count == 1)
        #expect(said("shortest-lead: 9 min, longest-lead: 9 min, cancel-limit: 8 min, activation: 9 min").count == 1)
    }

    @Test("A reservation of a zone that is not on the map is an error with the nearest zone")
    func unknownZone() throws {
        let text =
            Support.smallest + """
                length: 12 h
                modules: [reservations]
                drivers: [{name: cabs, count: 1}]
                passengers:
                  - {name: a, trace: ["01:00:00,1,9,1,,,04:00:00"]}
                """
        let zones = [(1, "DUOMO"), (2, "BRERA"), (7, "MAGENTA")].map {
            ZoneRecord(id: ZoneID($0.0), name: $0.1, inside: .origin, area: 1, outline: [])
        }
        #expect(
            try Support.read(text).mapProblems(zones: zones).map(\.description) == [
                "x.yaml:8:23: error: zone 9 is not on the map; allowed: 1 to 2, 7; did you mean 7 (MAGENTA)?"
            ])
    }

    @Test("Doubtful lead times, and limits that forbid all cancelling, raise a warning")
    func doubts() throws {
        func said(_ top: String, lead: String) throws -> [String] {
            try Support.read(
                Support.smallest + top + "modules: [reservations]\ndrivers: [{name: cabs, count: 1}]\n"
                    + "passengers: [{name: a, arrivals: {per-day: 1}, reserving: {share: 1, lead: \(lead)}}]\n"
            ).warnings.map(\.message)
        }
        let day = "length: 24 h\n"
        #expect(try said(day, lead: "2 h").isEmpty)
        #expect(try said(day, lead: "{exponential: 3 h}").isEmpty)
        #expect(try said(day, lead: "{uniform: {from: 25 h, to: 50 h}}").isEmpty)
        let never = "`lead`: nobody would reserve 2 h to 2 d before the pick-up, as the rules require"
        #expect(try said(day, lead: "119 min") == [never])
        #expect(try said(day, lead: "{uniform: {from: 49 h, to: 50 h}}") == [never])
        #expect(
            try said("length: 2 h\n", lead: "3 h")
                == ["`share`: the run (2 h) is not longer than `shortest-lead` (2 h); no reserved ride can begin"])
        #expect(try said("length: 121 min\n", lead: "3 h").isEmpty)
        #expect(
            try said(day + "reservations: {longest-lead: 4 h, cancel-limit: 5 h}\n", lead: "3 h")
                == ["`cancel-limit` (5 h) is longer than `longest-lead` (4 h); no reservation can be cancelled"])
    }

    @Test("A misspelt column of reservations is doubted with the right name")
    func misspelt() throws {
        let table = "time,origin_zone,destination_zone,travelers,pickup\n00:10:00,1,1,1,03:00:00\n"
        try Support.withFiles(["t.csv": table]) { folder in
            let said = Support.outcome(
                Support.smallest + "drivers: [{name: cabs, count: 1}]\npassengers: [{name: a, trace: t.csv}]\n",
                folder: folder)
            #expect(
                said.map { $0.replacing(folder + "/", with: "") } == [
                    "t.csv:1:45: warning: the column `pickup` is unknown and ignored; allowed: time, origin_zone, "
                        + "destination_zone, travelers, duration_s, distance_m, pick_up; did you mean `pick_up`?"
                ])
        }
    }

    @Test("Values of the modules can be set on the command line")
    func sets() throws {
        let read = try Support.read(
            Self.full,
            sets: [
                "reservations.longest-lead=4 d", "passengers.planners.sharing.willing=0.6",
                "passengers.planners.reserving.lead=3 h", "sharing.cap=3", "modules=[reservations, sharing]",
            ])
        #expect(read.scenario.reservations.longestLead == .hours(96) && read.scenario.sharing.cap == 3)
        #expect(read.scenario.passengers[0].sharing.willing == 0.6)
        #expect(read.scenario.passengers[0].reserving.lead == .constant(10_800))
        #expect(read.scenario.modules == [.reservations, .sharing])
        let wrong = Support.outcome(Self.full, sets: ["modules=[sharing]"])
        #expect(wrong.count { $0.contains("the module `reservations` is off; did you mean") } == 2)
        #expect(
            Support.outcome(Self.full, sets: ["sharing.detour=0.5"]).contains {
                $0.contains("`detour`: `0.5` is out of range; allowed: 1 to 10")
            })
    }
}
