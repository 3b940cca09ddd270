// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the health service knows of a user besides name and password.
public struct PersonalData: Hashable, Sendable, Codable {
    /// The social security number or fiscal code, by which organisations name a person (HEALTH-R7).
    public var number: String
    /// The day of birth.
    public var birth: CivilDate
    /// Where the person lives.
    public var residence: Place

    /// States all.
    public init(number: String, birth: CivilDate, residence: Place) {
        self.number = number
        self.birth = birth
        self.residence = residence
    }
}

/// Takes what the health monitor stores: every sound batch, and who the users are. Called on the loop.
public protocol BatchReceiver: AnyObject, Sendable {
    /// Somebody registered. Nobody else has the social security number.
    func registered(_ wearer: WearerID, _ data: PersonalData)
    /// Personal data changed (ACCOUNT-TRACK-R31).
    func changed(_ wearer: WearerID, _ data: PersonalData)
    /// The account is deleted, and all that was kept of the person with it.
    func left(_ wearer: WearerID)
    /// A sound batch was received, in the order of its person.
    func take(_ batch: HealthBatch)
    /// All batches sent at once that were received before this time have been taken; `never` for all.
    func handled(until time: CityTime)
    /// The service has crashed, and everything of it is down, or the system manager has restarted it (AVAIL-08).
    func service(isUp: Bool)
}
