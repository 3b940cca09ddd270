// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
public import TaxiRules
public import TaxiService

extension ReservationBook: TaxiModule {
    /// What the module declares.
    nonisolated public var manifest: ModuleManifest { Self.manifest }

    /// Takes a client's message; true when it is about reservations.
    nonisolated public func receive(_ message: PassengerMessage, from passenger: PassengerID) -> Bool {
        onLoop { $0.take(message, from: passenger) }
    }

    /// Something happened to a request that a module placed.
    nonisolated public func requestChanged(_ request: RequestID, _ change: RequestChange) {
        onLoop { $0.take(change, of: request) }
    }

    /// A passenger's ride or request has ended: what was held for it is activated (TAXI-RESV-22).
    nonisolated public func passengerFree(_ passenger: PassengerID) {
        onLoop { $0.free(passenger) }
    }

    /// The run is over: every open reservation ends.
    nonisolated public func close() {
        onLoop { $0.end() }
    }
}

extension ReservationBook: ReservationPort {
    /// Whether the passenger holds no reservation less than 60 min from this pick-up time (DEC-ONE-PER-HOUR).
    nonisolated public func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool {
        onLoop { $0.rules.admits(passenger, pickUp: pickUp) }
    }

    /// Takes a form as `PassengerMessage.reserve` does.
    nonisolated public func reserve(_ passenger: PassengerID, _ form: ReservationForm) {
        onLoop { $0.take(form, of: passenger) }
    }

    /// The first rule that the form breaks now; nil when it is right. Nothing is stored, and nobody is notified.
    nonisolated public func refusal(
        of form: ReservationForm, by passenger: PassengerID
    ) -> ReservationRefusal? {
        onLoop { $0.judge(form, of: passenger) }
    }

    /// A passenger joined a shared reservation: it counts as one of the own from now on.
    nonisolated public func joined(_ passenger: PassengerID, _ reservation: ReservationID) {
        onLoop { $0.add(passenger, to: reservation) }
    }

    /// Every reservation of the passenger that is not a request yet ends, also in its last 2 h (DEC-ACCOUNT-DELETE).
    nonisolated public func cancelAll(of passenger: PassengerID) {
        onLoop { $0.endAll(of: passenger) }
    }

    /// Whether the reservation can be cancelled now (TAXI-RESV-17).
    nonisolated public func isCancellable(_ reservation: ReservationID) -> Bool {
        onLoop { $0.rules.isCancellable(reservation, at: $0.loop.now) }
    }

    /// How many reservations of the passenger are not requests yet.
    nonisolated public func openCount(of passenger: PassengerID) -> Int {
        onLoop { $0.rules.waiting(of: passenger).count }
    }
}
