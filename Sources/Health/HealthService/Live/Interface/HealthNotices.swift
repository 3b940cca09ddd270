// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import HealthRules

/// Brings an SOS as a text message to whoever sends ambulances (HEALTH-SOS-SMS). Called on the loop; returns at once.
public protocol SOSCarrier: AnyObject, Sendable {
    /// Takes the text. What came of it goes to the health monitor as `answered`.
    func send(_ sos: SOSText)
}

/// Hands what a health service says to people on to their client, and SOS to whoever brings them.
public final class HealthNotices: HealthClients {
    private let client: CityClient
    private let carrier: any SOSCarrier

    /// Between a health service and this client and carrier. The service keeps it weakly.
    public init(_ client: CityClient, carrier: any SOSCarrier) { (self.client, self.carrier) = (client, carrier) }

    /// Something for a person.
    public func tell(_ notice: WearerNotice) { client.notify(notice) }
    /// An SOS goes out.
    public func send(_ sos: SOSText) { carrier.send(sos) }
}
