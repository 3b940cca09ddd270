// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
import CityLoop
public import CityModel
public import RaceRules

// What a runner's phone says.
extension CityClient {
    /// The start line is crossed.
    public func crossedStart(_ token: Token, of race: RaceID) async throws(RunnerError) {
        try await report(token, .crossedStart(race), of: race)
    }

    /// The finish line is crossed.
    public func crossedFinish(_ token: Token, of race: RaceID) async throws(RunnerError) {
        try await report(token, .crossedFinish(race), of: race)
    }

    /// The runner is out.
    public func leaveTrack(_ token: Token, of race: RaceID, isCutOff: Bool = false) async throws(RunnerError) {
        try await report(token, .out(race, isCutOff ? .cutOff : .droppedOut), of: race)
    }

    private func report(_ token: Token, _ message: RunnerMessage, of race: RaceID) async throws(RunnerError) {
        let found = try await exchange(token, RunnerError.self) { RaceMessage.runner($0.raceUser, message) }
        let refusal: RunnerRefusal? = found.last { (notice: RaceNotice) in
            if case .runnerRefused(race, let refusal) = notice { refusal } else { nil }
        }
        if let refusal { throw .refused(refusal) }
    }

    /// Where a runner is (RACE-R19).
    public func reportPosition(
        _ token: Token, in race: RaceID, at place: Place, covered: Distance
    ) async throws(AccessError) {
        let user = try raceUser(token, AccessError.self)
        racePart.report(user, in: race, at: place, covered: covered, at: loop.now)
    }

    func fixes(of race: RaceID) -> [RunnerFix] { racePart.fixes(of: race, at: loop.now) }
}
