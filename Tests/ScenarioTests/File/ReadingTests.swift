// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import TaxiRules
import TaxiSimulation
import Testing

@Suite("Right scenario files")
struct ReadingTests {
    /// Every key of the language, each with a value that is not its default.
    static let full = """
        cabrank: 1
        name: full.city-1
        title: "Every key: used"
        start: 2026-03-04 06:00:30.5
        length: 2 d
        warm-up: 90 min
        seed: 18446744073709551615
        city:
          zones: map.geojson
          number: nr
          name: label
          gap-tolerance: 12.5 m
          overlap-tolerance: 2%
          hysteresis: 30 m
          position-error: {exponential: 8 m}
        travel:
          table: times.csv
          circuity: 1.25
          free-speed: 8 m/s
          traffic: {07:00-09:00: 0.7, 22:00-01:00: 1.1}
          walking-speed: 5 km/h
          variability: {gamma: {shape: 16, mean: 1}}
          approach: {weibull: {shape: 1.5, scale: 5 min}}
          ride: {lognormal: {mean: 10 min, sd: 300 s}}
          longest-approach: 20 min
        dispatch:
          policy: nearest
          offer-deadline: 45 s
          arrival-poll: 30 s
          gps-limit: 40 m
          boarding-radius: 25 m
          offer-cell: 0.5 km
          no-show-wait: 4 min
          shift-limit: 12 h
          undersupply-limit: 10%
          web-position: true
        drivers:
          - name: day
            count: 7
            seats: {4: 80%, 6: 20%}
            start: {1: 1, 3: 2.5}
            shift:
              start: {normal: {mean: 06:30, sd: 20 min, max: 08:00}}
              length: {triangular: {min: 6 h, mode: 8 h, max: 9 h}}
              breaks: {after: 4 h, length: {uniform: {from: 20 min, to: 40 min}}}
            answer:
              reaction: {lognormal: {median: 8 s, sigma: 0.8}}
              accept: 85%
              refuse: 0.1
              by-hour: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.5]
              lost-per-kilometre: 3%
            idle: {cruise: {pause: {exponential: 10 min}, radius: 1.3 km}}
            position-interval: 15 s
            boarding: {mixture: [{weight: 0.25, of: 5 s}, {weight: 0.75, of: {table: {20 s: 1, 1 min: 3}}}]}
            bad-reports: 1%
            alert: both
            return-to-service: 2 min
          - name: night
            count: 3
            start: {file: zones.csv, zone: id, weight: taxis}
            idle: {return: {zones: equal, pause: 30 s}}
        passengers:
          - name: stream
            arrivals: {per-day: 900, hourly: {file: hours.csv, column: calls}, people: 400}
            travelers: {1: 3, 2: 1}
            origin: equal
            destination: {gravity: {weights: {2: 1}, scale: 4 km}}
            client: {web: 20%, gps-radius: 12 m, typing: 20 s, confirming: 5 s}
            patience: {gamma: {shape: 2, mean: 12 min}}
            call-again: 50%
            call-again-after: 3 min
            impatient-calls: 1%
            calls-aboard: 2%
            mistakes: 3%
            log-outs: 4%
            logged-out-for: 2 min
            no-shows: 5%
          - name: crowd
            population: {people: 50, thinking: {exponential: 80 min}}
            travelers: 2
            destination: {table: pairs.csv}
          - name: recorded
            trace: trace.csv
        changes:
          - {from: 07:00, until: 09:30, rain: {speed: 0.85, demand: 1.2, acceptance: 0.9}}
          - {from: 31:00, until: 2026-03-05 08:00, surge: {zones: [1, 2], factor: 3}}
          - {from: 12:00, until: 13:00, closure: {zones: [3], factor: 2}}
        network:
          delay: 300 ms
          loss: 0.1%
        record:
          level: debug
          events: true
          messages: true
          invariants: true
        """

    static let files = [
        "map.geojson": "{}", "times.csv": "x\n",
        "zones.csv": "id,taxis,note\n1,0.5,\"a, b\"\n2,1.5,\n",
        "hours.csv": "hour,calls\n" + (0..<24).map { "\($0),\($0 < 12 ? 1 : 3)\n" }.joined(),
        "pairs.csv": "origin_zone,destination_zone,weight\r\n1,2,0.5\r\n2,1,0.25\r\n1,1,2\r\n",
        "trace.csv": "time,origin_zone,destination_zone,travelers,duration_s,distance_m\n"
            + "07:00:00.25,2,1,1,600.5,2500\n06:30:00,1,2,4,,\n24:10:00,1,1,2,60,\n",
    ]

    @Test("Every key of the language arrives in the scenario, in base units")
    func everyKey() throws {
        try Support.withFiles(Self.files) { folder in
            let read = try Support.read(Self.full, folder: folder)
            #expect(read.warnings.isEmpty)
            let scenario = read.scenario
            #expect(scenario.name == "full.city-1" && scenario.title == "Every key: used")
            let days: Int64 = 20_516  // from 1970-01-01 to 2026-03-04
            #expect(scenario.start.nanoseconds == (days * 86_400 + 6 * 3600 + 30) * 1_000_000_000 + 500_000_000)
            #expect(scenario.length == .hours(48) && scenario.warmUp == .minutes(90) && scenario.seed == .max)
            checkCity(scenario, folder)
            checkDispatch(scenario)
            checkDrivers(scenario)
            checkPassengers(scenario)
            checkChanges(scenario)
        }
    }

    private func checkCity(_ scenario: Scenario, _ folder: String) {
        #expect(scenario.city.layout == .geoJSON(path: "\(folder)/map.geojson", number: "nr", name: "label"))
        #expect(scenario.city.gapTolerance == Distance(millimetres: 12_500))
        #expect(scenario.city.overlapTolerance == 0.02 && scenario.city.hysteresis == .metres(30))
        #expect(scenario.city.positionError == .exponential(mean: 8))
        let travel = scenario.travel
        #expect(travel.table == "\(folder)/times.csv" && travel.circuity == 1.25 && travel.freeSpeed == 8)
        #expect(
            travel.traffic
                == DayProfile([1.1, 1, 1, 1, 1, 1, 1, 0.7, 0.7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.1, 1.1]))
        #expect(travel.walkSpeed == 5 / 3.6 && travel.variability == .gamma(shape: 16, mean: 1))
        #expect(travel.approach == .weibull(shape: 1.5, scale: 300) && travel.ride == .lognormal(mean: 600, sd: 300))
        #expect(travel.longestApproach == .minutes(20))
    }

    private func checkDispatch(_ scenario: Scenario) {
        let dispatch = scenario.dispatch
        #expect(dispatch.policy == .nearest && dispatch.rules.offerDeadline == .seconds(45))
        #expect(dispatch.arrivalPoll == .seconds(30) && dispatch.rules.gpsLimit == .metres(40))
        #expect(dispatch.rules.boardingRadius == .metres(25) && dispatch.rules.offerCell == .metres(500))
        #expect(dispatch.rules.noShowWait == .minutes(4) && dispatch.rules.shiftLimit == .hours(12))
        #expect(dispatch.undersupplyLimit == 0.1 && dispatch.rules.webPosition)
        #expect(scenario.network.delay == .constant(0.3) && scenario.network.loss == 0.001)
        let record = scenario.record
        #expect(record.level == .debug && record.events && record.messages && record.invariants)
    }

    private func checkDrivers(_ scenario: Scenario) {
        let day = scenario.drivers[0]
        #expect(day.name == "day" && day.count == 7)
        #expect(day.seats == [SeatShare(seats: 4, weight: 0.8), SeatShare(seats: 6, weight: 0.2)])
        #expect(day.start == .listed([ZoneID(1): 1, ZoneID(3): 2.5]))
        #expect(day.shift?.start == .normal(mean: 23_400, sd: 1200, min: 0, max: 28_800))
        #expect(day.shift?.length == .triangular(min: 21_600, mode: 28_800, max: 32_400))
        #expect(day.shift?.breaks?.after == .constant(14_400))
        #expect(day.shift?.breaks?.length == .uniform(from: 1200, to: 2400))
        #expect(day.answer.reaction == .lognormalMedian(median: 8, sigma: 0.8))
        #expect(day.answer.accept == 0.85 && day.answer.refuse == 0.1 && day.answer.lostPerKilometre == 0.03)
        #expect(day.answer.byHour == DayProfile([Double](repeating: 1, count: 22) + [0.5, 0.5]))
        guard case .cruise(.exponential(mean: 600), Distance(millimetres: 1_300_000)) = day.idle else {
            Issue.record("\(day.idle)")
            return
        }
        #expect(day.positionInterval == .seconds(15) && day.badReports == 0.01 && day.alert == .both)
        #expect(
            day.boarding
                == .mixture(
                    distributions: [.constant(5), .table(values: [20, 60], weights: [1, 3])], weights: [0.25, 0.75]))
        #expect(day.returnToService == .constant(120))
        let night = scenario.drivers[1]
        #expect(night.count == 3 && night.start == .listed([ZoneID(1): 0.5, ZoneID(2): 1.5]) && night.shift == nil)
        guard case .returnTo(.equal, pause: .constant(30)) = night.idle else {
            Issue.record("\(night.idle)")
            return
        }
    }

    private func checkPassengers(_ scenario: Scenario) {
        let stream = scenario.passengers[0]
        guard case .arrivals(let perDay, let hourly, let people) = stream.demand else {
            Issue.record("\(stream.demand)")
            return
        }
        #expect(perDay == 900 && people == 400)
        #expect(
            hourly
                == DayProfile([Double](repeating: 1 / 48.0, count: 12) + [Double](repeating: 3 / 48.0, count: 12)))
        #expect(stream.travelers == [SeatShare(seats: 1, weight: 3), SeatShare(seats: 2, weight: 1)])
        guard case .gravity(.listed([ZoneID(2): 1]), Distance(millimetres: 4_000_000)) = stream.destination else {
            Issue.record("\(stream.destination)")
            return
        }
        #expect(stream.origin == .equal && stream.client.web == 0.2 && stream.client.gpsRadius == .constant(12))
        #expect(stream.client.typing == .constant(20) && stream.client.confirming == .constant(5))
        #expect(stream.patience == .gamma(shape: 2, mean: 720) && stream.callAgain == 0.5)
        #expect(stream.callAgainAfter == .constant(180) && stream.impatientCalls == 0.01 && stream.callsAboard == 0.02)
        #expect(stream.mistakes == 0.03 && stream.logOuts == 0.04 && stream.loggedOutFor == .constant(120))
        #expect(stream.noShows == 0.05)
        let crowd = scenario.passengers[1]
        guard case .population(50, .exponential(mean: 4800)) = crowd.demand, case .table(let pairs) = crowd.destination
        else {
            Issue.record("\(crowd)")
            return
        }
        let one = ZoneID(1)
        let two = ZoneID(2)
        #expect(
            pairs == [
                ZonePair(origin: one, destination: two): 0.5, ZonePair(origin: two, destination: one): 0.25,
                ZonePair(origin: one, destination: one): 2,
            ])
        guard case .trace(let rows) = scenario.passengers[2].demand else {
            Issue.record("\(scenario.passengers[2])")
            return
        }
        #expect(
            rows == [
                TraceRow(
                    time: .minutes(390), origin: one, destination: two, travelers: 4, duration: nil, distance: nil),
                TraceRow(
                    time: .milliseconds(25_200_250), origin: two, destination: one, travelers: 1,
                    duration: .milliseconds(600_500), distance: .metres(2500)),
                TraceRow(
                    time: .minutes(1450), origin: one, destination: one, travelers: 2, duration: .seconds(60),
                    distance: nil),
            ])
    }

    private func checkChanges(_ scenario: Scenario) {
        let midnight = scenario.start.midnight
        #expect(scenario.changes.map(\.from) == [midnight + .hours(7), midnight + .hours(31), midnight + .hours(12)])
        #expect(
            scenario.changes.map(\.until) == [midnight + .minutes(570), midnight + .hours(32), midnight + .hours(13)])
        guard case .rain(0.85, 1.2, 0.9) = scenario.changes[0].kind,
            case .surge([ZoneID(1), ZoneID(2)], 3) = scenario.changes[1].kind,
            case .closure([ZoneID(3)], 2, 1) = scenario.changes[2].kind
        else {
            Issue.record("\(scenario.changes)")
            return
        }
    }

    @Test("The written-out text reads back to itself, and says everything that the file said")
    func roundTrip() throws {
        try Support.withFiles(Self.files) { folder in
            let read = try Support.read(Self.full, folder: folder)
            let again = try Support.read(read.source, folder: folder)
            #expect(again.source == read.source)
            #expect(!read.source.contains(folder), "the text must not name the folder of this machine")
            for (old, new) in zip(read.scenario.drivers, again.scenario.drivers) {
                #expect(old.start == new.start && old.boarding == new.boarding)
                #expect(String(describing: old.shift) == String(describing: new.shift))
                #expect(String(describing: old.answer) == String(describing: new.answer))
            }
            #expect(String(describing: again.scenario.changes) == String(describing: read.scenario.changes))
            #expect(String(describing: again.scenario.travel) == String(describing: read.scenario.travel))
            // What is counted must survive too: every value of the full file differs from its default.
            let plain = try Support.read(Support.smallest).source
            let defaults = Set(plain.split(separator: "\n"))
            #expect(read.source.split(separator: "\n").filter { !defaults.contains($0) }.count > 150)
        }
    }

    @Test("A file of three lines has the defaults of the value types")
    func defaults() throws {
        let read = try Support.read(Support.smallest)
        let scenario = read.scenario
        #expect(
            scenario.title == "x" && scenario.start.date == "1971-01-01" && scenario.length == .hours(1)
                && scenario.seed == 1)
        #expect(String(describing: scenario.dispatch) == String(describing: DispatchSection()))
        #expect(String(describing: scenario.travel) == String(describing: TravelSection()))
        #expect(String(describing: scenario.network) == String(describing: NetworkSection()))
        #expect(String(describing: scenario.record) == String(describing: RecordSection()))
        #expect(scenario.city.gapTolerance == .metres(10) && scenario.city.overlapTolerance == 0.01)
        #expect(
            scenario.city.layout
                == .grid(rows: 1, columns: 1, cell: .metres(1000), anchor: GeographicPoint(longitude: 0, latitude: 0)))
        #expect(
            read.warnings.map(\.message) == [
                "there are no drivers; every call will be aborted", "there are no passengers; nobody will call",
            ])
        let groups = try Support.read(
            Support.smallest + "drivers: [{name: a, count: 1}]\npassengers: [{name: b, arrivals: {per-day: 1}}]\n")
        #expect(
            String(describing: groups.scenario.drivers[0]) == String(describing: DriverGroup(name: "a", count: 1)))
        let even = DayProfile.even(1.0 / 24)
        #expect(
            String(describing: groups.scenario.passengers[0])
                == String(
                    describing: PassengerGroup(name: "b", demand: .arrivals(perDay: 1, hourly: even, people: nil))))
    }

    @Test("Aliases stand for what they name")
    func aliases() throws {
        let read = try Support.read(
            Support.smallest + """
                drivers:
                  - name: a
                    count: 1
                    answer: &habit {accept: 50%, refuse: 20%}
                  - {name: b, count: 2, answer: *habit}
                """)
        #expect(read.scenario.drivers[1].answer.accept == 0.5 && read.scenario.drivers[1].answer.refuse == 0.2)
    }

    @Test("Clock times in base 60 and words that YAML 1.1 takes for truth stay what they are")
    func yamlTyping() throws {
        let read = try Support.read(
            "cabrank: 1\nname: on\ntitle: yes\nstart: 2026-03-04 12:30\nlength: 1e1 h\n"
                + "city: {grid: {rows: 1, columns: 1, cell: 1 km}}\n"
                + "drivers: [{name: no, count: 1, shift: {start: 12:30, length: 8 h}}]\n")
        #expect(read.scenario.name == "on" && read.scenario.title == "yes" && read.scenario.drivers[0].name == "no")
        #expect(read.scenario.length == .hours(10))
        #expect(read.scenario.drivers[0].shift?.start == .constant(45_000))
    }

    @Test("Windows line ends, a byte order mark and a missing last line end do no harm")
    func lineEnds() throws {
        let expected = try Support.read(Support.smallest).source
        #expect(try Support.read(Support.smallest.replacing("\n", with: "\r\n")).source == expected)
        #expect(try Support.read("\u{FEFF}" + Support.smallest).source == expected)
        #expect(try Support.read(String(Support.smallest.dropLast())).source == expected)
    }
}
