// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import Foundation
import TaxiReservations
import TaxiRules
import TaxiService
import TaxiSharing

/// What passengers order.
enum Order: String {
    case calls, shared, reservations
}

/// The real actors behind file stores, with one driver who ponders for ever.
struct KilledService {
    private let loop = CityLoop(start: .seconds(8 * 3600))
    private let log: EventLog
    private let dispatcher: Dispatcher
    private let passengers: Passengers

    init(
        calls: any RecordStore<StoredCall>, reservations: any RecordStore<Reservation>, count: Int32, _ writing: Writing
    ) throws {
        let answered = AnswerCount(goal: count)
        let writers = (writing.writer(loop), writing.writer(loop))
        let book = writing.slow(reservations, answered)
        let log = EventLog(loop, batchSize: 1)
        self.log = log
        dispatcher = Dispatcher(
            loop: loop, log: log,
            layout: GridLayout(
                rows: 1, columns: 2, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45)),
            travel: StraightRouter(freeSpeed: 10, circuity: 1), policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: [TaxiRegistration(seats: 8, licence: 1, plate: 1)], store: writing.slow(calls, answered),
            writer: writers.0)
        let passengers = Passengers(answered)
        self.passengers = passengers
        try dispatcher.onLoop { core in
            core.connect(passengers)
            try core.install(ReservationBook.manifest) { context throws(ModuleAccessDenied) in
                try ReservationBook(context: context, store: book, writer: writers.1)
            }
            try core.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                try RideBoard(context: context, parameters: SharingParameters())
            }
        }
    }

    /// Takes orders until it is killed.
    func serve(_ order: Order) throws {
        func turn(_ messages: [TaxiMessage]) throws {
            loop.runTurn(at: loop.now) { for message in messages { dispatcher.send(message) } }
            // What is written beside the loop is waited for.
            try loop.run(until: loop.now)
            log.flush()
        }
        let home = Place(metresEast: 1000, north: 5000)
        let rank = Place(metresEast: 6000, north: 5000)
        try turn([
            .driver(DriverID(1), .login),
            .driver(DriverID(1), .setStatus(inService: true, place: rank, odometer: .zero)),
        ])
        for number in 1...Int32.max {
            let passenger = PassengerID(number)
            let call = CallForm(client: .mobile, source: .address, radius: .zero, place: home, travelers: 1)
            let away = Place(metresEast: 9000, north: 5000)
            switch order {
            case .calls:
                try turn([
                    .passenger(passenger, .login(client: .mobile)), .passenger(passenger, .prepareCall),
                    .passenger(passenger, .call(form: call)),
                ])
            case .shared:
                // Every second one joins the ride of the one before, the others decline.
                try turn([
                    .passenger(passenger, .login(client: .mobile)), .passenger(passenger, .prepareCall),
                    .passenger(passenger, .shareSearch(form: ShareForm(call: call, destination: away))),
                ])
                if passengers.hasProposals {
                    let isJoiner = number % 2 == 0
                    try turn([
                        isJoiner
                            ? .passenger(passenger, .joinRide(id: SharedRideID(number / 2)))
                            : .passenger(passenger, .declineRides)
                    ])
                }
            case .reservations:
                let form = ReservationForm(
                    origin: EnteredPlace(place: home), destination: EnteredPlace(place: away),
                    pickUp: CivilTime(.seconds(12 * 3600)), travelers: 1, isShared: false)
                try turn([.passenger(passenger, .login(client: .mobile)), .passenger(passenger, .reserve(form: form))])
            }
        }
    }
}

/// All passengers' clients. Used on the loop's thread alone, which is that of the program.
private final class Passengers: PassengerClients, @unchecked Sendable {
    private let answered: AnswerCount
    var hasProposals = false

    init(_ answered: AnswerCount) { self.answered = answered }

    func notify(_ passenger: PassengerID, _ notice: PassengerNotice) {
        switch notice {
        // A joiner is answered by the join itself.
        case .call(.stored(let request)): if !hasProposals { answered.answer(request.number) }
        case .sharing(.joined): answered.answer(passenger.number)
        case .reservation(.stored(let reservation, _)): answered.answer(reservation.number)
        case .sharing(.proposals): hasProposals = true
        case .sharing(.created): hasProposals = false
        default: break
        }
    }
}
