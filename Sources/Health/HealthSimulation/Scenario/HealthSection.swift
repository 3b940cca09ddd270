// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// What stands under `health` in a scenario.
struct HealthSection: Sendable {
    /// The numbers of the rules.
    var rules = HealthParameters()
    /// From the SOS to whoever sends ambulances, in seconds: a text message.
    var textDelay = Distribution.constant(1)
    /// Crashes of the service.
    var failures = ServiceFailures()
    /// Whether batches are stored for those who may read them, and the numbers of the data side.
    var keepsData = false
    var data = DataParameters()
    /// Groups of people who wear a device.
    var wearers: [WearerGroup] = []
    /// Organisations that ask for data, and how people answer them.
    var thirdParties: [ThirdPartyGroup] = []
    var consent = ConsentHabit()

    /// How many people there are.
    var peopleCount: Int { wearers.reduce(0) { $0 + $1.people } }

    /// How many organisations there are.
    var partyCount: Int { thirdParties.reduce(0) { $0 + $1.count } }

    /// Whether there is a data side: somebody may ask for what is stored.
    var hasData: Bool { keepsData || !thirdParties.isEmpty }

    /// Batches a day of everybody, while nothing goes wrong.
    var batchesADay: Double {
        wearers.reduce(0) { sum, group in
            let worn = min(86_400, max(0, group.wornFor.mean))
            return sum + Double(group.people) * worn / max(0.1, group.every.inSeconds)
        }
    }

    /// With so many times the people.
    func scaled(by factor: Double) -> HealthSection {
        var section = self
        for index in section.wearers.indices {
            section.wearers[index].people = max(1, Int((Double(section.wearers[index].people) * factor).rounded()))
        }
        return section
    }
}

/// When the service crashes, and how long it takes the system manager to restart it (AVAIL-08).
struct ServiceFailures: Sendable {
    /// At these instants.
    var times: [CityTime] = []
    /// And at random: so many a week.
    var perWeek = 0.0
    /// Until the restart, in seconds.
    var repair = Distribution.constant(900)
}
