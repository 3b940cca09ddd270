// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import HealthRules

/// Whom the service tells: organisations and people. Called on the loop; returns at once.
public protocol DataClients: AnyObject, Sendable {
    /// Something for a third party.
    func tell(_ party: ThirdPartyID, _ notice: PartyNotice)
    /// Something for a person's client.
    func notify(_ wearer: WearerID, _ notice: PersonNotice)
}
