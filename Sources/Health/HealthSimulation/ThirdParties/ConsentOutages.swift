// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import HealthService

/// Brings outages to a data side that keeps consents for another service and no batches, because nobody asks for any: it is down with the
/// service (AVAIL-08), and learns nothing of people who wear a device.
final class ConsentOutages: BatchReceiver {
    private let broker: DataBroker

    init(_ broker: DataBroker) { self.broker = broker }

    func registered(_ wearer: WearerID, _ data: PersonalData) {}
    func changed(_ wearer: WearerID, _ data: PersonalData) {}
    func left(_ wearer: WearerID) {}
    func take(_ batch: HealthBatch) {}
    func handled(until time: CityTime) {}
    func service(isUp: Bool) { broker.service(isUp: isUp) }
}
