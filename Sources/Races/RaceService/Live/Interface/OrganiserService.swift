// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import RaceRules

/// What a third party that organises races asks of the race service (RACE-R24). The token is one of `RaceUserService.loginToRaces`.
public protocol OrganiserService: Sendable {
    /// Opens an organiser's account, which is usable at once. Returns its number.
    func createOrganiser(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID

    /// The coming events, to look at before a race is created.
    func comingRaces(_ token: Token) async throws(AccessError) -> [RaceRow]
    /// Creates a race by its times, its track and the largest number of participants; all users are notified (RACE-CREATE-NOTIFY).
    func createRace(_ token: Token, _ form: RaceForm) async throws(RaceFormError) -> RaceID
    /// Defines the track of a race that has none (RACE-CREATE-ROUTE).
    func defineTrack(_ token: Token, of race: RaceID, _ places: [Place]) async throws(TrackError)
    /// Asks a user for consent (DEC-RACE-CONSENT).
    func askConsent(_ token: Token, of user: RaceUserID) async throws(ConsentRequestError)
}
