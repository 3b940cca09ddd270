// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Synchronization

/// Where the shared vehicles of a city stand that are free (TRIP-VEHICLE).
package final class VehicleStands: SharedVehicles {
    private struct State {
        var free: [Int32: ParkedVehicle] = [:]
        var grids: [TravelMeans: PlaceGrid] = [:]
        var version: Int64 = 0

        mutating func add(_ vehicle: ParkedVehicle) {
            free[vehicle.number] = vehicle
            grids[vehicle.means, default: PlaceGrid(side: .metres(250))].insert(vehicle.number, at: vehicle.place)
        }
    }

    private let state: Mutex<State>

    /// Puts vehicles where they stand; their numbers differ.
    package init(_ vehicles: [ParkedVehicle]) {
        var state = State()
        for vehicle in vehicles { state.add(vehicle) }
        self.state = Mutex(state)
    }

    package func nearest(_ means: TravelMeans, to place: Place, within limit: Distance) -> ParkedVehicle? {
        state.withLock { state in
            let number = state.grids[means]?.nearest(to: place, within: limit) { state.free[$0]?.place }
            return number.flatMap { state.free[$0] }
        }
    }

    /// Changes whenever a vehicle is taken or left.
    package var version: Int64 { state.withLock { $0.version } }

    /// Takes a vehicle away from where it stands; false when it is no longer free there.
    package func take(_ vehicle: ParkedVehicle) -> Bool {
        state.withLock { state in
            guard state.free[vehicle.number] == vehicle else { return false }
            state.free[vehicle.number] = nil
            state.grids[vehicle.means]?.remove(vehicle.number, at: vehicle.place)
            state.version += 1
            return true
        }
    }

    /// Leaves a vehicle at a place, free.
    package func leave(_ vehicle: ParkedVehicle) {
        state.withLock { state in
            state.add(vehicle)
            state.version += 1
        }
    }
}
