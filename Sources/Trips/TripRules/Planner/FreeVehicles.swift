// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The shared vehicles that stand free at an instant, as one user's plan sees them: of equally near ones those of a preferred provider
/// (TRIP-VEHICLE; issue 33, decision 1).
final class FreeVehicles: SharedVehicles {
    private let pool: SharedPool
    private let providers: [TripProviderID]
    private let now: CityTime

    init(_ pool: SharedPool, preferring providers: [TripProviderID], at now: CityTime) {
        (self.pool, self.providers, self.now) = (pool, providers, now)
    }

    func nearest(_ means: TravelMeans, to place: Place, within limit: Distance) -> ParkedVehicle? {
        pool.nearest(means, to: place, within: limit, preferring: providers, at: now)
    }
}
