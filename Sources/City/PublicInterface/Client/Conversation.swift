// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import HealthDataRules
import HealthRules
import RaceRules
import StoreRules
import TaxiRules
import TaxiService

/// What a message brought: the server's answer, and the notices that came before it.
struct Exchange: Sendable {
    /// What a service tells a client.
    enum Notice: Sendable {
        case passenger(PassengerNotice)
        case driver(DriverNotice)
        case phone(PhoneAnswer)
        case shopper(StoreNotice)
        case staff(StaffAnswer)
        case gate(GateAnswer)
        case wearer(WearerNotice)
        case person(PersonNotice)
        case party(PartyNotice)
        case raceUser(RaceNotice)
        case organiser(OrganiserAnswer)
    }

    let answer: ServerAnswer
    let notices: [Notice]

    /// The first passenger's notice that a closure picks.
    func passenger<Found>(_ pick: (PassengerNotice) -> Found?) -> Found? {
        notices.compactMap { if case .passenger(let notice) = $0 { pick(notice) } else { nil } }.first
    }

    /// The first driver's notice that a closure picks.
    func driver<Found>(_ pick: (DriverNotice) -> Found?) -> Found? {
        notices.compactMap { if case .driver(let notice) = $0 { pick(notice) } else { nil } }.first
    }

    /// The last notice that a closure picks: those before the message's own come from elsewhere.
    func last<Found>(_ pick: (Notice) -> Found?) -> Found? { notices.reversed().lazy.compactMap(pick).first }

    /// No taxi belongs to the driver who sent the message.
    var isForUnknownDriver: Bool {
        driver { if case .refused(.unknown) = $0 { true } else { nil } } ?? false
    }

    /// The account service's answer.
    var account: AccountAnswer? {
        if case .account(let answer) = answer { answer } else { nil }
    }
}

/// One connection: one message at a time, so that an answer is the answer to the last message.
struct Conversation {
    /// Who waits for the answer; nil when no message is under way.
    private var sender: CheckedContinuation<Exchange?, Never>?
    private var isForAccounts = false
    private var notices: [Exchange.Notice] = []
    /// A message is under way, or its sender has not looked at the answer.
    private var isBusy = false
    private var line: [CheckedContinuation<Void, Never>] = []

    /// A message is under way.
    var isWaiting: Bool { sender != nil }

    /// Takes the connection; false when it is in use.
    mutating func takes() -> Bool {
        defer { isBusy = true }
        return !isBusy
    }

    /// Waits until the connection is passed on.
    mutating func lineUp(_ next: CheckedContinuation<Void, Never>) {
        line.append(next)
    }

    /// Passes the connection to the next in line.
    mutating func pass() {
        if line.isEmpty {
            isBusy = false
        } else {
            line.removeFirst().resume()
        }
    }

    /// A message is under way.
    mutating func begin(_ message: any ServedMessage, _ sender: CheckedContinuation<Exchange?, Never>) {
        self.sender = sender
        notices = []
        isForAccounts = message is AccountMessage || message is ServiceAccountMessage
    }

    /// A notice came; it may belong to the message under way.
    mutating func note(_ notice: Exchange.Notice) {
        if sender != nil { notices.append(notice) }
    }

    /// The answer came. To a message for the account service the word that it was taken is none: the answer comes later.
    mutating func end(_ answer: ServerAnswer) {
        if isForAccounts, case .taken = answer { return }
        sender?.resume(returning: Exchange(answer: answer, notices: notices))
        sender = nil
        notices = []
    }

    /// No answer will come, to nobody in line either.
    mutating func close() {
        sender?.resume(returning: nil)
        sender = nil
        for next in line { next.resume() }
        line = []
    }
}
