// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import StoreRules

/// One visit of a shopper with an account, as it is stored.
public struct VisitRecord: StoredRecord {
    /// The word of the files.
    public static let table = "visit"
    /// The ticket or booking that let the shopper in.
    public let key: PassID
    /// Who.
    public let shopper: ShopperID
    /// Where.
    public let store: StoreID
    /// The entry.
    public let entered: CityTime
    /// The exit; nil for who is inside, or was when the store closed for good.
    public internal(set) var left: CityTime?
}

/// The visits of shoppers with accounts, for their owners (SEC-07). What is too old is dropped at the owner's next visit.
struct VisitHistory: Sendable {
    private let memory: TimeSpan
    private var visits: [ShopperID: [VisitRecord]] = [:]
    /// Those who are inside.
    private var inside: [PassID: ShopperID] = [:]
    private var old: [PassID] = []

    init(_ stored: [VisitRecord], memory: TimeSpan) {
        self.memory = memory
        for visit in stored {
            visits[visit.shopper, default: []].append(visit)
            if visit.left == nil { inside[visit.key] = visit.shopper }
        }
    }

    /// The visits of a shopper, oldest first.
    subscript(shopper: ShopperID) -> [VisitRecord] { visits[shopper] ?? [] }

    /// Takes a fact. Returns the visit that changed by it.
    mutating func take(_ event: StoreEvent, at now: CityTime) -> VisitRecord? {
        if case .entryGranted(let store, let pass, let shopper?, _, _) = event {
            let visit = VisitRecord(key: pass, shopper: shopper, store: store, entered: now)
            var own = visits[shopper] ?? []
            let kept = own.firstIndex { $0.entered >= now - memory } ?? own.count
            old += own.prefix(kept).map(\.key)
            own.removeFirst(kept)
            own.append(visit)
            visits[shopper] = own
            inside[pass] = shopper
            return visit
        }
        guard case .visitEnded(_, let pass, _, _) = event, let shopper = inside.removeValue(forKey: pass),
            let index = visits[shopper]?.lastIndex(where: { $0.key == pass })
        else { return nil }
        visits[shopper]?[index].left = now
        return visits[shopper]?[index]
    }

    /// Drops a shopper's visits. Returns their numbers.
    mutating func forget(_ shopper: ShopperID) -> [PassID] {
        let gone = visits.removeValue(forKey: shopper) ?? []
        for visit in gone { inside[visit.key] = nil }
        return gone.map(\.key)
    }

    /// The visits that were dropped for their age since the last call.
    mutating func takeOld() -> [PassID] {
        defer { old = [] }
        return old
    }
}
