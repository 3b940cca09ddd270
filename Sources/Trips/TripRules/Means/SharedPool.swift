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

/// What a provider says of one of its vehicles: where it stands, and whether anybody may take it (TRIP-VEHICLE).
public struct VehicleStock: Hashable, Codable, Sendable {
    /// The vehicle where it stands, or stood before it was taken.
    public let vehicle: ParkedVehicle
    /// Whose it is.
    public let provider: TripProviderID
    /// Whether it is free.
    public let isFree: Bool

    /// Takes all of it.
    public init(_ vehicle: ParkedVehicle, of provider: TripProviderID, isFree: Bool) {
        (self.vehicle, self.provider, self.isFree) = (vehicle, provider, isFree)
    }
}

/// Shared vehicles where they stand (TRIP-VEHICLE; issue 33, decision 10): free, held for somebody for 15 min, or in use. Each
/// stays where its last leg ended. A provider whose vehicles are not booked here says what has become of them.
public struct SharedPool: Sendable {
    /// One vehicle.
    private struct Vehicle {
        var parked: ParkedVehicle
        let provider: TripProviderID
        /// Whether the provider says that it may be taken.
        var isOffered = true
        var user: TripUserID?
        /// Until when it is held; `never` in use.
        var until = CityTime.epoch

        func isFree(at now: CityTime) -> Bool { isOffered && (user == nil || until <= now) }
        func isHeld(by other: TripUserID, at now: CityTime) -> Bool { user == other && until > now }
    }

    private var vehicles: [Int32: Vehicle] = [:]
    private var grids: [TravelMeans: PlaceGrid] = [:]

    /// No vehicles.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { vehicles.isEmpty }

    /// Where a vehicle stands, or stood before it was taken; nil when there is no such vehicle.
    public func place(of number: Int32) -> Place? { vehicles[number]?.parked.place }

    /// Puts a vehicle somewhere, free; its number, one more than that of the last.
    @discardableResult
    public mutating func add(_ means: TravelMeans, of provider: TripProviderID, at place: Place) -> Int32 {
        let number = Int32(vehicles.count + 1)
        tell(VehicleStock(ParkedVehicle(number: number, means: means, place: place), of: provider, isFree: true))
        return number
    }

    /// Takes over what a provider says of a vehicle; whether one that was free is not any more.
    @discardableResult
    public mutating func tell(_ stock: VehicleStock) -> Bool {
        let new = stock.vehicle
        let old = vehicles[new.number]
        if let old { grids[old.parked.means]?.remove(new.number, at: old.parked.place) }
        var vehicle = Vehicle(parked: new, provider: stock.provider, isOffered: stock.isFree)
        if let old, !stock.isFree { (vehicle.user, vehicle.until) = (old.user, old.until) }
        vehicles[new.number] = vehicle
        grids[new.means, default: PlaceGrid(side: .metres(250))].insert(new.number, at: new.place)
        return old?.isOffered == true && !stock.isFree
    }

    /// The nearest free one of some means and of an allowed provider, straight; of equally near ones that of the preferred
    /// provider, then the lowest number.
    public func nearest(
        _ means: TravelMeans, to place: Place, within limit: Distance, preferring providers: [TripProviderID] = [],
        at now: CityTime
    ) -> ParkedVehicle? {
        let number = grids[means]?.nearest(to: place, within: limit) { number in
            vehicles[number].flatMap { providers.firstIndex(of: $0.provider) } ?? providers.count
        } placeOf: { number in
            vehicles[number].flatMap { $0.isFree(at: now) ? $0.parked.place : nil }
        }
        return number.flatMap { vehicles[$0]?.parked }
    }

    /// Books a vehicle for who sets out now; it is held up to, and not at, the end of the holding time. Costs a look at each.
    public mutating func book(
        _ number: Int32, for user: TripUserID, _ parameters: PlanParameters, at now: CityTime
    ) throws(VehicleRefusal) {
        let vehicle = try vehicle(number)
        guard !vehicles.contains(where: { $0 != number && $1.isHeld(by: user, at: now) }) else { throw .holdsAnother }
        guard vehicle.isFree(at: now) || vehicle.isHeld(by: user, at: now) && vehicle.until < .never else {
            throw .taken
        }
        vehicles[number]?.user = user
        vehicles[number]?.until = now + parameters.holding
    }

    /// Takes the vehicle that the user has booked.
    public mutating func take(_ number: Int32, by user: TripUserID, at now: CityTime) throws(VehicleRefusal) {
        guard try vehicle(number).isHeld(by: user, at: now) else { throw .notHeld }
        vehicles[number]?.until = .never
    }

    /// Leaves it where the leg ends, or gives up a booking.
    public mutating func leave(
        _ number: Int32, by user: TripUserID, at place: Place? = nil, _ now: CityTime
    ) throws(VehicleRefusal) {
        let vehicle = try vehicle(number)
        guard vehicle.isHeld(by: user, at: now) else { throw .notHeld }
        let old = vehicle.parked
        vehicles[number]?.user = nil
        guard let place, place != old.place else { return }
        grids[old.means]?.remove(number, at: old.place)
        grids[old.means]?.insert(number, at: place)
        vehicles[number]?.parked = ParkedVehicle(number: number, means: old.means, place: place)
    }

    private func vehicle(_ number: Int32) throws(VehicleRefusal) -> Vehicle {
        guard let vehicle = vehicles[number] else { throw .unknownVehicle }
        return vehicle
    }
}
