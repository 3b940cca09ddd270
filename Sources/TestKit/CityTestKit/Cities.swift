// SPDX-License-Identifier: GPL-3.0-or-later

/// Scenario texts that several tests run.
package enum Cities {
    /// Four zones with every kind of trouble.
    package static let troubled = """
        cabrank: 1
        name: troubled
        start: 2026-03-04 00:00
        length: 2 h
        city: {grid: {rows: 2, columns: 2, cell: 800 m}}
        travel: {free-speed: 30 km/h, variability: {gamma: {shape: 16, mean: 1}}}
        drivers:
          - name: steady
            count: 10
            seats: {4: 80%, 6: 20%}
            answer: {reaction: {lognormal: {median: 8 s, sigma: 0.8}}, accept: 70%, refuse: 15%}
            boarding: {uniform: {from: 10 s, to: 40 s}}
            idle: {cruise: {pause: 30 s, radius: 900 m}}
            position-interval: 60 s
            bad-reports: 5%
          - name: shifts
            count: 6
            shift:
              start: {uniform: {from: 00:00, to: 01:00}}
              length: 45 min
              breaks: {after: {exponential: 15 min}, length: 5 min}
        passengers:
          - name: stream
            arrivals: {per-day: 1500}
            travelers: {1: 60%, 3: 30%, 5: 10%}
            patience: {exponential: 5 min}
            call-again: 40%
            impatient-calls: 10%
            calls-aboard: 10%
            mistakes: 10%
            log-outs: 20%
            logged-out-for: {exponential: 2 min}
            no-shows: 10%
            client: {web: 30%, gps-radius: {exponential: 25 m}, typing: 15 s, confirming: 3 s}
          - name: residents
            population: {people: 15, thinking: {exponential: 15 min}}
        record: {messages: true}
        """
}
