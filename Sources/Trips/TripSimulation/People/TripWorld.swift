// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
import CityModel
import CitySlices
import Journeys
import RandomStreams
import Transit
import TripRules

/// The city as people need it whose day is a plan.
struct TripWorld: Sendable {
    let groups: [PeopleGroup]
    /// By group: what stands in its calendar.
    let calendars: [Int: [GroupCalendar.Entry]]
    let section: TripsSection
    let loop: CityLoop
    let log: EventLog
    /// How long taxis take to come lately; nil where there are none.
    let waits: (any WaitingTimes)?
    let layout: any ZoneLayout
    let travel: any Router
    let key: StreamKey
    let start: CityTime
    let end: CityTime
    let journeys: CityJourneys
    /// Where shared vehicles stand that are free.
    let stands: VehicleStands
    /// All of them as the planner knows them at first.
    let vehicles: SharedPool
    /// By the number of a vehicle less 1, whose it is.
    private let providers: [TripProviderID]
    /// How long a booking holds.
    let holding = PlanParameters().holding
    /// When it rains.
    let rains: [Range<CityTime>]
    /// When lines do not run.
    let strikes: [CityJourneys.Strike]
    /// How late trips of lines are.
    let delays: LineDelays

    init(
        _ city: SliceCity, groups: [PeopleGroup], section: TripsSection, calendars: [Int: [GroupCalendar.Entry]]
    ) {
        self.groups = groups
        self.calendars = calendars
        self.section = section
        (loop, log, layout, travel, key) = (city.host.loop, city.host.log, city.peopleLayout, city.travel, city.key)
        waits = city.host.services.lazy.compactMap { $0 as? any WaitingTimes }.first
        let scenario = city.scenario
        (start, end) = (scenario.start, scenario.end)
        var (strikes, rains, instants): ([CityJourneys.Strike], [Range<CityTime>], [CityTime]) = ([], [], [])
        for change in scenario.changes {
            switch change.kind {
            case .rain: rains.append(change.from..<change.until)
            case .strike(let means):
                strikes.append(CityJourneys.Strike(means: means, from: change.from, until: change.until))
            case .closure, .surge: break
            }
            instants += [change.from, change.until]
        }
        (self.rains, self.strikes) = (rains, strikes)
        journeys = CityJourneys(
            router: city.travel, stops: city.stops, strikes: strikes, instants: instants,
            traffic: scenario.travel.traffic)
        var vehicles: [ParkedVehicle] = []
        var (pool, providers): (SharedPool, [TripProviderID]) = (SharedPool(), [])
        for (index, fleet) in section.vehicles.enumerated() {
            let chooser = ZoneChooser(fleet.zones, layout: city.peopleLayout)
            for member in 0..<fleet.count {
                var stream = RandomStream(
                    city.key, for: .vehicleStands, of: UInt64(index) << 32 | UInt64(member))
                let place = chooser?.place(ofMember: member, &stream) ?? .origin
                let provider = TripProviderID(Int32(index + 1))
                let number = pool.add(fleet.means, of: provider, at: place)
                vehicles.append(ParkedVehicle(number: number, means: fleet.means, place: place))
                providers.append(provider)
            }
        }
        (self.vehicles, self.providers, stands) = (pool, providers, VehicleStands(vehicles))
        delays = LineDelays(scenario.travel.timetable, stops: city.stops, key: city.key)
    }

    func provider(of vehicle: Int32) -> TripProviderID { providers[Int(vehicle) - 1] }

    /// The means whose lines do not run.
    func struck(at time: CityTime) -> TravelMeansSet {
        strikes.reduce(into: []) { if $1.from <= time, time < $1.until { $0.formUnion($1.means) } }
    }

    func isRaining(at time: CityTime) -> Bool { rains.contains { $0.contains(time) } }
}

/// How late each trip of a line is, drawn once for the trip and its day: all who are in it come as late.
final class LineDelays: Sendable {
    private let distributions: [Distribution?]
    private let key: StreamKey

    init(_ section: TimetableSection?, stops: StopMap?, key: StreamKey) {
        self.key = key
        guard let section, let timetable = stops?.timetable else {
            distributions = []
            return
        }
        distributions = (0..<timetable.lineCount).map { line in
            section.late.first { $0.line == nil || $0.line == timetable.lineNames[line] }?.delay
        }
    }

    /// How much later than in the timetable a trip is, all along its way; never early.
    func delay(of leg: LineLeg) -> TimeSpan {
        guard distributions.indices.contains(Int(leg.line)), let distribution = distributions[Int(leg.line)] else {
            return .zero
        }
        var stream = RandomStream(
            key, for: .lineDelays, of: UInt64(UInt32(bitPattern: leg.day)) << 32 | UInt64(UInt32(bitPattern: leg.trip)))
        return max(.zero, .seconds(stream.draw(distribution)).roundedToMilliseconds)
    }
}
