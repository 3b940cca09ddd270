// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules
import RuleTestKit
import Testing

/// Races among users, organisers and phones that do anything at any time.
@Suite struct RandomRaceTests {
    private static func message(_ chance: inout SplitMix64, _ city: RaceCity) -> RaceMessage {
        let user = RaceUserID(1 + chance.number(0...11))
        let organiser = OrganiserID(1 + chance.number(0...1))
        let race = RaceID(chance.number(0...city.rules.races.count + 1))
        switch chance.number(0...25) {
        case 0...1:
            let start = city.now + .minutes(chance.number(0...39) - 4)
            let track =
                chance.once(in: 8)
                ? RaceCity.outside : [RaceCity.track, RaceCity.track, [.origin], nil][chance.number(0...3)]
            return .organiser(
                organiser,
                .create(
                    RaceForm(
                        start: chance.number(0...11) == 0 ? nil : start,
                        end: start + .minutes(chance.number(0...29) - 1),
                        maximum: Int32(chance.number(0...5)), spectators: Int32(chance.number(0...3)) - 1, track: track)
                ))
        case 2:
            return .organiser(
                organiser,
                .defineTrack(race, chance.pick([RaceCity.track, RaceCity.track, RaceCity.outside, []])))
        case 3: return .organiser(organiser, .askConsent(user))
        case 4: return .organiser(organiser, .listComing)
        case 5...9: return .user(user, .join(race))
        case 10...12: return .user(user, .giveConsent(organiser))
        case 13: return .user(user, .withdrawConsent(organiser))
        case 14: return .user(user, .spectate(race))
        case 15: return .user(user, .stopSpectating(race))
        case 16: return .user(user, .follow(race))
        case 17: return .user(user, .unfollow(race))
        case 18: return .user(user, .viewStatistics(race))
        case 19: return .user(user, .list(RaceListPurpose.allCases[chance.number(0...2)]))
        case 20: return .user(user, .addWish)
        case 21...23:
            // Mostly of somebody who is on a track.
            let on = chance.once(in: 8) ? nil : city.rules.races.last { $0.phase == .running && $0.participants > 0 }
            let (runner, track) = (on?.participantList.first ?? user, on?.id ?? race)
            return .runner(
                runner, chance.pick([.crossedStart(track), .crossedFinish(track), .out(track, .droppedOut)]))
        case 24: return chance.number(0...7) == 0 ? .forget(user) : .enrol(user)
        default:
            return .positions(
                race,
                [
                    RunnerFix(
                        user, at: .origin, covered: .metres(chance.number(0...1199)),
                        age: .seconds(chance.number(0...2)))
                ])
        }
    }

    private static func city(_ seed: Int) -> RaceCity {
        var chance = SplitMix64(seed: seed)
        var parameters = RaceParameters()
        parameters.interval = .seconds(30)
        parameters.reminder = .minutes(10)
        var city = RaceCity(parameters)
        city.phones = { race, _ in (1...12).map { RunnerFix(RaceUserID($0), at: .origin, covered: .zero, age: .zero) } }
        // In every second world the health data service keeps the consents.
        if !seed.isMultiple(of: 2) { city.take(.consentsKept(by: .healthData)) }
        for _ in 0..<300 {
            city.at(city.now + .seconds(chance.number(0...39)))
            for _ in 0...chance.number(0...2) { city.take(message(&chance, city)) }
        }
        city.run(until: city.now + .hours(2))
        return city
    }

    @Test("Whatever happens, no rule is broken, both lists are the same, and every refusal and every fact occurs")
    func random() {
        var names: Set<String> = []
        var reasons: Set<String> = []
        for seed in 0..<150 {
            let city = Self.city(seed)
            #expect(city.violations.isEmpty, "seed \(seed): \(city.violations.prefix(3))")
            names.formUnion(city.notes.map(\.event.name))
            reasons.formUnion(city.joinRefusals.map { "join \($0.word)" })
            reasons.formUnion(city.userRefusals.map { "user \($0.word)" })
            reasons.formUnion(city.runnerRefusals.map { "runner \($0.word)" })
            reasons.formUnion(city.spectatorRefusals.map { "spectator \($0.word)" })
            reasons.formUnion(city.rejections.map { "race \($0.word)" })
            reasons.formUnion(city.trackRefusals.map { "track \($0.word)" })
            reasons.formUnion(city.consentRefusals.map { "consent \($0.word)" })
        }
        #expect(Set(RaceEvent.kinds.map(\.name)).subtracting(names) == [])
        let all =
            JoinRefusal.allCases.map { "join \($0.word)" } + RaceUserRefusal.allCases.map { "user \($0.word)" }
            + RunnerRefusal.allCases.map { "runner \($0.word)" }
            + SpectatorRefusal.allCases.map { "spectator \($0.word)" }
            + RaceRefusal.allCases.map { "race \($0.word)" } + TrackRefusal.allCases.map { "track \($0.word)" }
            + ConsentRequestRefusal.allCases.map { "consent \($0.word)" }
        #expect(Set(all).subtracting(reasons) == [])
    }

    @Test("Every event is plain bytes, so that noting one allocates nothing")
    func plainBytes() { #expect(_isPOD(Record<RaceEvent>.self) && _isPOD(RunnerFix.self)) }

    @Test("A track's places: by the way covered, over corners, and not beyond the finish")
    func track() throws {
        let corner = Place(metresEast: 300, north: 0)
        let track = try #require(RaceTrack([.origin, corner, corner, Place(metresEast: 300, north: 400)]))
        #expect(track.length == .metres(700))
        var part: Int32 = 0
        let places = [0, 150, 300, 500, 700, 900].map { track.place(at: .metres($0), after: &part) }
        #expect(
            places == [
                .origin, Place(metresEast: 150, north: 0), corner, Place(metresEast: 300, north: 200),
                Place(metresEast: 300, north: 400), Place(metresEast: 300, north: 400),
            ])
    }
}
