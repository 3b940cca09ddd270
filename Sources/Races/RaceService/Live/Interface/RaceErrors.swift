// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import RaceRules

/// Why somebody did not join a race (RACE-JOIN).
public typealias RaceJoinError = RefusedError<JoinRefusal>

/// Why somebody was not registered as spectator (RACE-SPECTATOR).
public typealias SpectatorError = RefusedError<SpectatorRefusal>

/// Why another wish of a user of the race service was refused; nothing was changed.
public typealias RaceUserError = RefusedError<RaceUserRefusal>

/// Why a report of a runner's phone was not taken.
public typealias RunnerError = RefusedError<RunnerRefusal>

/// Why a race has no track yet (RACE-CREATE-ROUTE).
public typealias TrackError = RefusedError<TrackRefusal>

/// Why a user was not asked for consent to an organiser (DEC-RACE-CONSENT).
public typealias ConsentRequestError = RefusedError<ConsentRequestRefusal>

/// Why a race was not created (RACE-R24).
public enum RaceFormError: ServiceError {
    /// The form broke this rule.
    case refused(RaceRefusal)
    /// RACE-CREATE-EXC: these items are missing.
    case missing([RaceFormItem])
    /// The call did not reach the service.
    case access(AccessError)

    init(_ refusal: RaceRefusal, missing: [RaceFormItem]) {
        self = refusal == .missing ? .missing(missing) : .refused(refusal)
    }
}
