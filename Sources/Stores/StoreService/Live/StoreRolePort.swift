// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel
import StoreRules

/// What the accounts of shoppers and of staff ask of the store service.
///
/// Whatever changes something goes in as a `StoreMessage`, so that it stands in the input log and a replay without accounts
/// does it again.
public final class StoreRolePort: RolePort {
    /// The rules of the accounts with a password.
    public let rules: any RoleRules = StoreRoles()
    private let service: StoreService

    /// Opens the port; the service keeps the visits of shoppers from now on, those of before included.
    ///
    /// - Throws: What the shelf of visits throws when it cannot be read.
    public init(_ service: StoreService) throws {
        self.service = service
        try service.onLoop { try $0.keepVisits() }
    }

    /// Never called: staff are enrolled with their number, and shoppers are numbered by the accounts by phone.
    public func newPerson(_ type: RoleName, from connection: Connection) -> Int32 { connection.role.number }

    /// Staff stay until they are taken out at deployment; nothing holds a shopper.
    public func obstacle(toDeleting role: Role) -> DeletionRefusal? { role.name == .staff ? .setAtDeployment : nil }

    /// Ends a shopper's ticket or booking, and erases favourites, wishes and visits. Returns how many records there were.
    /// Who is inside leaves as usual.
    public func leave(_ role: Role) -> Int {
        guard role.name == .shopper else { return 0 }
        let count = ownRecords(of: role).count
        service.onLoop { $0.take(.forget(ShopperID(role.number))) }
        return count
    }

    /// A shopper's visits, newest first.
    public func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] {
        guard role.name == .shopper else { return [] }
        return service.onLoop { $0.visits(of: ShopperID(role.number)) }.reversed()
            .filter { visit in from.map { $0 <= visit.entered } ?? true && to.map { visit.entered < $0 } ?? true }
            .map { HistoryEntry(number: $0.key.number, time: $0.left ?? $0.entered, isFulfilled: $0.left != nil) }
    }

    /// Visits, the ticket or booking, favourites and wishes (SEC-07).
    public func ownRecords(of role: Role) -> [OwnRecord] {
        guard role.name == .shopper else { return [] }
        let shopper = ShopperID(role.number)
        return service.onLoop { service in
            let record = service.rules.record(of: shopper)
            return service.visits(of: shopper).map(\.own) + (service.rules.pending(of: shopper).map { [$0.own] } ?? [])
                + record.favourites.map { OwnRecord("favourite", ["store": $0.description]) }
                + record.wishes.map(\.own)
        }
    }
}

extension VisitRecord {
    fileprivate var own: OwnRecord {
        var fields = ["store": store.description, "entered": entered.description]
        fields["left"] = left?.description
        return OwnRecord("visit", fields)
    }
}

extension Pass {
    fileprivate var own: OwnRecord {
        OwnRecord(queue == nil ? "booking" : "ticket", ["store": store.description, "time": time.description])
    }
}

extension ShopperRecord.Wish {
    fileprivate var own: OwnRecord {
        OwnRecord(
            "wish",
            [
                "stores": wish.stores.map(\.description).joined(separator: ", "),
                "weekdays": wish.filter.weekdays.map(String.init).joined(separator: ", "),
                "from": wish.filter.from.description, "to": wish.filter.to.description,
            ])
    }
}
