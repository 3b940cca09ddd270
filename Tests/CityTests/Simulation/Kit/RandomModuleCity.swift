// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams

/// The text of a small city with reservations and shared rides, whose size, habits, rules and troubles are drawn from a seed.
struct RandomModuleCity {
    private var stream: RandomStream
    private let hasReservations: Bool
    private let hasSharing: Bool

    /// The scenario of this seed. Of sixteen cities nine have both modules, three each one, and one none.
    static func text(_ seed: UInt64) -> String {
        var city = RandomModuleCity(seed)
        return city.scenario()
    }

    private init(_ seed: UInt64) {
        stream = RandomStream(StreamKey(seed: seed), for: .test, of: 2)
        hasReservations = stream.index(4) > 0
        hasSharing = stream.index(4) > 0
    }

    private mutating func pick(_ choices: String...) -> String { choices[stream.index(choices.count)] }

    private mutating func share(_ largest: Int) -> String { "\(stream.index(largest + 1))%" }

    private mutating func scenario() -> String {
        let modules = [hasReservations ? "reservations" : nil, hasSharing ? "sharing" : nil].compactMap(\.self)
        return """
            length: \(pick("20 min", "30 min", "35 min"))
            city:
              grid: {rows: \(1 + stream.index(2)), columns: \(1 + stream.index(3)), cell: \(pick("300 m", "800 m", "2 km"))}
              hysteresis: \(pick("0 m", "25 m"))
              position-error: \(pick("none", "{normal: {mean: 0 m, sd: 15 m, min: 0 m, max: 60 m}}"))
            travel: {free-speed: 30 km/h, variability: {gamma: {shape: 8, mean: 1}}}
            dispatch:
              policy: \(pick("fifo", "nearest"))
              offer-deadline: \(pick("60 s", "20 s", "5 s"))
              no-show-wait: \(pick("5 min", "1 min"))
              shift-limit: \(pick("none", "20 min"))
            network: \(pick("{}", "{}", "{delay: {uniform: {from: 0 s, to: 3 s}}}", "{delay: 0.5 s, loss: 5%}"))
            modules: [\(modules.joined(separator: ", "))]
            reservations:
              shortest-lead: \(pick("10 min", "6 min"))
              longest-lead: \(pick("20 min", "2 h"))
              cancel-limit: \(pick("5 min", "6 min"))
              activation: \(pick("5 min", "2 min"))
              apart: \(pick("0 s", "5 min", "10 min"))
              round-pause: \(pick("60 s", "1 s"))
              hold-limit: \(pick("0 s", "3 min"))
            sharing:
              detour: \(pick("1", "1.3", "10"))
              longest-delay: \(pick("10 min", "1 h"))
              pick-up-window: \(pick("0 s", "15 min"))
              cap: \(pick("4", "2", "8"))
              mean-approach: \(pick("5 min", "20 min"))
            drivers:
            \(drivers())
            passengers:
            \(passengers())
            changes:
              - {from: 00:10, until: 00:15, surge: {zones: [1], factor: 3}}
              - {from: 00:12, until: 00:20, rain: {speed: 0.7, demand: 1.5, acceptance: 0.8}}
            """
    }

    private mutating func drivers() -> String {
        """
          - name: steady
            count: \(1 + stream.index(4))
            seats: \(pick("6", "{2: 20%, 4: 60%, 6: 20%}"))
            answer: {reaction: {lognormal: {median: 8 s, sigma: 0.8}}, accept: \(pick("60%", "95%")), refuse: 5%}
            boarding: \(pick("0 s", "30 s"))
            idle: \(pick("stay", "{cruise: {pause: 15 s, radius: 900 m}}", "{return: {zones: equal, pause: 30 s}}"))
            position-interval: \(pick("none", "20 s"))
            bad-reports: 10%
            return-to-service: 90 s
          - name: shifts
            count: \(1 + stream.index(4))
            seats: {4: 80%, 8: 20%}
            shift:
              start: {uniform: {from: 00:00, to: 00:30}}
              length: {uniform: {from: 1 min, to: 25 min}}
              breaks: {after: {exponential: 5 min}, length: 2 min}
            answer: {reaction: {uniform: {from: 0 s, to: 30 s}}, accept: 80%, refuse: 15%}
            idle: {cruise: {pause: 5 s, radius: 1 km}}
        """
    }

    private mutating func passengers() -> String {
        """
          - name: stream
            arrivals: {per-day: \(300 + stream.index(2000))\(pick("", ", people: 8"))}
            travelers: {1: 60%, 2: 20%, 4: 15%, 7: 5%}
            patience: \(pick("none", "{exponential: 3 min}"))
            call-again: \(share(80))
            impatient-calls: \(share(20))
            calls-aboard: \(share(20))
            mistakes: \(share(20))
            log-outs: \(share(30))
            logged-out-for: {exponential: 2 min}
            no-shows: \(share(30))
            client: {web: 30%, gps-radius: {exponential: 30 m}, typing: 5 s, confirming: 3 s}
        \(habits())
          - name: residents
            population: {people: \(1 + stream.index(10)), thinking: {exponential: 4 min}}
            log-outs: \(share(30))
            no-shows: \(share(20))
        \(habits())
          - name: crowd
            trace: [\(rows())]
            no-shows: \(share(20))
        \(hasSharing ? "    sharing: {willing: 100%, choosing: \(pick("5 s", "0 s"))}" : "")
        """
    }

    private mutating func habits() -> String {
        let reserving = """
                reserving:
                  share: \(pick("0%", "30%", "100%"))
                  lead: {uniform: {from: 5 min, to: \(pick("12 min", "40 min"))}}
                  cancel: \(share(40))
                  lateness: \(pick("0 s", "{exponential: 2 min}", "8 min"))
                  patience: \(pick("none", "0 s", "{exponential: 3 min}"))
                  mistakes: \(share(30))
                  views: \(share(50))

            """
        let sharing = """
                sharing:
                  willing: \(pick("0%", "50%", "100%"))
                  accept: \(pick("60%", "100%"))
                  per-minute: \(share(10))
                  per-saving: 0.5
                  choosing: \(pick("0 s", "{exponential: 20 s}", "2 min"))
                  walking-speed: \(pick("1.4 m/s", "0.3 m/s"))
                  lateness: \(pick("0 s", "{exponential: 1 min}"))

            """
        return (hasReservations ? reserving : "") + (hasSharing ? sharing : "")
    }

    /// People of one house who want the same way at the same instant; some have reserved a taxi for one instant.
    private mutating func rows() -> String {
        let count = 2 + stream.index(4)
        let travelers = 1 + stream.index(2)
        var rows = (0..<count).map { _ in "\"00:06:00,1,1,\(travelers),120,,\"" }
        if hasReservations {
            rows += (0..<2).map { _ in "\"00:04:00,1,1,\(travelers),120,,00:1\(stream.index(2) + 4):00\"" }
        }
        return rows.joined(separator: ", ")
    }
}
