// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import ScenarioLanguage
import TaxiReservations
import TaxiRules
import TaxiSharing

extension ServiceKey {
    /// The keys of the taxi service, which is in every city.
    package static let taxi = ServiceKey(
        ofEveryCity: TaxiMessage.service,
        kinds: MessageType.allOfTaxi.filter { !MessageType.ofAccounts.contains($0) }, .taxi,
        words: .taxi, reading: .taxi)
}

extension Scenario {
    fileprivate static let taxiFields: [ServiceField<Scenario>] = [
        ServiceField(
            Field("dispatch", \.dispatch, DispatchSection.section.format, "Parameters of the taxi rules."),
            behind: "travel"),
        ServiceField(
            Field(
                "modules", \.modules, .modules,
                "Optional services that are on: `reservations`, `sharing`. Without the modules that it needs, a module is refused (API-10)."
            ), behind: "dispatch"),
        ServiceField(
            Field(
                "reservations", \.reservations, ReservationParameters.section.format,
                "Parameters of the module `reservations`."), behind: "modules"),
        ServiceField(
            Field("sharing", \.sharing, SharingParameters.section.format, "Parameters of the module `sharing`."),
            behind: "reservations"),
        ServiceField(
            Field(
                oneOf: "fares", \.fares, Fares.section.format,
                "What rides cost. Without it nothing is told of money (article Real fleets)."), behind: "sharing"),
        ServiceField(
            Field(oneOf: "costs", \.costs, DrivingCosts.section.format, "What driving costs; with `fares`."),
            behind: "fares"),
        ServiceField(
            Field("drivers", \.drivers, DriverGroup.section.format.list(0...1000, of: "groups"), "Groups of drivers."),
            behind: "accounts"),
        ServiceField(
            Field(
                "passengers", \.passengers, PassengerGroup.section.format.list(0...1000, of: "groups"),
                "Groups of passengers."), behind: "drivers"),
        ServiceField(
            Field(
                "fleet", \.fleet, FleetSection.section.format, "The number of all drivers together.",
                isWritten: { _ in false }), behind: "passengers"),
    ]
}

extension ServiceFields {
    fileprivate static let taxi: ServiceFields = {
        var fields = ServiceFields(Scenario.taxiFields)
        fields.travel = TravelSection.taxiFields
        fields.accounts = AccountsSection.taxiFields
        fields.registrants = Registrants.taxiFields
        return fields
    }()
}

extension ServiceWords {
    fileprivate static let taxi: ServiceWords = {
        var words = ServiceWords()
        words.messages = [
            .prepareCall: "Opening the form of a call.",
            .call: "Calls for a taxi.",
            .arrivalPoll: "Polls for the arrival of the taxi.",
            .abandon: "Calls given up.",
            .status: "Drivers going in or out of service.",
            .position: "Position reports.",
            .offerShown: "Reports that a phone shows an offer.",
            .offerAnswer: "Drivers' answers to offers.",
            .boarding: "Boarding, or nobody at the meeting point.",
            .rideEnd: "Ends of rides.",
            .reservation: "Reservations.",
            .reservationChange: "Cancelling and viewing reservations.",
            .shareSearch: "Searches for shared rides.",
            .shareChoice: "Joining and declining shared rides, and drivers' views of them.",
        ]
        words.mistakes = [
            .duplicateLicence: "The licence of another driver (ACCOUNT-REG-05).",
            .duplicatePlate: "The plate of another driver (ACCOUNT-REG-05).",
            .licenceNotValid: "An expired licence (ACCOUNT-REG-15).",
            .badLicence: "A licence number that is not above 0 (INV-DriverMandatoryData).",
            .badSeats: "No seats (INV-DriverMandatoryData).",
        ]
        words.senders = [(.passengers, "are logged in and poll for an arrival")]
        words.people = [("drivers", "Drivers in service."), ("passengers", "Passengers with a client.")]
        words.examples = ["drivers.cabs.count=80", "drivers.0.count=80"]
        return words
    }()
}

extension ServiceReading {
    fileprivate static let taxi: ServiceReading = {
        var reading = ServiceReading()
        // A copy of the sections is changed: each look through the scenario copies all groups.
        reading.spend = { scenario, reading in
            var taxi = scenario.taxi
            guard taxi.fleet.drivers != nil else { return }
            taxi.spendFleet(reading)
            scenario.taxi = taxi
        }
        reading.scale = { scenario, factor, reading in
            var taxi = scenario.taxi
            guard !taxi.passengers.isEmpty else { return }
            taxi.scaleDemand(by: factor, reading)
            scenario.taxi = taxi
        }
        reading.check = { $0.checkTaxis() }
        reading.checkRejected = { check, failed in
            // So that the rows of a trace are reported in one round.
            if failed.isDisjoint(with: ["start", "reservations"]) { check.checkReservations() }
        }
        reading.keep = { reading in
            let rows = reading.mentions(of: TraceLocations.self).map(\.subject.rows)
            return rows.isEmpty ? nil : rows
        }
        return reading
    }()
}
