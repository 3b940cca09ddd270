// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import CityModel
import Foundation
import StoreCodes
import StoreRules
import WebInterface

/// What the messages of shoppers, of their phones' accounts and of the devices of stores are on the public interface.
struct StoreRequests: Sendable {
    let layout: any ZoneLayout

    /// The request that stands for a shopper's message.
    func of(_ message: ShopperMessage) -> PersonRequest {
        switch message {
        // No simulated shopper asks for slots of a list.
        case .list(let place, let radius, let purpose, _): list(degrees(of: place), radius, purpose)
        case .listAt(let address, let radius, let purpose, _):
            list(
                "address=\(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")", radius, purpose
            )
        case .select(let store, let path): PersonRequest(.get, "/stores/\(store.number)?from=\(path.word)")
        case .join(let store, _, let travel):
            PersonRequest(
                .post, "/stores/\(store.number)/tickets",
                ["travelMinutes": JSONValue(Int(travel / .minutes(1)))], isKeyed: true)
        case .leaveQueue(let isConfirmed): PersonRequest(.delete, "/me/ticket?isConfirmed=\(isConfirmed)")
        case .findSlot(let store, let from, let to):
            PersonRequest(
                .get, "/stores/\(store.number)/least-crowded?from=\(WebTime.text(from))&to=\(WebTime.text(to))")
        case .book(let store, _, let slot):
            PersonRequest(
                .post, "/stores/\(store.number)/bookings", ["slot": .text(WebTime.text(slot))], isKeyed: true)
        case .showOwn: PersonRequest(.get, "/me/pass")
        case .cancelBooking(let isConfirmed): PersonRequest(.delete, "/me/booking?isConfirmed=\(isConfirmed)")
        case .answerPostponement(let accept):
            PersonRequest(.post, "/me/booking/postponement", ["accept": .flag(accept)], isKeyed: true)
        case .setFavourite(let store, let isOn):
            PersonRequest(isOn ? .put : .delete, "/me/favourites/\(store.number)")
        case .addWish(let wish): PersonRequest(.post, "/me/wishes", content(of: wish), isKeyed: true)
        case .removeWish(let wish): PersonRequest(.delete, "/me/wishes/\(wish.number)")
        }
    }

    /// The same of a message to the accounts by phone.
    func of(_ message: PhoneMessage) -> PersonRequest {
        switch message {
        case .askCode(let phone): Self.code(for: phone)
        case .giveCode(let phone, let code): Self.session(of: phone, code: code)
        case .logout: PersonRequest(.delete, "/phone-sessions/current")
        case .exportData: PersonRequest(.get, "/me/data")
        case .deleteAccount(let isConfirmed):
            PersonRequest(.post, "/me/phone/deletion", ["isConfirmed": .flag(isConfirmed)], isKeyed: true)
        }
    }

    /// Asks for a one-time code (ACCOUNT-R1).
    static func code(for phone: String) -> PersonRequest {
        PersonRequest(.post, "/phone-codes", ["phone": .text(phone)], isKeyed: true)
    }

    /// Gives it back, for a session.
    static func session(of phone: String, code: String) -> PersonRequest {
        PersonRequest(.post, "/phone-sessions", ["phone": .text(phone), "code": .text(code), "token": true])
    }

    /// The request that stands for what somebody does at a device of a store, and the device.
    static func of(_ message: TotemMessage, at store: StoreID) -> (request: PersonRequest, device: StoreDevice) {
        func request(_ what: String, _ content: JSONValue? = nil, isKeyed: Bool = true) -> PersonRequest {
            PersonRequest(.post, "/totems/\(store.number)/\(what)", content, isKeyed: isKeyed)
        }
        func code(_ code: EntryCode) -> JSONValue { ["code": .text(code.text)] }
        return switch message {
        case .wake: (request("wake", isKeyed: false), StoreDevice(.totem, of: store))
        case .takeTicket: (request("tickets"), StoreDevice(.totem, of: store))
        case .returnTicket(let ticket): (request("returns", code(ticket)), StoreDevice(.totem, of: store))
        case .scanIn(let ticket): (request("gate", code(ticket)), StoreDevice(.gate, of: store))
        case .scanOut(let ticket): (request("exit", code(ticket)), StoreDevice(.exit, of: store))
        }
    }

    private func list(_ place: String, _ radius: Distance, _ purpose: ListPurpose) -> PersonRequest {
        PersonRequest(
            .get, "/stores?radiusMetres=\(Int(radius.inMetres.rounded()))&purpose=\(purpose.word)&\(place)")
    }

    private func degrees(of place: Place) -> String {
        guard case .object(let degrees) = WebPlace.json(place, layout) else { return "" }
        return degrees.map { "\($0)=\($1.line)" }.joined(separator: "&")
    }

    private func content(of wish: SlotWish) -> JSONValue {
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        func clock(_ time: TimeSpan) -> JSONValue {
            let minutes = Int(time / .minutes(1))
            return .text([minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":"))
        }
        return [
            "stores": .list(wish.stores.map { JSONValue(Int($0.number)) }),
            "weekdays": .list(wish.filter.weekdays.map { .text(days[$0]) }),
            "from": clock(wish.filter.from), "to": clock(wish.filter.to),
        ]
    }
}
