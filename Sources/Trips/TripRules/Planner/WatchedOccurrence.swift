// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a plan is made from: a cycle whose inputs equal those of the plan before is neither run nor noted (issue 33, decision 7).
struct PlanInputs: Hashable, Sendable {
    /// Where the journey begins; nil where nobody knows.
    var start: Place?
    /// When the occurrence ends that it begins at; nil when it begins now.
    var from: CityTime?
    var end: Place?
    var terms: TravelTerms
    var weights: JourneyWeights
    var selected: TravelMeansSet
    var own: [ParkedVehicle]
    /// Traffic, rain, closed streets, strikes.
    var version: Int64
    var struck: TravelMeansSet
    /// Rises when the shared vehicle of the plan was taken by somebody else.
    var stock: Int32
}

/// An occurrence that a user is about to go to.
struct WatchedOccurrence: Sendable {
    let occurrence: Occurrence
    /// The located occurrence at which the journey begins, if any.
    var last: Occurrence?
    var inputs: PlanInputs?
    var plan: TripPlan?
    /// When the journey of the plan can begin.
    var from = CityTime.never
    var refusal: PlanRefusal?
    var state = JourneyState.notStarted
    /// When the user expects to arrive who is on the way.
    var expected: CityTime?
    var isDisturbed = false
    var status = TripStatus.green
    var stock: Int32 = 0

    init(_ occurrence: Occurrence) { self.occurrence = occurrence }

    var key: OccurrenceKey { OccurrenceKey(occurrence.id, occurrence.start) }

    /// Whether it is still to be set out for.
    var isPending: Bool { state == .notStarted }

    /// The status now; nil where nothing is known of the way (TRIP-STATUS).
    func status(at now: CityTime) -> TripStatus? {
        let start = occurrence.start
        guard isPending else {
            return .of(start: start, leaveAt: start, arrival: expected, state, isDisturbed: isDisturbed, at: now)
        }
        guard let plan else { return refusal == .noRoute ? .red : nil }
        // Who is there already does not set out.
        guard !plan.chosen.legs.isEmpty else { return .green }
        let arrival = plan.arrival.map { max($0, now + plan.chosen.duration) }
        return .of(start: start, leaveAt: plan.leaveAt, arrival: arrival, .notStarted, at: now)
    }

    /// The cycles after this one at which the status changes though nothing else does (issue 33, decision 7).
    func turns(after now: CityTime, _ parameters: PlanParameters) -> [CityTime] {
        guard isPending, let plan else { return [] }
        return [plan.leaveAt, plan.lastChance].map { parameters.cycle(notAfter: $0) + parameters.cycle }.filter {
            $0 > now && $0 < occurrence.start
        }
    }

    /// From which cycle on it is looked at whenever something has changed (TRIP-CYCLE).
    func watchedFrom(_ parameters: PlanParameters) -> CityTime {
        parameters.watchedFrom(start: occurrence.start, due: plan?.noticeDue ?? .never)
    }
}
