// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import StoreCodes
import StoreRules
import StoreService

/// What is said of stores, in answers and in events alike.
enum StoreJSON {
    /// A ticket or booking with what its scannable code holds (STORE-R10).
    static func of(_ receipt: Receipt) -> JSONValue {
        [
            "pass": JSONValue(receipt.pass), "store": JSONValue(receipt.store), "code": .text(receipt.code.text),
            "time": .time(receipt.time), "ahead": receipt.ahead.map { JSONValue(Int($0)) } ?? .null,
            "calledUntil": .time(receipt.calledUntil),
        ]
    }

    /// A store's page (STORE-R6).
    static func of(_ page: StorePage) -> JSONValue {
        [
            "store": JSONValue(page.store), "isOpen": .flag(page.isOpen), "queued": JSONValue(Int(page.queued)),
            "waitSeconds": .seconds(page.wait),
        ]
    }

    /// Stores that were found (STORE-R2).
    static func of(_ list: StoreList) -> JSONValue { stores(list.rows, empty: list.empty) }

    /// The same of its parts.
    static func stores(_ rows: [StoreRow], empty: EmptyList?) -> JSONValue {
        [
            "stores": .list(
                rows.map {
                    [
                        "store": JSONValue($0.store), "distanceMetres": .number($0.distance.inMetres),
                        "isOpen": .flag($0.isOpen),
                    ]
                }), "empty": empty.map { .text($0.word) } ?? .null,
        ]
    }

    /// Another store or time (STORE-ALTERNATIVE).
    static func of(_ other: Alternative) -> JSONValue {
        [
            "store": JSONValue(other.store), "slot": .time(other.slot),
            "distanceMetres": .number(other.distance.inMetres),
        ]
    }

    /// The numbers for a manager (STORE-R19 to -R21).
    static func of(_ statistics: StoreStatistics) -> JSONValue {
        [
            "store": JSONValue(statistics.store), "meanVisitSeconds": .seconds(statistics.meanVisit),
            "inside": JSONValue(Int(statistics.inside)),
            "history": .list(
                statistics.history.map { ["since": .time($0.time), "inside": JSONValue(Int($0.inside))] }),
            "queued": JSONValue(Int(statistics.queued)), "queuedFirst": JSONValue(Int(statistics.queuedFirst)),
            "limit": JSONValue(Int(statistics.limit)),
            "quotas": [
                "normal": JSONValue(Int(statistics.quotas.normal)),
                "priority": JSONValue(Int(statistics.quotas.priority)),
                "booking": JSONValue(Int(statistics.quotas.booking)),
            ],
            "slots": .list(statistics.slots.map { of($0) }),
        ]
    }

    /// What the devices of a store do (STORE-CALL, STORE-R13, STORE-TOTEM).
    static func of(_ display: StoreDisplay) -> JSONValue {
        switch display {
        case .line(let pass, .called): ["does": "show", "pass": JSONValue(pass), "line": "called"]
        case .line(let pass, .leaveAdvised): ["does": "show", "pass": JSONValue(pass), "line": "leaveAdvised"]
        case .line(let pass, .removed(let cause)):
            ["does": "show", "pass": JSONValue(pass), "line": "removed", "cause": .text(cause.word)]
        case .open(let pass): ["does": "open", "pass": JSONValue(pass)]
        case .print(let receipt): ["does": "print", "ticket": of(receipt)]
        }
    }
}
