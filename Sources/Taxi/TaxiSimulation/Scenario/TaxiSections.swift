// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
package import TaxiReservations
import TaxiRules
package import TaxiSharing

/// What a scenario says of the taxi service.
package struct TaxiSections: Sendable {
    /// Parameters of the taxi rules.
    package var dispatch = DispatchSection()
    /// Modules that are on; the others refuse their messages (API-10).
    package var modules: [ModuleName] = []
    /// Parameters of the reservation module, but for those that it has in common with `dispatch`.
    package var reservations = ReservationParameters()
    /// Parameters of the sharing module.
    package var sharing = SharingParameters()
    /// Groups of drivers, in file order. Driver numbers count through the groups from 1.
    package var drivers: [DriverGroup] = []
    /// Groups of passengers, in file order.
    package var passengers: [PassengerGroup] = []
    var fleet = FleetSection()
    /// What rides cost; nil when nothing is told of money.
    var fares: Fares?
    /// What driving costs; nil for nothing.
    var costs: DrivingCosts?

    /// As in a file without any of the keys.
    package init() {}
}

extension Scenario {
    /// What it says of the taxi service.
    package var taxi: TaxiSections {
        get { services[TaxiMessage.service] as? TaxiSections ?? TaxiSections() }
        set { services[TaxiMessage.service] = newValue }
    }

    /// Parameters of the taxi rules.
    package var dispatch: DispatchSection {
        get { taxi.dispatch }
        set { taxi.dispatch = newValue }
    }

    /// Modules of the taxi service that are on.
    package var modules: [ModuleName] {
        get { taxi.modules }
        set { taxi.modules = newValue }
    }

    /// Parameters of the reservation module, but for those that it has in common with `dispatch`.
    package var reservations: ReservationParameters {
        get { taxi.reservations }
        set { taxi.reservations = newValue }
    }

    /// Parameters of the sharing module.
    package var sharing: SharingParameters {
        get { taxi.sharing }
        set { taxi.sharing = newValue }
    }

    /// Groups of drivers, in file order.
    package var drivers: [DriverGroup] {
        get { taxi.drivers }
        set { taxi.drivers = newValue }
    }

    /// Groups of passengers, in file order.
    package var passengers: [PassengerGroup] {
        get { taxi.passengers }
        set { taxi.passengers = newValue }
    }

    var fleet: FleetSection {
        get { taxi.fleet }
        set { taxi.fleet = newValue }
    }

    /// Whether the file gives keys of other services.
    var hasOtherServices: Bool { services.keys.contains { $0 != TaxiMessage.service } }

    /// Whether there are taxis, or no other service: a city of another service alone reports nothing of taxis.
    package var isAboutTaxis: Bool { !hasOtherServices || !drivers.isEmpty }

    /// Whether it is one of recorded trips, as `cabrank import` writes it and `cabrank fit` fits it: calls from a table, taxis by a curve.
    package var isOfRecordedTrips: Bool {
        let hasTable = passengers.contains {
            switch $0.demand {
            case .table: true
            case .arrivals, .population, .trace: false
            }
        }
        return hasTable && drivers.contains { $0.onDuty != nil }
    }
}
