// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// Fares of rides, gathered from their begins and ends; there is one where the scenario has fares. A ride counts when it ends after
/// the warm-up, whole, as in `rides.ended`. Memory follows rides under way, drivers, hours and zones.
struct MoneyFold {
    /// A ride under way.
    struct Ride {
        var zone = ZoneID(0)
        var began = CityTime.epoch
        /// In millimetres.
        var odometer = Int64(0)
    }

    /// Rides that ended, and their fares in hundredths.
    struct Sum {
        private(set) var rides = 0
        private(set) var fares = Int64(0)

        mutating func add(_ fare: Int64) {
            rides += 1
            fares += fare
        }

        /// The mean fare in hundredths; nil without a ride.
        var mean: Double? { rides > 0 ? Double(fares) / Double(rides) : nil }
    }

    let tariff: Tariff
    /// Called rides by request, those from the street by passenger.
    private var called = OpenTable(blank: Ride()), hailed = OpenTable(blank: Ride())
    private(set) var all = Sum()
    /// By the number of the driver, by the hour of the run in which the ride ended, and by the zone where it began.
    private(set) var drivers: [Sum] = [], hours: [Sum] = [], zones: [ZoneID: Sum] = [:]

    init(_ tariff: Tariff) { self.tariff = tariff }

    mutating func begin(_ ride: Ride, of request: RequestID) { called.open(request.number, ride) }
    mutating func begin(_ ride: Ride, of passenger: PassengerID) { hailed.open(passenger.number, ride) }
    mutating func end(_ request: RequestID) -> Ride? { called.close(request.number) }
    mutating func end(_ passenger: PassengerID) -> Ride? { hailed.close(passenger.number) }

    /// The fare of a ride that counts and ends now, with this reading of the odometer.
    mutating func pay(_ ride: Ride, to driver: Int, in hour: Int, at now: CityTime, _ odometer: Distance) {
        let fare = tariff.fare(
            from: ride.zone, at: ride.began, lasting: now - ride.began,
            millimetres: odometer.millimetres - ride.odometer)
        while drivers.count <= driver { drivers.append(Sum()) }
        while hours.count <= hour { hours.append(Sum()) }
        all.add(fare)
        drivers[driver].add(fare)
        hours[hour].add(fare)
        zones[ride.zone, default: Sum()].add(fare)
    }
}

extension TaxiFold {
    /// A called ride begins.
    mutating func meter(_ request: RequestID, _ odometer: Distance) {
        guard money != nil, let slot = requests.index(of: request.number) else { return }
        let zone = zones[Int(requests[slot].zone)].id
        money?.begin(MoneyFold.Ride(zone: zone, began: now, odometer: odometer.millimetres), of: request)
    }

    /// A ride from the street begins.
    mutating func meter(_ passenger: PassengerID, from zone: ZoneID, _ odometer: Distance) {
        money?.begin(MoneyFold.Ride(zone: zone, began: now, odometer: odometer.millimetres), of: passenger)
    }

    /// A ride ends.
    mutating func pay(_ ride: MoneyFold.Ride?, to driver: DriverID, _ odometer: Distance) {
        guard let ride, isMeasured else { return }
        let (index, hour) = (reach(driver), self.hour)
        money?.pay(ride, to: index, in: hour, at: now, odometer)
    }

    /// What a driver took in and spent; nil without fares.
    func money(of index: Int) -> DriverMoney? {
        guard let money else { return nil }
        let (driver, way) = (drivers[index], drivers[index].distances)
        let service = driver.nanoseconds[1] + driver.nanoseconds[2] + driver.nanoseconds[3]
        return DriverMoney(
            fares: index < money.drivers.count ? money.drivers[index].fares : 0,
            costs: money.tariff.cost(millimetres: way.toPickUp + way.withPassenger + way.other),
            hours: Double(service) / 3.6e12)
    }

    /// The rides that ended in an hour of the run; nil without fares.
    func money(ofHour index: Int) -> MoneyFold.Sum? {
        money.map { index < $0.hours.count ? $0.hours[index] : MoneyFold.Sum() }
    }
}
