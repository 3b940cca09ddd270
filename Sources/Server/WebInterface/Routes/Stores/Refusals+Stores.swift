// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import CityGateway
import CityModel
import StoreRules
import StoreService

extension Refusals {
    /// A store that nobody knows, or that was removed.
    static let unknownStore = Problem(404, "unknownStore", "There is no such store.")

    /// The problem of an error of the store service and of the accounts by phone; nil for other errors.
    static func ofStores(_ error: any Error) -> Problem? {
        switch error {
        case let error as PhoneError: refused(error) { phone($0) }
        case let error as TextError:
            switch error {
            case .unknown: Problem(404, "unknownText", rule: "ACCOUNT-SMS-02", "No such text was sent lately.")
            case .access(let error): problem(error)
            }
        case let error as TicketError: refused(error) { problem($0.word, tickets) }
        case let error as BookingError: refused(error) { problem($0.word, bookings) }
        case let error as ShopperError: refused(error) { problem($0.word, shoppers) }
        case let error as EntryError: refused(error) { problem($0.word, entries) }
        case let error as ExitError: refused(error) { problem($0.word, exits) }
        case let error as StaffError: refused(error) { problem($0.word, staff) }
        default: nil
        }
    }

    /// The problem of an error that nothing but a refusal or the way to the service brings.
    static func refused<Refusal>(_ error: RefusedError<Refusal>, _ problem: (Refusal) -> Problem) -> Problem {
        switch error {
        case .refused(let refusal): problem(refusal)
        case .access(let error): Self.problem(error)
        }
    }

    /// What is wrong with a phone or a code, with the advice that its person gets (ACCOUNT-SMS-01).
    static func phone(_ refusal: PhoneRefusal) -> Problem {
        func problem(_ status: Int, _ rule: String, after seconds: Int? = nil) -> Problem {
            Problem(
                status, refusal.word, rule: rule, refusal.advice,
                headers: seconds.map { [.init("retry-after", String($0))] } ?? [])
        }
        switch refusal {
        case .badPhone, .badCode: return problem(422, "ACCOUNT-SMS-01")
        case .tooSoon: return problem(429, "ACCOUNT-R1", after: 30)
        case .tooManyCodes: return problem(429, "ACCOUNT-R1", after: 86_400)
        case .wrongCode, .tooManyTries, .codeExpired, .noCode: return problem(401, "ACCOUNT-SMS-01")
        case .noSms: return problem(401, "ACCOUNT-SMS-02")
        case .notStored: return problem(503, "AVAIL-02")
        }
    }

    static let tickets: [String: Meaning] = [
        "unknownStore": Meaning(404, "STORE-R4", "There is no such store."),
        "alreadyPending": Meaning(409, "DEC-STORE-ONE-PENDING", "A ticket or booking is open, here or elsewhere."),
        "closed": Meaning(409, "STORE-R4", "The store is closed."),
        "totemOff": Meaning(409, "AVAIL-06", "The totem is off at this time."),
        "noQuota": Meaning(409, "DEC-STORE-ESTIMATE", "The store has no places for this queue."),
        "closing": Meaning(409, "STORE-CLOSING", "The visit would not end before the store closes."),
        "badTravelTime": Meaning(422, "DEC-STORE-GRACE", "The time to the store is out of range."),
        "priorityClosed": Meaning(409, "STORE-PRIORITY", "The priority queue is not open."),
        "notStaffOfStore": Meaning(403, "STORE-PRIORITY", "Only who works at the store issues priority tickets."),
        "codeTaken": Meaning(503, "STORE-R10", "No code was left for the ticket; try again."),
        "notStored": Meaning(503, "AVAIL-07", "It could not be stored, so it was not done."),
    ]

    static let bookings: [String: Meaning] = [
        "unknownStore": Meaning(404, "STORE-R7", "There is no such store."),
        "alreadyPending": Meaning(409, "DEC-STORE-ONE-PENDING", "A ticket or booking is open, here or elsewhere."),
        "past": Meaning(422, "STORE-R7", "The time has passed."),
        "tooFarAhead": Meaning(422, "STORE-R7", "The time is too far ahead."),
        "closed": Meaning(409, "STORE-R7", "The store is closed then."),
        "notASlot": Meaning(422, "STORE-R18", "No slot starts then."),
        "closing": Meaning(409, "STORE-CLOSING", "The visit would not end before the store closes."),
        "slotFull": Meaning(409, "STORE-R18", "The slot is full."),
        "noPlace": Meaning(409, "INV-StoreTwoHours", "All places for bookings are held then."),
        "codeTaken": Meaning(503, "STORE-R10", "No code was left for the booking; try again."),
        "notStored": Meaning(503, "AVAIL-07", "It could not be stored, so it was not done."),
    ]

    static let shoppers: [String: Meaning] = [
        "unknownStore": Meaning(404, "STORE-R6", "There is no such store."),
        "alreadyPending": Meaning(409, "STORE-SELECT-EXC", "A list is for who has no ticket or booking."),
        "notConfirmed": Meaning(422, "STORE-R9", "It must be confirmed."),
        "notQueued": Meaning(409, "STORE-R9", "The shopper is in no queue."),
        "noBooking": Meaning(409, "STORE-R8", "The shopper has no booking."),
        "noProposal": Meaning(409, "STORE-R12", "No later time is proposed, or not any more."),
        "notAFavourite": Meaning(409, "STORE-FAVOURITE", "The store is no favourite."),
        "tooManyFavourites": Meaning(409, "STORE-FAVOURITE", "There are as many favourites as are kept."),
        "emptyWish": Meaning(422, "STORE-ALERT", "No slot can ever fit the wish."),
        "tooManyWishes": Meaning(409, "STORE-ALERT", "There are as many wishes as are kept."),
        "unknownWish": Meaning(404, "STORE-ALERT", "There is no such wish."),
        "unknownAddress": Meaning(422, "STORE-R2", "The maps do not know the address."),
        "mapsFailed": Meaning(503, "STORE-ASSUME-EXT", "The maps do not answer."),
    ]

    static let entries: [String: Meaning] = [
        "unknownCode": Meaning(404, "STORE-R10", "The code is of no ticket or booking."),
        "usedCode": Meaning(409, "STORE-R10", "The code has let somebody in before."),
        "notCalled": Meaning(409, "STORE-CALL", "The ticket's turn has not come."),
        "tooEarly": Meaning(409, "STORE-R14", "The booked time has not come."),
        "tooLate": Meaning(409, "STORE-R14", "The time to come has passed."),
        "cancelled": Meaning(409, "STORE-R10", "The ticket or booking is no more."),
        "alreadyScanned": Meaning(409, "STORE-R13", "The holder waits at the gate already."),
        "closed": Meaning(409, "STORE-R10", "The store is closed."),
    ]

    static let exits: [String: Meaning] = [
        "unknownCode": Meaning(404, "STORE-EXIT", "The code is of no ticket or booking."),
        "notInside": Meaning(409, "STORE-EXIT", "The holder is not inside."),
        "tooSoon": Meaning(409, "INV-StoreTicketDuration", "Nobody leaves so soon."),
    ]

    static let staff: [String: Meaning] = [
        "unknownStore": Meaning(404, "STORE-EDIT", "There is no such store."),
        "notManagerOfStore": Meaning(403, "ACCOUNT-MANAGER-02", "Somebody else manages the store."),
        "notManager": Meaning(403, "STORE-ADD", "Only managers add stores."),
        "missingName": Meaning(422, "STORE-ADD", "The name is missing."),
        "missingPosition": Meaning(422, "STORE-ADD", "The position is missing."),
        "missingLimit": Meaning(422, "STORE-ADD", "The limit is missing."),
        "outsideZones": Meaning(422, "STORE-ADD", "The position is in no zone."),
        "badLimit": Meaning(422, "STORE-R17", "The limit must be from 1 to 100,000."),
        "badQuota": Meaning(422, "STORE-R15", "A quota must not be negative."),
        "quotaSum": Meaning(422, "STORE-R15", "The quotas must sum to the limit."),
        "sameClass": Meaning(422, "STORE-R15", "Another class must give or take the difference."),
        "badHours": Meaning(422, "STORE-EDIT", "The hours must open before they close, on at least one day."),
        "badSlots": Meaning(422, "STORE-R18", "The spacing or the size of the slots is out of range."),
        "slotsOutsideHours": Meaning(422, "STORE-R18", "Slots must lie within the opening hours."),
        "badTime": Meaning(422, "STORE-EDIT", "A window, grace or holding time is out of range."),
        "badDelays": Meaning(422, "DEC-STORE-MAJOR-DELAY", "The limits of a delay must rise."),
    ]
}
