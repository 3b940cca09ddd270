// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a service keeps at a client: what its people were told beside answers, and who waits for more.
///
/// A client makes one of each type, when the service first needs it. A part belongs to its client, and is reached only from
/// code that runs on it, so it needs no protection of its own.
public protocol ClientPart: AnyObject {
    /// Nothing is kept yet.
    init()
    /// A session of any service began at this client. A part that is made later is told of those that are open.
    func began(_ session: Session, at client: CityClient)
    /// Somebody has logged out, or has deleted the account, and has no other session here: there is nobody to tell.
    func left(_ person: Role)
    /// No news will come: whoever waits is told, in an order that is the same in every run.
    func close()
}

extension ClientPart {
    /// Needs no session.
    public func began(_ session: Session, at client: CityClient) {}
    /// Keeps nothing of a single person that somebody could wait for.
    public func left(_ person: Role) {}
    /// Nobody waits.
    public func close() {}
}

extension CityClient {
    /// What a service keeps here; made when it is first asked for.
    public func part<Part: ClientPart>(_ type: Part.Type) -> Part {
        if let part = parts[ObjectIdentifier(type)] as? Part { return part }
        let part = Part()
        parts[ObjectIdentifier(type)] = part
        partsInOrder.append(part)
        // In a fixed order: the order of a dictionary differs from process to process.
        let open = sessions.values.sorted { ($0.token.high, $0.token.low) < ($1.token.high, $1.token.low) }
        for session in open { part.began(session, at: self) }
        return part
    }
}
