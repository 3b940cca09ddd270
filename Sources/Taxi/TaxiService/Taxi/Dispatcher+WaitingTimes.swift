// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import TaxiRules

/// How long a taxi takes to come, for services that plan with taxis.
extension Dispatcher: WaitingTimes {
    /// The mean wait of the last hour's calls in the zone of a place; of the city where they were few, 5 min without any.
    nonisolated public func recentWait(at place: Place) -> TimeSpan {
        onLoop { $0.rules.recentWait(in: $0.layout.zone(at: place), at: $0.loop.now) }
    }
}
