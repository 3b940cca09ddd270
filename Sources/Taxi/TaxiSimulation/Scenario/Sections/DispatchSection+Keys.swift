// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiRules

extension DispatchSection.Neighbours {
    static let section = Section(
        "dispatch-neighbours", "Zones around a call's own whose drivers are asked when nobody of its own is left.",
        blank: Self(),
        [
            Field(
                "rings", \.rings, .whole(1...5),
                "How far around: 1 for zones that touch it, 2 for those that touch these too. Nearer ones are asked first."
            ),
            Field(
                "after", \.after, .time(.zero ... .hours(1)),
                "How long a call that finds nobody waits for a driver of its own zone before."),
        ])
}

extension DispatchSection.SendFree {
    static let section = Section(
        "dispatch-send-free", "Free taxis that are sent to zones that are short of them.", blank: Self(),
        [Field("every", \.every, .time(.minutes(1) ... .hours(4)), "How often.")])
}

extension DispatchSection {
    /// The key that chooses one of these policies.
    static func policy(among policies: [NamedPolicy]) -> Field<DispatchSection> {
        Field(
            "policy", \.policy, .word(policies.map { ($0.name, $0) }),
            "Which driver is asked first: "
                + policies.map { "`\($0.name)`, \($0.meaning)" }.joined(separator: "; ") + " (TAXI-DISPATCH-01).")
    }

    static let section = Section(
        "dispatch", "Parameters of the taxi rules. Every default is the rule's own value.", blank: DispatchSection(),
        [
            policy(among: NamedPolicy.all),
            Field(
                "offer-deadline", \.rules.offerDeadline, .time(.seconds(1) ... .hours(1)),
                "Time to answer an offer (TAXI-OFFER-06)."),
            Field(
                "arrival-poll", \.arrivalPoll, .time(.seconds(1) ... .hours(24)),
                "Interval at which a client asks for the arrival (TAXI-CALL-14)."),
            Field(
                "gps-limit", \.rules.gpsLimit, .length(.zero ... .metres(10_000)),
                "Largest GPS error radius that may be used (TAXI-CALL-01A)."),
            Field(
                "boarding-radius", \.rules.boardingRadius, .length(.zero ... .metres(1000)),
                "The driver is prompted within this distance of the passenger (TAXI-CALL-16)."),
            Field(
                "offer-cell", \.rules.offerCell, .length(.metres(1) ... .metres(10_000)),
                "Side of the square that an offer shows before acceptance (DEC-OFFER-LOCATION)."),
            Field(
                "no-show-wait", \.rules.noShowWait, .time(.zero ... .hours(24)),
                "How long a driver waits when nobody is at the meeting point (DEC-CALL-CANCEL)."),
            Field(
                "shift-limit", \.rules.shiftLimit, ValueFormat<TimeSpan>.time(.minutes(1) ... .hours(48)).orNone,
                "Longest time in service (OPS-05)."),
            Field(
                "waiting-room", \.rules.waitingRoom, .whole(0...1_000_000),
                "How many calls of a zone may wait while no queued driver can take them; further calls are "
                    + "aborted, by default all (TAXI-CALL-05)."),
            Field(
                "neighbours", \.neighbours, Neighbours.section.format.orNone,
                "Whether calls that find no driver in their zone are put to those of zones around it, which the rule does not know (TAXI-CALL-05)."
            ),
            Field(
                "batch", \.rules.batch, .time(.zero ... .minutes(10)),
                "Calls are asked for together so often, such as each 5 s: as many as can be, with the least approach in all, in place of each at once, by the order of queues and calls (TAXI-CALL-04, -06). 0 s for each at once; needs the policy `fifo`."
            ),
            Field(
                "send-free", \.sendFree, SendFree.section.format.orNone,
                "Whether the service sends free taxis from zones that have many for the calls of the last hour to zones that have few; who is sent drives there and joins the queue at its bottom."
            ),
            Field(
                "outside-zones", \.outsideZones, .word(),
                "What happens to an available taxi that leaves all zones, as at a gap in the map: `off-shift`: it is out of "
                    + "service until its driver sets it in service again (TAXI-QUEUE-12); `keep-zone`: it keeps its position in "
                    + "the last zone's queue until it enters another zone."),
            Field(
                "undersupply-limit", \.undersupplyLimit, .share,
                "Share of aborted calls above which a zone is flagged (DEC-SUPPLY)."),
            Field(
                "aboard-limit", \.aboardLimit, .time(.seconds(1) ... .hours(24)),
                "A passenger who is aboard so long after the first call is aboard in time. Changes nothing in a run, only the "
                    + "metrics `wishes`."),
            Field(
                "same-wish", \.sameWish, .time(.zero ... .hours(24)),
                "A call so long after the same passenger's request was aborted is one for the same wish, which counts once. "
                    + "Changes nothing in a run, only the metrics `wishes`."),
            Field(
                "web-position", \.rules.webPosition, .flag,
                "Whether the web client may use the browser's position (DEC-WEB-LOCATION)."),
        ])
}
