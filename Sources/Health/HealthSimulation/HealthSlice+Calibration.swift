// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import HealthRules

extension HealthSlice {
    /// Eight hours of organisations that ask all the time, and of people who answer and change what they set, with habits made up so
    /// that no kind of message is rare. Batches come seldom: they are none of what is measured, but reads return them.
    package func calibration(people: Int) -> SliceCalibration? {
        SliceCalibration(
            kinds: Self.kinds,
            scenario: """
                cabrank: 1
                name: calibration
                start: 2026-03-07 08:00
                length: 8 h
                warm-up: 30 min
                seed: 1
                city: {grid: {rows: 4, columns: 5, cell: 2 km}}
                health:
                  smallest-group: \(max(2, people / 4))
                  groups: {requests-a-day: 1000000, intervals-a-day: 1000000}
                  wearers:
                    - name: folk
                      people: \(max(10, people))
                      every: 10 min
                      worn-for: 24 h
                      values: [{parameter: heart-rate, mean: 72}]
                      switches: 6
                      joins-over: 6 h
                      moves-house: 100
                  consent: {answered: 95%, agreed: 70%, delay: {exponential: 10 min}, withdrawals: 1000}
                  third-parties:
                    - name: institutes
                      count: 10
                      requests: 300
                      repeats: 10%
                      mistypes: 5%
                      group-requests: 200
                      group-subscriptions: 3
                      interval: 15 min
                record: {messages: true, level: error}

                """
        ) { input in
            if let heard = input as? HeardMessage { return heard.message.kind }
            guard case .wearer(_, let wish) = input as? HealthMessage, wish.isSetInApp else { return nil }
            return .healthRequest
        }
    }
}

extension WearerWish {
    /// Whether it passes the gateway of a city that has one.
    fileprivate var isSetInApp: Bool {
        switch self {
        case .permit, .link, .setSOS: true
        case .logIn, .logOut, .callHelpLine, .change, .leave: false
        }
    }
}
