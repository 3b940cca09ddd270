// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import RaceRules

extension CityClient: OrganiserService {
    /// Opens an organiser's account (RACE-R24).
    public func createOrganiser(_ form: RegistrationForm) async throws(RegistrationError) -> AccountID {
        try await createAccount(form, as: .organiser, of: .races)
    }

    /// The coming events (RACE-R24).
    public func comingRaces(_ token: Token) async throws(AccessError) -> [RaceRow] {
        guard case .coming(let rows) = try await organise(token, .listComing, AccessError.self) else {
            throw .misunderstood
        }
        return rows
    }

    /// Creates a race (RACE-R24).
    public func createRace(_ token: Token, _ form: RaceForm) async throws(RaceFormError) -> RaceID {
        switch try await organise(token, .create(form), RaceFormError.self) {
        case .created(let race): return race
        case .rejected(let refusal, let missing): throw RaceFormError(refusal, missing: missing)
        default: throw .access(.misunderstood)
        }
    }

    /// Defines the track of a race that has none (RACE-CREATE-ROUTE).
    public func defineTrack(_ token: Token, of race: RaceID, _ places: [Place]) async throws(TrackError) {
        switch try await organise(token, .defineTrack(race, places), TrackError.self) {
        case .trackDefined(race): return
        case .trackRefused(race, let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    /// Asks a user for consent (DEC-RACE-CONSENT).
    public func askConsent(_ token: Token, of user: RaceUserID) async throws(ConsentRequestError) {
        switch try await organise(token, .askConsent(user), ConsentRequestError.self) {
        case .consentAsked(user): return
        case .consentRequestRefused(user, let refusal): throw .refused(refusal)
        default: throw .access(.misunderstood)
        }
    }

    private func organise<Failure: ServiceError>(
        _ token: Token, _ message: OrganiserMessage, _ failure: Failure.Type
    ) async throws(Failure) -> OrganiserAnswer? {
        let found = try await exchange(token, failure) {
            RaceMessage.organiser(OrganiserID($0.role.number), message)
        }
        return found.last { (answer: OrganiserAnswer) in answer }
    }

    /// Takes the answer to an organiser.
    nonisolated public func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) {
        onLoop { $0.note(answer, for: Connection(.organiser(organiser))) }
    }
}
