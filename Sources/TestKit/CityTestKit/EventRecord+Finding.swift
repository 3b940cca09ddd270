// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
package import TaxiRules

extension [EventRecord] {
    /// What a closure finds in the facts of the taxi service, with the time of each find in seconds.
    package func found<Found>(_ body: (TaxiEvent) -> Found?) -> [(time: Double, found: Found)] {
        compactMap { record in record.taxi.flatMap(body).map { (record.time.inSeconds, $0) } }
    }

    /// The times of the facts of the taxi service that a closure picks, in seconds.
    package func times(_ body: (TaxiEvent) -> Bool) -> [Double] {
        filter { $0.taxi.map(body) ?? false }.map(\.time.inSeconds)
    }

    /// The facts of the reservation module, with their times in seconds.
    package var reservations: [(time: Double, event: ReservationEvent)] {
        compactMap { record in record.reservation.map { (record.time.inSeconds, $0) } }
    }

    /// The facts of the sharing module, with their times in seconds.
    package var sharings: [(time: Double, event: SharingEvent)] {
        compactMap { record in record.sharing.map { (record.time.inSeconds, $0) } }
    }

    /// The facts of the taxi service at one instant.
    package func at(_ seconds: Double) -> [TaxiEvent] {
        filter { $0.time == .seconds(seconds) }.compactMap(\.taxi)
    }
}
