// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import StoreRules

extension WebNews {
    /// How a shopper is told something by the stores: `store.called` and so on, one name for each kind of notice. Nothing of a notice
    /// lies in the city's layout.
    static func of(_ notice: StoreNotice, _ layout: any ZoneLayout) -> WebNews {
        switch notice {
        case .stores(let rows, let empty): store("stores", StoreJSON.stores(rows, empty: empty))
        case .page(let page): store("page", StoreJSON.of(page))
        case .queued(let receipt): store("queued", StoreJSON.of(receipt))
        case .joinRefused(let store, let reason):
            Self.store("joinRefused", ["store": JSONValue(store), "reason": .text(reason.word)])
        case .own(let receipt): store("own", ["pass": receipt.map { StoreJSON.of($0) } ?? .null])
        case .booked(let receipt): store("booked", StoreJSON.of(receipt))
        case .bookingRefused(let store, let reason):
            Self.store("bookingRefused", ["store": JSONValue(store), "reason": .text(reason.word)])
        case .slotProposed(let store, let slot):
            Self.store("slotProposed", ["store": JSONValue(store), "slot": .time(slot)])
        case .alternatives(let others):
            store("alternatives", ["alternatives": .list(others.map { StoreJSON.of($0) })])
        case .called(let pass, let until): Self.pass("called", pass, ["until": .time(until)])
        case .estimate(let pass, let ahead, let expected):
            Self.pass("estimate", pass, ["ahead": JSONValue(Int(ahead)), "expected": .time(expected)])
        case .delayed(let pass, let delay): Self.pass("delayed", pass, ["delaySeconds": .seconds(delay)])
        case .leaveAdvised(let pass, let delay): Self.pass("leaveAdvised", pass, ["delaySeconds": .seconds(delay)])
        case .left(let pass): Self.pass("left", pass)
        case .removed(let pass, let cause): Self.pass("removed", pass, ["cause": .text(cause.word)])
        case .postponeProposed(let pass, let time, let end):
            Self.pass("postponeProposed", pass, ["to": .time(time), "answerBy": .time(end)])
        case .postponed(let pass, let time): Self.pass("postponed", pass, ["to": .time(time)])
        case .proposalLapsed(let pass): Self.pass("proposalLapsed", pass)
        case .cancelled(let pass, let cause): Self.pass("cancelled", pass, ["cause": .text(cause.word)])
        case .lapsed(let pass): Self.pass("lapsed", pass)
        case .entered(let pass, let number): Self.pass("entered", pass, ["number": JSONValue(Int(number))])
        case .entryDelayed(let pass): Self.pass("entryDelayed", pass)
        case .entryRefused(let pass, let reason): Self.pass("entryRefused", pass, ["reason": .text(reason.word)])
        case .visitEnded(let pass): Self.pass("visitEnded", pass)
        case .slotFreed(let wish, let store, let slot):
            Self.store("slotFreed", ["wish": JSONValue(wish), "store": JSONValue(store), "slot": .time(slot)])
        case .favourites(let stores): store("favourites", ["favourites": .list(stores.map { JSONValue($0) })])
        case .wishStored(let wish): store("wishStored", ["wish": JSONValue(wish)])
        case .wishRemoved(let wish): store("wishRemoved", ["wish": JSONValue(wish)])
        case .refused(let reason): store("refused", ["reason": .text(reason.word)])
        }
    }

    private static func store(_ name: String, _ content: JSONValue) -> WebNews {
        WebNews("store." + name, content)
    }

    /// What becomes of a ticket or booking.
    private static func pass(
        _ name: String, _ pass: PassID, _ more: KeyValuePairs<String, JSONValue> = [:]
    ) -> WebNews {
        store(name, .object([("pass", JSONValue(pass))] + more.map { ($0.key, $0.value) }))
    }
}
