// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
import CityMap
import CityModel
import Foundation
import Journeys
import RecordStores
import TripRules
import TripService

/// What a user asks of the planner.
enum TripOrder: String {
    /// Enters an event an hour.
    case events
    /// Enters an event, and moves it by half an hour.
    case edits
    /// Enters an event, and deletes it.
    case deletions
    /// Allows a longer way on foot.
    case preferences
    /// Opens the app for the first time.
    case users
}

/// The real actors of the planner behind encrypted files.
struct KilledTrips {
    private let loop = CityLoop(start: .seconds(8 * 3600))
    private let log: EventLog
    private let service: PlannerService
    private let devices: DeviceRegistry
    private let phones: Phones

    init(folder: String, count: Int32, _ writing: Writing, _ order: TripOrder) throws {
        let answered = AnswerCount(goal: count)
        let log = EventLog(loop, batchSize: 1)
        self.log = log
        guard let key = RecordKey(digits: KilledStore.key) else { preconditionFailure("a key of 64 digits") }
        let files = try TripFiles(folder: folder, key: key)
        service = PlannerService(
            loop: loop, log: log, journeys: CityJourneys(router: StraightRouter(freeSpeed: 10, circuity: 1)),
            shelves: TripShelves(
                users: writing.slow(files.shelves.users, answered),
                appointments: writing.slow(files.shelves.appointments, answered)), writer: writing.writer(loop))
        devices = DeviceRegistry(
            loop: loop, log: log, book: files.devices, key: files.key,
            numbering: PersonNumbering(.tripUser, above: LiveTrips.devicesAbove),
            tokens: SecretTokens(KeyedSecrets(key: [2])), writer: writing.writer(loop))
        let phones = Phones(answered, order)
        self.phones = phones
        service.onLoop { $0.connect(phones) }
        devices.onLoop { $0.connect(NoGateway(), clients: phones) }
    }

    /// Takes orders until it is killed.
    func serve() throws {
        let order = phones.order
        /// What is written beside the loop is waited for.
        func turn(_ body: () -> Void) throws {
            loop.runTurn(at: loop.now, body)
            try loop.run(until: loop.now)
            log.flush()
        }
        let user = TripUserID(1)
        func say(_ message: DeviceMessage, of user: TripUserID) throws {
            let envelope = Envelope(
                TripMessage.device(user, TripDeviceID(1), message), from: Connection(.tripUser(user)))
            try turn { service.serve(envelope, session: nil) }
        }
        func form(_ number: Int32, minutes: Int = 0) -> AppointmentForm {
            let start = CityTime.seconds(86_400) + .hours(Int(number)) + .minutes(minutes)
            return AppointmentForm("event \(number)", .standard(from: start, until: start + .minutes(20)))
        }
        if order != .users { try say(.open, of: user) }
        for number in 1...Int32.max {
            // Of an order with two changes the second is answered.
            let serial = 2 * number
            switch order {
            case .events: try say(.change(serial: serial, .add(form(number))), of: user)
            case .edits:
                try say(.change(serial: serial - 1, .add(form(number))), of: user)
                try say(
                    .change(serial: serial, .edit(.added(serial - 1), form(number, minutes: 30))), of: user)
            case .deletions:
                try say(.change(serial: serial - 1, .add(form(number))), of: user)
                try say(.change(serial: serial, .delete(.added(serial - 1))), of: user)
            case .preferences:
                try say(.change(serial: serial, .prefer(.walkLimit(.metres(Int(number))))), of: user)
            case .users:
                let envelope = Envelope(
                    DeviceSessionMessage.open(identifier: "cloud-\(number)"), from: .visitor(number))
                try turn { devices.serve(envelope, session: nil) }
                try say(.open, of: TripUserID(number))
            }
        }
    }
}

/// All phones.
private final class Phones: TripClients, DeviceClients {
    let order: TripOrder
    private let answered: AnswerCount

    init(_ answered: AnswerCount, _ order: TripOrder) { (self.answered, self.order) = (answered, order) }

    func notify(_ user: TripUserID, _ notice: TripNotice) {
        switch (order, notice) {
        case (.events, .changed(_, let serial, _)), (.preferences, .changed(_, let serial, _)):
            answered.answer(serial / 2)
        case (.edits, .changed(_, let serial, _)), (.deletions, .changed(_, let serial, _)):
            if serial.isMultiple(of: 2) { answered.answer(serial / 2) }
        case (.users, .opened): answered.answer(user.number)
        default: break
        }
    }

    func notify(_ connection: Connection, _ answer: DeviceAnswer) {}
}
