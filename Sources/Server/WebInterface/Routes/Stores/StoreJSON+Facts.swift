// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import StoreRules

/// How stores, shoppers and staff are now.
extension StoreJSON {
    /// A store as people know it.
    static func row(_ record: StoreRecord, _ layout: any ZoneLayout) -> JSONValue {
        [
            "store": JSONValue(record.id), "name": .text(record.name), "chain": record.chain.map { .text($0) } ?? .null,
            "position": WebPlace.json(record.place, layout),
        ]
    }

    /// What its managers set, as they state it for a change (STORE-EDIT).
    static func of(_ settings: StoreSettings) -> JSONValue {
        [
            "limit": JSONValue(Int(settings.limit)),
            "quotas": [
                "normal": JSONValue(Int(settings.quotas.normal)), "priority": JSONValue(Int(settings.quotas.priority)),
                "booking": JSONValue(Int(settings.quotas.booking)),
            ],
            "hasPriorityQueue": .flag(settings.hasPriorityQueue), "hours": of(settings.hours),
            "totemHours": of(settings.totemHours),
            "slots": [
                "everySeconds": .seconds(settings.slots.every), "size": JSONValue(Int(settings.slots.size)),
                "first": clock(settings.slots.first), "end": clock(settings.slots.end),
            ],
            "admissionWindowSeconds": .seconds(settings.admissionWindow), "graceSeconds": .seconds(settings.grace),
            "holdingSeconds": .seconds(settings.holding),
            "delays": [
                "noticeSeconds": .seconds(settings.delays.notice), "majorSeconds": .seconds(settings.delays.major),
                "hopelessSeconds": .seconds(settings.delays.hopeless),
            ],
        ]
    }

    /// A day that is not stated is closed.
    private static func of(_ hours: OpeningHours) -> JSONValue {
        guard let days = hours.days else { return ["always": true] }
        return .object(
            zip(StoreForms.weekdays, days).compactMap { name, day in
                day.map { (name, ["opens": clock($0.opens), "closes": clock($0.closes)]) }
            })
    }

    /// Hours and minutes since midnight, with seconds where there are some.
    private static func clock(_ span: TimeSpan?) -> JSONValue {
        guard let span else { return .null }
        let seconds = Int(span.nanoseconds / 1_000_000_000)
        let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
        return .text(parts.map { String($0, digits: 2) }.joined(separator: ":"))
    }

    /// A slot, and how many may still book it.
    static func of(_ slot: SlotState) -> JSONValue {
        [
            "slot": .time(slot.slot), "taken": JSONValue(Int(slot.taken)), "size": JSONValue(Int(slot.size)),
            "free": JSONValue(Int(slot.free)),
        ]
    }

    /// How things stand with a shopper: the ticket or booking, a proposal that waits for an answer, favourites and wishes.
    static func standing(_ own: (pass: Pass, receipt: Receipt)?, _ record: ShopperRecord) -> JSONValue {
        [
            "pass": own.map { of($0.receipt) } ?? .null, "phase": own.map { .text(word($0.pass)) } ?? .null,
            "isBooking": own.map { .flag($0.pass.queue == nil) } ?? .null,
            "proposal": own?.pass.proposal.map { ["to": .time($0.time), "answerBy": .time($0.until)] } ?? .null,
            "favourites": .list(record.favourites.map { JSONValue($0) }),
            "wishes": .list(
                record.wishes.map {
                    [
                        "wish": JSONValue($0.id), "stores": .list($0.wish.stores.map { JSONValue($0) }),
                        "weekdays": .list(
                            $0.wish.filter.weekdays.filter { (0..<7).contains($0) }.map {
                                .text(StoreForms.weekdays[$0])
                            }),
                        "from": clock($0.wish.filter.from), "to": clock($0.wish.filter.to),
                    ]
                }),
        ]
    }

    /// Where a pass stands; `atGate` for who has scanned the code and waits there (STORE-R13).
    private static func word(_ pass: Pass) -> String {
        switch pass.phase {
        case .waiting: "waiting"
        case .called: pass.scan == nil ? "called" : "atGate"
        case .booked: pass.scan == nil ? "booked" : "atGate"
        case .inside: "inside"
        }
    }

    /// The stores of a member of staff: those to manage, and those to issue priority tickets for (ACCOUNT-MANAGER-02).
    static func standing(_ staff: StaffID, _ rules: StoreRules) -> JSONValue {
        let stores = rules.floors.map(\.record).filter { !$0.isRemoved }
        func list(_ which: (StoreRecord) -> [StaffID]) -> JSONValue {
            .list(stores.filter { which($0).contains(staff) }.map { JSONValue($0.id) })
        }
        return [
            "staff": JSONValue(staff), "isManager": .flag(rules.managers.contains(staff)),
            "manages": list(\.managers), "worksAt": list(\.employees),
        ]
    }
}
