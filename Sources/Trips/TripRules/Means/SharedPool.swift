// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why a shared vehicle was not booked or taken.
public enum VehicleRefusal: UInt8, EventWord, Error {
    case unknownVehicle
    /// Somebody else holds or uses it.
    case taken
    /// The user holds or uses another one.
    case holdsAnother
    /// The user does not hold it, or not any more.
    case notHeld
}

/// Shared vehicles where they stand (TRIP-VEHICLE; issue 33, decision 10): free, held for somebody for 15 min, or in use. Each
/// stays where its last leg ended.
public struct SharedPool: Sendable {
    /// One vehicle.
    private struct Vehicle {
        var parked: ParkedVehicle
        let provider: TripProviderID
        var user: TripUserID?
        /// Until when it is held; `never` in use.
        var until = CityTime.epoch

        func isFree(at now: CityTime) -> Bool { user == nil || until <= now }
    }

    /// By number, from 1 on.
    private var vehicles: [Vehicle] = []

    /// No vehicles.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { vehicles.isEmpty }

    /// Where a vehicle stands, or stood before it was taken; nil when there is no such vehicle.
    public func place(of number: Int32) -> Place? {
        number > 0 && number <= vehicles.count ? vehicles[Int(number) - 1].parked.place : nil
    }

    /// Puts a vehicle somewhere; its number.
    @discardableResult
    public mutating func add(_ means: TravelMeans, of provider: TripProviderID, at place: Place) -> Int32 {
        let number = Int32(vehicles.count + 1)
        vehicles.append(
            Vehicle(parked: ParkedVehicle(number: number, means: means, place: place), provider: provider))
        return number
    }

    /// The nearest free one of some means and of an allowed provider, straight; of equally near ones that of the preferred
    /// provider, then the lowest number. Costs a look at each.
    public func nearest(
        _ means: TravelMeans, to place: Place, within limit: Distance, preferring providers: [TripProviderID] = [],
        at now: CityTime
    ) -> ParkedVehicle? {
        let near = vehicles.filter {
            $0.parked.means == means && $0.isFree(at: now) && $0.parked.place.distance(to: place) <= limit
        }
        func key(_ vehicle: Vehicle) -> (Distance, Int, Int32) {
            (
                vehicle.parked.place.distance(to: place),
                providers.firstIndex(of: vehicle.provider) ?? providers.count, vehicle.parked.number
            )
        }
        return near.min { key($0) < key($1) }?.parked
    }

    /// Books a vehicle for who sets out now; it is held up to, and not at, the end of the holding time.
    public mutating func book(
        _ number: Int32, for user: TripUserID, _ parameters: PlanParameters, at now: CityTime
    ) throws(VehicleRefusal) {
        let index = try index(of: number)
        let others = vehicles.indices.filter {
            $0 != index && vehicles[$0].user == user && !vehicles[$0].isFree(at: now)
        }
        guard others.isEmpty else { throw .holdsAnother }
        guard vehicles[index].isFree(at: now) || vehicles[index].user == user && vehicles[index].until < .never else {
            throw .taken
        }
        (vehicles[index].user, vehicles[index].until) = (user, now + parameters.holding)
    }

    /// Takes the vehicle that the user has booked.
    public mutating func take(_ number: Int32, by user: TripUserID, at now: CityTime) throws(VehicleRefusal) {
        let index = try index(of: number)
        guard vehicles[index].user == user, !vehicles[index].isFree(at: now) else { throw .notHeld }
        vehicles[index].until = .never
    }

    /// Leaves it where the leg ends, or gives up a booking.
    public mutating func leave(
        _ number: Int32, by user: TripUserID, at place: Place? = nil, _ now: CityTime
    ) throws(VehicleRefusal) {
        let index = try index(of: number)
        guard vehicles[index].user == user, !vehicles[index].isFree(at: now) else { throw .notHeld }
        vehicles[index].user = nil
        let old = vehicles[index].parked
        vehicles[index].parked = ParkedVehicle(number: old.number, means: old.means, place: place ?? old.place)
    }

    private func index(of number: Int32) throws(VehicleRefusal) -> Int {
        guard number > 0, number <= vehicles.count else { throw .unknownVehicle }
        return Int(number) - 1
    }
}
