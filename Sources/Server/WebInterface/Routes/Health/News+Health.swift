// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import HealthRules

extension WebNews {
    /// How a person with a device is told something: `consent.asked` and so on. Nothing of a notice lies in the city's layout.
    static func of(_ notice: PersonNotice, _ layout: any ZoneLayout) -> WebNews {
        switch notice {
        case .asked(let party): WebNews("consent.asked", ["party": JSONValue(party)])
        case .stored(let party, let state):
            WebNews("consent.stored", ["party": JSONValue(party), "state": .text(state.word)])
        case .requests(let rows): WebNews("consent.requests", HealthJSON.of(rows))
        case .subscriptionEnded(let party): WebNews("consent.subscriptionEnded", ["party": JSONValue(party)])
        case .refused(let party, let reason):
            WebNews("consent.refused", ["party": JSONValue(party), "reason": .text(reason.word)])
        }
    }

    /// How an organisation is told something: `data.batch` of a person, `group.answered` of a group, and so on.
    static func of(_ notice: PartyNotice, _ layout: any ZoneLayout) -> WebNews {
        switch notice {
        case .forwarded(let wearer): WebNews("data.forwarded", ["wearer": JSONValue(wearer)])
        case .status(let wearer, let state):
            WebNews("data.status", ["wearer": JSONValue(wearer), "state": .text(state.word)])
        case .requestRefused(let reason): WebNews("data.requestRefused", ["reason": .text(reason.word)])
        case .answered(let wearer, let state):
            WebNews("data.answered", ["wearer": JSONValue(wearer), "state": .text(state.word)])
        case .batches(let wearer, let batches):
            WebNews(
                "data.batches",
                ["wearer": JSONValue(wearer), "batches": .list(batches.map { HealthJSON.of($0, layout) })])
        case .denied(let wearer, let reason):
            WebNews("data.denied", ["wearer": JSONValue(wearer), "reason": .text(reason.word)])
        case .subscribed(let wearer): WebNews("data.subscribed", ["wearer": JSONValue(wearer)])
        case .subscriptionEnded(let wearer, let cause):
            WebNews("data.subscriptionEnded", ["wearer": JSONValue(wearer), "cause": .text(cause.word)])
        case .unsubscribeRefused(let wearer, let reason):
            WebNews("data.unsubscribeRefused", ["wearer": JSONValue(wearer), "reason": .text(reason.word)])
        case .batch(let wearer, let batch):
            WebNews("data.batch", ["wearer": JSONValue(wearer), "batch": HealthJSON.of(batch, layout)])
        case .left(let wearer): WebNews("data.left", ["wearer": JSONValue(wearer)])
        case .group(let group, let answer):
            WebNews("group.answered", ["group": JSONValue(group), "answer": HealthJSON.of(answer)])
        case .groupRefused(let group, let reason):
            WebNews(
                "group.refused",
                ["group": JSONValue(group), "reason": .text(reason.word), "advice": .text(reason.advice.word)])
        case .groupFrozen(let group): WebNews("group.frozen", ["group": JSONValue(group)])
        case .groupSubscribed(let group): WebNews("group.subscribed", ["group": JSONValue(group)])
        case .groupPaused(let group): WebNews("group.paused", ["group": JSONValue(group)])
        case .groupResumed(let group): WebNews("group.resumed", ["group": JSONValue(group)])
        case .groupEnded(let group): WebNews("group.ended", ["group": JSONValue(group)])
        case .groupStopRefused(let group, let reason):
            WebNews("group.stopRefused", ["group": JSONValue(group), "reason": .text(reason.word)])
        }
    }
}
