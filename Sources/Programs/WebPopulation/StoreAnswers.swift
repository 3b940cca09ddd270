// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import CityModel
import StoreCodes
import StoreRules
import WebInterface

/// Reads what a server answers to shoppers, phones and the devices of stores back into what a simulated service would say.
struct StoreAnswers: Sendable {
    let people: PersonAnswers
    private var values: PersonNotices { people.notices }

    init(_ people: PersonAnswers) { self.people = people }

    /// The refusal of the gateway that a problem stands for; nil when the service itself refused or there is no problem.
    func refusal(_ answer: PersonAnswer) -> ServerRefusal? {
        // These are the words of the service, and not of a server that has no room.
        let own = ["mapsFailed", "codeTaken", "notStored"]
        return answer.status == 503 && own.contains(answer.word) ? nil : people.refusal(answer)
    }

    /// What an answer tells a shopper; `own` is the ticket or booking that the phone has shown last.
    func shopper(_ message: ShopperMessage, _ answer: PersonAnswer, own: PassID) -> StoreNotice {
        let content = answer.content
        switch message {
        case .join(let store, _, _):
            if answer.isGood, let receipt = receipt(content) { return .queued(receipt) }
            return .joinRefused(store, word(answer) ?? .unknownStore)
        case .book(let store, _, _):
            if answer.isGood, let receipt = receipt(content) { return .booked(receipt) }
            return .bookingRefused(store, word(answer) ?? .unknownStore)
        case .list, .listAt, .select, .leaveQueue, .findSlot, .showOwn, .cancelBooking, .answerPostponement,
            .setFavourite, .addWish, .removeWish:
            guard answer.isGood, let told = granted(message, content, own) else {
                return .refused(word(answer) ?? .unknownStore)
            }
            return told
        }
    }

    private func granted(_ message: ShopperMessage, _ content: JSONContent, _ own: PassID) -> StoreNotice? {
        switch message {
        case .list, .listAt:
            let rows = (content["stores"]?.list ?? []).compactMap { row($0) }
            return .stores(rows, empty: values.word(content["empty"], EmptyList.self))
        case .select: return page(content).map { .page($0) }
        case .leaveQueue: return .left(own)
        case .findSlot(let store, _, _): return .slotProposed(store, values.time(content["slot"]))
        case .showOwn: return .own(content["pass"].flatMap { receipt($0) })
        case .cancelBooking: return .cancelled(own, .user)
        // What came of it is told beside the answer; nothing of a favourite moves anybody.
        case .answerPostponement, .setFavourite:
            return .favourites(
                (content["favourites"]?.list ?? []).compactMap { $0.number.flatMap { Int32(exactly: $0) } }
                    .map { StoreID($0) })
        case .addWish: return values.number(content, "wish").map { .wishStored(WishID($0)) }
        case .removeWish(let wish): return .wishRemoved(wish)
        case .join, .book: return nil
        }
    }

    /// What an answer of the accounts tells a phone. A session is made by who has its secret.
    func phone(_ message: PhoneMessage, _ answer: PersonAnswer) -> PhoneAnswer? {
        switch message {
        case .askCode: return answer.isGood ? .codeSent : .refused(word(answer) ?? .badPhone)
        case .giveCode: return answer.isGood ? nil : .refused(word(answer) ?? .badCode)
        case .logout: return .loggedOut
        case .deleteAccount: return answer.isGood ? .deleted : nil
        case .exportData: return nil
        }
    }

    /// What a device answers to who stands before it; nil where it says nothing that moves anybody.
    func device(_ message: TotemMessage, _ answer: PersonAnswer) -> GateAnswer? {
        let pass = values.number(answer.content, "pass").map { PassID($0) }
        switch message {
        case .wake: return page(answer.content).map { .page($0) } ?? .joinRefused(.unknownStore)
        case .takeTicket:
            return receipt(answer.content).map { .ticket($0) } ?? .joinRefused(word(answer) ?? .unknownStore)
        // Whoever gives a ticket back is gone before the totem has said anything.
        case .returnTicket: return nil
        case .scanIn:
            guard answer.isGood, let pass else { return .entryRefused(word(answer) ?? .unknownCode) }
            return answer.content["decision"]?.text == "open" ? .opened(pass) : .delayed(pass)
        case .scanOut:
            guard answer.isGood, let pass else { return .exitRefused(word(answer) ?? .unknownCode) }
            return .exited(pass)
        }
    }

    // MARK: Events

    /// What a shopper is told beside answers; nil for what changes nothing for a client.
    func notice(_ event: StreamEvent) -> StoreNotice? {
        guard let news = event.content["news"] else { return nil }
        let name = event.name
        if name == "store.alternatives" {
            return .alternatives((news["alternatives"]?.list ?? []).compactMap { alternative($0) })
        }
        if name == "store.slotFreed" {
            guard let wish = values.number(news, "wish"), let store = values.number(news, "store"),
                let slot = values.time(news["slot"])
            else { return nil }
            return .slotFreed(WishID(wish), StoreID(store), slot)
        }
        return values.number(news, "pass").flatMap { notice(name, PassID($0), news) }
    }

    private func notice(_ name: String, _ pass: PassID, _ news: JSONContent) -> StoreNotice? {
        func delay() -> TimeSpan { .seconds(news["delaySeconds"]?.number ?? 0) }
        switch name {
        case "store.called": return values.time(news["until"]).map { .called(pass, until: $0) }
        case "store.estimate":
            guard let ahead = values.number(news, "ahead"), let expected = values.time(news["expected"]) else {
                return nil
            }
            return .estimate(pass, ahead: ahead, expected: expected)
        case "store.delayed": return .delayed(pass, delay())
        case "store.leaveAdvised": return .leaveAdvised(pass, delay())
        case "store.removed": return values.word(news["cause"], TicketRemoval.self).map { .removed(pass, $0) }
        case "store.postponeProposed":
            guard let time = values.time(news["to"]), let end = values.time(news["answerBy"]) else { return nil }
            return .postponeProposed(pass, to: time, answerBy: end)
        case "store.postponed": return values.time(news["to"]).map { .postponed(pass, to: $0) }
        case "store.proposalLapsed": return .proposalLapsed(pass)
        case "store.cancelled": return values.word(news["cause"], CancelCause.self).map { .cancelled(pass, $0) }
        case "store.lapsed": return .lapsed(pass)
        case "store.entered": return values.number(news, "number").map { .entered(pass, number: $0) }
        case "store.entryDelayed": return .entryDelayed(pass)
        case "store.entryRefused": return values.word(news["reason"], EntryRefusal.self).map { .entryRefused(pass, $0) }
        case "store.visitEnded": return .visitEnded(pass)
        default: return nil
        }
    }

    /// What a store's devices show: a line of the monitor, or a gate that opens for who has waited. Tickets come with their answers.
    func display(_ display: JSONContent) -> (pass: PassID, line: MonitorLine?)? {
        guard let pass = values.number(display, "pass").map({ PassID($0) }) else { return nil }
        if display["does"]?.text == "open" { return (pass, nil) }
        switch display["line"]?.text {
        case "called": return (pass, .called)
        case "leaveAdvised": return (pass, .leaveAdvised)
        case "removed": return values.word(display["cause"], TicketRemoval.self).map { (pass, .removed($0)) }
        default: return nil
        }
    }

    // MARK: Values

    /// A ticket or booking; nil for anything else.
    func receipt(_ value: JSONContent) -> Receipt? {
        guard let pass = values.number(value, "pass"), let store = values.number(value, "store"),
            let code = value["code"]?.text.flatMap({ EntryCode(text: $0) }), let time = values.time(value["time"])
        else { return nil }
        return Receipt(
            pass: PassID(pass), store: StoreID(store), code: code, time: time, ahead: values.number(value, "ahead"),
            calledUntil: values.time(value["calledUntil"]))
    }

    private func page(_ value: JSONContent) -> StorePage? {
        guard let store = values.number(value, "store"), let isOpen = value["isOpen"]?.flag,
            let queued = values.number(value, "queued")
        else { return nil }
        return StorePage(
            store: StoreID(store), isOpen: isOpen, queued: queued,
            wait: value["waitSeconds"]?.number.map { .seconds($0) })
    }

    private func row(_ value: JSONContent) -> StoreRow? {
        guard let store = values.number(value, "store"), let distance = distance(value),
            let isOpen = value["isOpen"]?.flag
        else { return nil }
        return StoreRow(store: StoreID(store), distance: distance, isOpen: isOpen)
    }

    private func alternative(_ value: JSONContent) -> Alternative? {
        guard let store = values.number(value, "store"), let distance = distance(value) else { return nil }
        return Alternative(store: StoreID(store), slot: values.time(value["slot"]), distance: distance)
    }

    private func distance(_ value: JSONContent) -> Distance? {
        value["distanceMetres"]?.number.map { Distance(millimetres: Int64(($0 * 1000).rounded())) }
    }

    private func word<Word: EventWord>(_ answer: PersonAnswer) -> Word? {
        Word.allCases.first { $0.word == answer.word }
    }
}
