// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import TaxiRules

/// How large the city of a calibration is, and how much is measured in it.
package struct CalibrationSize: Sendable, Hashable {
    /// Zones, dealt over a grid; 1 or more.
    package var zones = 20
    /// Drivers in service; 1 or more.
    package var drivers = 500
    /// Passengers with a client; 10 or more, so that each habit has somebody.
    package var passengers = 1000
    /// Registered accounts; 100 or more, and not fewer than drivers and passengers.
    package var accounts = 20_000
    /// How often each type of message is measured at least, but for those that hash a password.
    package var repetitions = 10_000
    /// How often each message that hashes a password at full cost is measured: tens of milliseconds each.
    package var hashRepetitions = 300

    /// The reference load (DEC-PERF-LOAD).
    package init() {}

    /// What is wrong with the size; nil when it can be measured.
    package var problem: String? {
        func outside(_ name: String, _ value: Int, _ range: ClosedRange<Int>) -> String? {
            range.contains(value)
                ? nil : "--\(name) \(value); allowed: \(range.lowerBound) to \(range.upperBound)"
        }
        return outside("zones", zones, 1...10_000) ?? outside("drivers", drivers, 1...100_000)
            ?? outside("passengers", passengers, 10...1_000_000) ?? outside("accounts", accounts, 100...10_000_000)
            ?? outside("repetitions", repetitions, 10...10_000_000)
            ?? outside("hash-repetitions", hashRepetitions, 1...100_000)
            ?? (accounts < drivers + passengers
                ? "--accounts \(accounts); every driver and passenger has one: at least \(drivers + passengers)" : nil)
    }

    /// The work with taxis. A login and a logout are the account service's.
    var taxis: SliceCalibration {
        SliceCalibration(
            kinds: MessageType.allOfTaxi.filter { !MessageType.ofAccounts.contains($0) }, scenario: scenarioText
        ) { message in
            switch message as? TaxiMessage {
            // These are only counted.
            case .passenger(_, .reserveButtonDisabled), .control(.lost), nil: nil
            case .some(let message): MessageType.ofAccounts.contains(message.kind) ? nil : message.kind
            }
        }
    }

    /// The scenario whose messages are measured: four hours of a city in which everything happens often. Its habits are made
    /// up so that no type of message is rare; how often a kind comes in another scenario is that scenario's business.
    var scenarioText: String {
        let rows = (1...zones).last { $0 * $0 <= zones && zones.isMultiple(of: $0) } ?? 1
        let planners = max(1, passengers * 3 / 10)
        return """
            cabrank: 1
            name: calibration
            start: 2026-03-04 06:00
            length: 4 h
            warm-up: 30 min
            seed: 1
            city:
              grid: {rows: \(rows), columns: \(zones / rows), cell: 2 km}
            modules: [reservations, sharing]
            dispatch: {offer-deadline: 60 s, arrival-poll: 90 s}
            network: {delay: 100 ms}
            drivers:
              - name: drivers
                count: \(drivers)
                seats: {4: 80%, 6: 20%}
                start: equal
                answer: {reaction: {lognormal: {median: 8 s, sigma: 0.8}}, accept: 85%, refuse: 10%}
                boarding: {uniform: {from: 20 s, to: 60 s}}
                position-interval: 60 s
                idle: {return: {zones: equal, pause: 60 s}}
                shift:
                  start: 06:00
                  length: 5 h
                  breaks: {after: {normal: {mean: 60 min, sd: 20 min}}, length: {uniform: {from: 1 min, to: 5 min}}}
            passengers:
              - name: callers
                population: {people: \(passengers - planners), thinking: {exponential: 20 min}}
                travelers: {1: 80%, 2: 20%}
                origin: equal
                destination: {zones: equal}
                client: {web: 20%, gps-radius: {exponential: 12 m}, typing: 15 s, confirming: 3 s}
                patience: {exponential: 30 min}
                mistakes: 1%
                log-outs: 5%
                no-shows: 3%
                sharing: {willing: 70%, accept: 60%, choosing: {exponential: 10 s}}
              - name: planners
                population: {people: \(planners), thinking: {exponential: 10 min}}
                origin: equal
                destination: {zones: equal}
                reserving: {share: 80%, lead: {uniform: {from: 2 h, to: 3 h}}, cancel: 30%, views: 80%, mistakes: 1%}
                sharing: {willing: 70%, accept: 60%}
            record: {messages: true, level: error}

            """
    }
}
