// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension RaceEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration. Races have the numbers
    /// 116 to 130, 156, 206 to 219, 223, 224 and 227.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .raceCreated(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(116, a, b, c, d, e, f, g, h)
        case .raceRejected(let a, let b, let c, let d, let e): visitor.kind(117, a, b, c, d, e)
        case .raceAnnounced(let a, let b): visitor.kind(118, a, b)
        case .trackDefined(let a, let b): visitor.kind(119, a, b)
        case .trackRefused(let a, let b, let c): visitor.kind(120, a, b, c)
        case .raceStarted(let a, let b): visitor.kind(121, a, b)
        case .raceEnded(let a, let b, let c): visitor.kind(122, a, b, c)
        case .raceCancelled(let a, let b, let c): visitor.kind(123, a, b, c)
        case .racesListed(let a, let b, let c, let d, let e): visitor.kind(124, a, b, c, d, e)
        case .raceWish(let a): visitor.kind(125, a)
        case .raceAvailable(let a, let b): visitor.kind(126, a, b)
        case .joinAccepted(let a, let b, let c, let d): visitor.kind(127, a, b, c, d)
        case .joinRefused(let a, let b, let c): visitor.kind(128, a, b, c)
        case .participationEnded(let a, let b, let c, let d, let e): visitor.kind(129, a, b, c, d, e)
        case .consentAsked(let a, let b): visitor.kind(130, a, b)
        case .consentRequestRefused(let a, let b, let c): visitor.kind(156, a, b, c)
        case .consentGiven(let a, let b): visitor.kind(206, a, b)
        case .consentWithdrawn(let a, let b): visitor.kind(207, a, b)
        case .consentsKept(let a): visitor.kind(227, a)
        case .raceReminder(let a, let b): visitor.kind(208, a, b)
        case .spectatorAccepted(let a, let b, let c): visitor.kind(209, a, b, c)
        case .spectatorRefused(let a, let b, let c): visitor.kind(210, a, b, c)
        case .spectatorLeft(let a, let b, let c): visitor.kind(211, a, b, c)
        case .raceFollowed(let a, let b): visitor.kind(212, a, b)
        case .followEnded(let a, let b): visitor.kind(213, a, b)
        case .statsViewed(let a, let b, let c, let d): visitor.kind(214, a, b, c, d)
        case .userRefused(let a, let b, let c): visitor.kind(215, a, b, c)
        case .runnerStarted(let a, let b): visitor.kind(216, a, b)
        case .runnerPosition(let a, let b, let c, let d, let e): visitor.kind(217, a, b, c, d, e)
        case .runnerFinished(let a, let b, let c, let d): visitor.kind(218, a, b, c, d)
        case .runnerOut(let a, let b, let c, let d): visitor.kind(219, a, b, c, d)
        case .runnerRefused(let a, let b, let c): visitor.kind(223, a, b, c)
        case .snapshotPublished(let a, let b, let c, let d): visitor.kind(224, a, b, c, d)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(raceCreated), .of(raceRejected), .of(raceAnnounced), .of(trackDefined), .of(trackRefused), .of(raceStarted),
        .of(raceEnded), .of(raceCancelled), .of(racesListed), .of(raceWish), .of(raceAvailable), .of(joinAccepted),
        .of(joinRefused), .of(participationEnded), .of(consentAsked), .of(consentRequestRefused), .of(consentGiven),
        .of(consentWithdrawn), .of(consentsKept),
        .of(raceReminder), .of(spectatorAccepted), .of(spectatorRefused), .of(spectatorLeft), .of(raceFollowed),
        .of(followEnded), .of(statsViewed), .of(userRefused), .of(runnerStarted), .of(runnerPosition),
        .of(runnerFinished), .of(runnerOut), .of(runnerRefused), .of(snapshotPublished),
    ]
}
