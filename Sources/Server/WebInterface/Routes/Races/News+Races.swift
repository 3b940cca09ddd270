// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RaceRules

extension WebNews {
    /// How a user of the race service is told something: `race.announced` and so on, one name for each kind of notice.
    static func of(_ notice: RaceNotice, _ layout: any ZoneLayout) -> WebNews {
        switch notice {
        case .announced(let row): WebNews("race.announced", RaceJSON.of(row))
        case .races(let rows, let purpose): WebNews("race.races", RaceJSON.races(rows, purpose))
        case .available(let row): WebNews("race.available", RaceJSON.of(row))
        case .wishStored: WebNews("race.wishStored")
        case .joined(let row): WebNews("race.joined", RaceJSON.of(row))
        case .joinRefused(let race, let reason):
            WebNews("race.joinRefused", ["race": JSONValue(race), "reason": .text(reason.word)])
        case .consentAsked(let organiser): WebNews("race.consentAsked", ["organiser": JSONValue(organiser)])
        case .consentStored(let organiser): WebNews("race.consentStored", ["organiser": JSONValue(organiser)])
        case .consentRemoved(let organiser): WebNews("race.consentRemoved", ["organiser": JSONValue(organiser)])
        case .participationEnded(let race): WebNews("race.participationEnded", ["race": JSONValue(race)])
        case .reminder(let row): WebNews("race.reminder", RaceJSON.of(row))
        case .spectatorAccepted(let race): WebNews("race.spectatorAccepted", ["race": JSONValue(race)])
        case .spectatorRefused(let race, let reason):
            WebNews("race.spectatorRefused", ["race": JSONValue(race), "reason": .text(reason.word)])
        case .spectatorLeft(let race): WebNews("race.spectatorLeft", ["race": JSONValue(race)])
        case .following(let race, let track, let participants):
            WebNews(
                "race.following", ["race": JSONValue(race), "map": RaceJSON.map(track, participants, layout)])
        case .followEnded(let race): WebNews("race.followEnded", ["race": JSONValue(race)])
        case .statistics(let race, let statistics):
            WebNews("race.statistics", ["race": JSONValue(race), "statistics": RaceJSON.of(statistics)])
        case .trackDefined(let race, let length):
            WebNews("race.trackDefined", ["race": JSONValue(race), "lengthMetres": .number(length.inMetres)])
        case .started(let race): WebNews("race.started", ["race": JSONValue(race)])
        case .ended(let race): WebNews("race.ended", ["race": JSONValue(race)])
        case .cancelled(let race, let cause):
            WebNews("race.cancelled", ["race": JSONValue(race), "cause": .text(cause.word)])
        case .refused(let reason): WebNews("race.refused", ["reason": .text(reason.word)])
        case .runnerRefused(let race, let reason):
            WebNews("race.runnerRefused", ["race": JSONValue(race), "reason": .text(reason.word)])
        }
    }
}
