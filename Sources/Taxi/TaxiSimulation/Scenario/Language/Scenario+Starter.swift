// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySlices

extension Scenario {
    /// A commented first scenario for `cabrank new`. The name must be a scenario name; see `isName`.
    package static func starter(name: String) -> String {
        """
        # A scenario of Cabrank. Every time, length and speed carries its unit.
        #
        #   cabrank validate \(name).yaml
        #   cabrank run \(name).yaml

        cabrank: \(languageVersion)                    # version of the scenario language
        name: \(name)
        title: My first city

        start: 2026-03-04 06:00       # the first instant, in the city's local time
        length: 4 h
        warm-up: 30 min               # left out of the statistics
        seed: 1                       # same file, same seed, same report

        city:
          # Your own map: zones: my-zones.geojson, with number: and name: for the properties of the polygons.
          grid:
            rows: 2
            columns: 2
            cell: 2 km

        travel:
          circuity: 1.3               # driven distance / straight distance
          free-speed: 30 km/h
          traffic: {07:00-10:00: 0.8} # factor on the speed at these hours

        dispatch:
          policy: fifo                # or: nearest
          offer-deadline: 60 s        # time to answer an offer

        # modules: [reservations, sharing]   # with `reserving:` and `sharing:` habits in the groups of passengers

        drivers:
          - name: cabs
            count: 40
            seats: {4: 80%, 6: 20%}
            start: area               # or: equal, {1: 70%, 2: 30%}, {file: ..., zone: ..., weight: ...}
            # shift:                  # without it drivers work for the whole run
            #   start: {normal: {mean: 06:30, sd: 30 min}}
            #   length: 8 h
            answer:
              reaction: {lognormal: {median: 8 s, sigma: 0.8}}
              accept: 85%
              refuse: 10%             # the rest do not answer
            boarding: {uniform: {from: 20 s, to: 60 s}}
            position-interval: 60 s

        passengers:
          - name: callers
            arrivals:                 # or: population: {people: ..., thinking: ...}, or: trace: calls.csv
              per-day: 1500
            travelers: {1: 60%, 2: 25%, 3: 10%, 4: 5%}
            origin: area
            destination: {gravity: {weights: area, scale: 2 km}}
            # reserving: {share: 30%, lead: {uniform: {from: 2 h, to: 48 h}}}
            # sharing: {willing: 20%}

        # changes:
        #   - from: 07:00
        #     until: 08:00
        #     rain: {speed: 0.85, demand: 1.3, acceptance: 0.95}

        record:
          level: info
          events: true

        """
    }
}
