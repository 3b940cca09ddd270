// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
import CityLoop
public import CityModel
import HealthRules

/// What the accounts of people and organisations ask of the health service.
///
/// The health monitor numbers people and the data service organisations, each from 1 on; accounts keep these numbers over a restart.
public final class HealthRolePort: RolePort {
    /// The rules of the accounts.
    public let rules: any RoleRules = HealthRoles()
    private let monitor: HealthMonitor
    private let broker: DataBroker

    /// Opens the port.
    public init(_ monitor: HealthMonitor, _ broker: DataBroker) { (self.monitor, self.broker) = (monitor, broker) }

    /// The next number of a person or organisation. The system manager has one at installation.
    public func newPerson(_ type: RoleName, from connection: Connection) -> Int32 {
        switch type {
        case .wearer: Int32(monitor.onLoop { $0.rules.wearerCount }) + 1
        case .thirdParty: broker.onLoop { $0.rules.partyCount } + 1
        default: connection.role.number
        }
    }

    /// A person may leave at any time.
    public func obstacle(toDeleting role: Role) -> DeletionRefusal? { role.name == .wearer ? nil : .onlyByOperator }

    /// A person or organisation is here from now on, or has other data.
    public func entered(_ account: Account) {
        switch account.type {
        case .wearer:
            guard let data = account.personalData else { return }
            monitor.onLoop { $0.take(.account(WearerID(account.person), .entered(data))) }
        case .thirdParty:
            broker.onLoop { broker in
                while broker.rules.partyCount < account.person { broker.addParty() }
            }
        default: break
        }
    }

    /// A person's phone sends nothing any more.
    public func sessionEnded(_ role: Role) {
        guard role.name == .wearer else { return }
        monitor.onLoop { $0.take(.account(WearerID(role.number), .loggedOut)) }
    }

    /// Everything of a person is erased. Returns how many records there were: requests, and batches, of which none is read for it.
    public func forget(_ role: Role) -> Int {
        guard role.name == .wearer else { return 0 }
        let wearer = WearerID(role.number)
        let count = broker.onLoop { $0.rules.consents.pairs(of: wearer).count + $0.storedCount(of: wearer) }
        monitor.onLoop { $0.take(.account(WearerID(role.number), .closed)) }
        return count
    }

    /// Who asked for a person's data, and every batch (SEC-07).
    public func ownRecords(of role: Role) -> [OwnRecord] {
        guard role.name == .wearer else { return [] }
        let wearer = WearerID(role.number)
        return broker.onLoop { broker in
            broker.rules.consents.pairs(of: wearer).map { pair in
                OwnRecord(
                    "request",
                    [
                        "organisation": pair.party.description, "state": "\(pair.state)",
                        "subscribed": pair.isSubscribed ? "yes" : "no",
                    ])
            }
                + broker.stored(of: wearer).map { batch in
                    var fields = [
                        "start": batch.start.description, "end": batch.end.description,
                        "place": "\(batch.place.east), \(batch.place.north)",
                    ]
                    for value in DeliveredBatch(batch).values {
                        fields[value.parameter.word] = "\(value.hundredths) hundredths"
                    }
                    return OwnRecord("batch", fields)
                }
        }
    }
}
