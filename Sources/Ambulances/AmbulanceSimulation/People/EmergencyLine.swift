// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import AmbulanceService
import CityLoop
import CityModel
import CitySlices
import RandomStreams

/// Everybody around the ambulance service: the people who call, of whom nothing is known, the call-takers, and the crews.
///
/// Whatever is drawn for a call belongs to the call's number in the stream, so that more ambulances, or SOS calls between them,
/// leave every call as it was (SIM-02).
final actor EmergencyLine: TimedActor, @preconcurrency DirectEntry, AmbulanceClients, RoleSource {
    nonisolated let loop: CityLoop
    nonisolated private let crews: AmbulanceCrews
    private let section: AmbulancesSection
    nonisolated private let service: AmbulanceService
    private let key: StreamKey
    private let places: ZoneChooser?
    private let shares: [Double]
    private var arrivals: Arrivals
    private var placeDraws: RandomStream
    private var priorityDraws: RandomStream
    /// How many people have called.
    private var calls: UInt64 = 0
    private static let nextCall: TimerTag = 0

    init(
        _ section: AmbulancesSection, service: AmbulanceService, layout: any ZoneLayout, key: StreamKey,
        start: CityTime, end: CityTime
    ) {
        self.section = section
        self.service = service
        self.key = key
        loop = service.loop
        crews = AmbulanceCrews(section.priorities, service: service, key: key)
        places = ZoneChooser(section.calls.zones, layout: layout)
        shares = section.priorities.map(\.share)
        arrivals = Arrivals(
            .daily(section.calls.perDay, shares: section.calls.hourly, from: start.midnight, until: end),
            from: start.midnight, RandomStream(key, for: .emergencies, of: 0),
            start: start, end: end)
        placeDraws = RandomStream(key, for: .emergencyPlaces, of: 0)
        priorityDraws = RandomStream(key, for: .urgency, of: 0)
    }

    // MARK: Calls

    /// The run begins. In a replay it never does: there the calls, and the reports of crews, come from the input log.
    nonisolated func begin(among people: People) {
        service.onLoop { $0.connect(self) }
        onLoop { $0.planNext() }
    }

    private func planNext() {
        if let next = arrivals.next() { loop.schedule(self, Self.nextCall, at: next, as: .arrival) }
    }

    /// Somebody calls, or a call-taker has heard enough: the tag is 0, or the number of the call.
    func timerFired(_ tag: TimerTag) {
        guard tag == Self.nextCall else {
            let call = AmbulanceCallID(Int32(truncatingIfNeeded: tag))
            return service.onLoop { $0.take(.assessed(call)) }
        }
        let place = places?.place(&placeDraws) ?? .origin
        let priority = Int32(priorityDraws.pick(weights: shares) + 1)
        service.onLoop { $0.take(.call(place, priority: priority)) }
        planNext()
    }

    nonisolated func assess(_ call: AmbulanceCallID, priority: Int32) {
        onLoop { $0.listen(to: call, priority: priority) }
    }

    private func listen(to call: AmbulanceCallID, priority: Int32) {
        calls += 1
        let number = calls
        crews.onLoop { $0.know(call, as: number) }
        var stream = RandomStream(key, for: .callHandling, of: number)
        let handling = stream.time(section.priorities[Int(priority) - 1].handling)
        loop.schedule(self, TimerTag(UInt32(bitPattern: call.number)), at: loop.now + handling, as: .arrival)
    }

    // MARK: Crews

    nonisolated func order(_ ambulance: AmbulanceID, _ order: CrewOrder) {
        crews.onLoop { $0.take(order, ambulance) }
    }

    /// Nobody of a health service is here.
    nonisolated func answer(_ patient: PatientID, _ answer: SOSAnswer) {}

    // MARK: People

    /// Nobody of the city's people has a role with ambulances: calls are anonymous.
    nonisolated func end() {}
}
