// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop
import CityModel
import Foundation
import RecordStores
import StoreRules
import StoreService

/// What people ask of the stores.
enum StoreOrder: String {
    /// Everybody joins the queue of a store that is full.
    case tickets
    /// Everybody books.
    case bookings
    /// Everybody joins and goes in.
    case entries
    /// Everybody joins, goes in and out.
    case exits
    /// Everybody books and cancels.
    case cancellations
    /// Everybody marks a favourite.
    case wishes
    /// Everybody opens an account.
    case accounts
}

/// The real actors of the stores behind encrypted files, with one store of 1,000 places of each kind.
struct KilledStore {
    /// The key of the files.
    static let key = String(repeating: "5", count: 64)

    private let loop = CityLoop(start: .seconds(8 * 3600))
    private let log: EventLog
    private let service: StoreService
    private let phones: PhoneRegistry
    private let people: People

    init(folder: String, count: Int32, _ writing: Writing) throws {
        let answered = AnswerCount(goal: count)
        let log = EventLog(loop, batchSize: 1)
        self.log = log
        let files = try StoreFiles(folder: folder, key: RecordKey(digits: Self.key))
        let shelves = StoreShelves(
            stores: writing.slow(files.shelves.stores, answered), passes: writing.slow(files.shelves.passes, answered),
            shoppers: writing.slow(files.shelves.shoppers, answered),
            visits: writing.slow(files.shelves.visits, answered))
        service = StoreService(
            loop: loop, log: log, codes: SecretCodes(KeyedSecrets(key: [1])), shelves: shelves,
            writer: writing.writer(loop))
        phones = PhoneRegistry(
            loop: loop, log: log, book: files.phones, port: try StoreRolePort(service),
            numbering: PersonNumbering(.shopper), tokens: SecretTokens(KeyedSecrets(key: [2])),
            writer: writing.writer(loop))
        let people = People(answered)
        self.people = people
        service.onLoop { $0.connect(people) }
        phones.onLoop { $0.connect(NoGateway(), carrier: people, clients: people) }
    }

    /// Takes orders until it is killed.
    func serve(_ order: StoreOrder) throws {
        /// What is written beside the loop is waited for.
        func turn(after span: TimeSpan = .zero, _ body: () -> Void) throws {
            loop.runTurn(at: loop.now + span, body)
            try loop.run(until: loop.now)
            log.flush()
        }
        func turn(_ message: StoreMessage) throws {
            try turn { service.serve(Envelope(message, from: .visitor(1)), session: nil) }
        }
        func turn(_ message: PhoneMessage) throws {
            try turn { phones.serve(Envelope(message, from: .visitor(1)), session: nil) }
        }
        var settings = StoreSettings(
            limit: 2_000, quotas: ClassCounts(normal: order == .tickets ? 1 : 1_000, booking: 1_000))
        settings.limit = settings.quotas.sum
        settings.slots.size = 1_000
        service.onLoop { $0.add(StoreForm(name: "corner", place: .origin, settings: settings)) }
        people.order = order
        for number in 1...Int32.max {
            let (shopper, store) = (ShopperID(number), StoreID(1))
            func say(_ message: ShopperMessage) throws { try turn(.shopper(shopper, request: 0, message)) }
            func scan(_ message: (EntryCode) -> TotemMessage) throws { try turn(.totem(store, message(people.code))) }
            switch order {
            case .tickets: try say(.join(store: store, travel: .zero))
            case .entries, .exits:
                try say(.join(store: store, travel: .zero))
                try scan { .scanIn($0) }
                if order == .exits {
                    try turn(after: .minutes(2)) {}
                    try scan { .scanOut($0) }
                }
            case .bookings, .cancellations:
                try say(.book(store: store, slot: .seconds(12 * 3600)))
                if order == .cancellations { try say(.cancelBooking(isConfirmed: true)) }
            case .wishes: try say(.setFavourite(store: store, isOn: true))
            case .accounts:
                let phone = "+39333\(1_000_000 + number)"
                try turn(.askCode(phone: phone))
                try turn(.giveCode(phone: phone, code: people.smsCode))
            }
        }
    }
}

/// Everybody's clients and phones. Used on the loop's thread alone, which is that of the program.
private final class People: StoreClients, PhoneClients, SmsCarrier, @unchecked Sendable {
    private let answered: AnswerCount
    var order = StoreOrder.tickets
    var code = EntryCode(high: 0, low: 0)
    var smsCode = ""

    init(_ answered: AnswerCount) { self.answered = answered }

    func notify(_ shopper: ShopperID, _ notice: StoreNotice) {
        switch (order, notice) {
        case (.tickets, .queued(let receipt)), (.bookings, .booked(let receipt)): answer(receipt.pass.number)
        case (_, .queued(let receipt)), (_, .booked(let receipt)): code = receipt.code
        case (.cancellations, .cancelled(let pass, _)): answer(pass.number)
        case (.wishes, .favourites): answer(shopper.number)
        default: break
        }
    }

    func answer(_ store: StoreID, _ answer: GateAnswer) {
        switch (order, answer) {
        case (.entries, .opened(let pass)), (.exits, .exited(let pass)): self.answer(pass.number)
        default: break
        }
    }

    func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine) {}
    func reply(_ staff: StaffID, _ answer: StaffAnswer) {}

    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) { smsCode = sms.code }

    func notify(_ connection: Connection, _ answer: PhoneAnswer) {
        if case .loggedIn(let session, true) = answer { self.answer(session.role.number) }
    }

    private func answer(_ number: Int32) { answered.answer(number) }
}

/// Sessions are kept by nobody here.
final class NoGateway: SessionGateway {
    func open(_ session: Session) {}
    func close(_ token: Token) {}
    func closeSessions(of account: AccountID) {}
    func restrict(_ account: AccountID, mustChangePassword: Bool) {}
}
