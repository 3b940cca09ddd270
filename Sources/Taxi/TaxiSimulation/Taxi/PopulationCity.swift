// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
package import CityMap
package import CityModel
package import CitySlices
import RandomStreams
import TaxiReservations
import TaxiRules
package import TaxiService

/// What every agent of a city shares: the service, the map, the habits that hold for all.
package final class PopulationCity: Sendable {
    let loop: CityLoop
    let dispatcher: Dispatcher
    /// The zones of the service.
    let layout: any ZoneLayout
    /// The zones that people's places, habits and conditions are given in.
    let peopleLayout: any ZoneLayout
    let travel: any Router
    /// Where taxis note what they show by themselves.
    let log: EventChannel<FleetEvent>
    /// Where people on the street and their taxis note what happens.
    let streetLog: EventChannel<StreetEvent>
    let key: StreamKey
    /// Everybody in the city, in whatever role.
    let people: People
    let conditions: Conditions
    let travelSection: TravelSection
    /// How long rides take beside other drives.
    private let rides: RideTravel
    /// The router of rides: that of all drives, unless they have a table of their own.
    private let rideTravel: any Router
    let dispatchSection: DispatchSection
    let reservations: ReservationParameters
    /// Whether the sharing module is on.
    let canShare: Bool
    let network: NetworkSection
    let positionError: Distribution?
    let hasHysteresis: Bool
    let start: CityTime
    let end: CityTime

    /// The shortest pause before what an agent does again and again, one step of the draws: a pause of 0 would repeat within
    /// one instant, and the time of the run never go on.
    static let shortestPause = TimeSpan.milliseconds(1)

    /// Whether messages arrive at once and none is lost, so that links need no timers.
    let isNetworkPerfect: Bool

    /// Takes the groups of passengers; nil when nobody asks for them.
    let membership: Membership?

    /// The server that clients talk to; nil when their messages go to the service at once.
    let server: ServerSide?

    /// Gathers what agents share, from a scenario and the built service.
    ///
    /// `peopleLayout` is the layout that the scenario's zone numbers mean when the service tries another one: people keep
    /// their places then (SIM-05). `server` is needed when the scenario has one, and only then.
    package init(
        scenario: Scenario, people: People, dispatcher: Dispatcher, layout: any ZoneLayout,
        peopleLayout: (any ZoneLayout)? = nil, travel: any Router, rideTable: TravelTable? = nil, log: EventLog,
        server: ServerAccess? = nil, membership: Membership? = nil
    ) {
        self.membership = membership
        self.log = log.channel(FleetEvent.self)
        streetLog = log.channel(StreetEvent.self)
        self.people = people
        loop = people.loop
        self.dispatcher = dispatcher
        self.layout = layout
        self.peopleLayout = peopleLayout ?? layout
        self.travel = travel
        key = people.key
        conditions = Conditions(scenario.changes)
        travelSection = scenario.travel
        rides = scenario.travel.rides
        rideTravel =
            rideTable.map { TableRouter($0, layout: peopleLayout ?? layout, fallback: travel) as any Router } ?? travel
        dispatchSection = scenario.dispatch
        reservations = scenario.reservations
        canShare = scenario.modules.contains(.sharing)
        network = scenario.network
        positionError = scenario.city.positionError
        hasHysteresis = scenario.city.hysteresis > .zero
        start = scenario.start
        end = scenario.end
        precondition((server == nil) == (scenario.server == nil), "a scenario's server needs its gateway")
        self.server = server.flatMap { access in scenario.server.map { ServerSide(access, $0, scenario) } }
        isNetworkPerfect = scenario.network.delay == .constant(0) && scenario.network.loss == 0
    }

    // Reaching through the city to what it holds costs a retain and a release each time; a call of a method does not. The
    // attribute keeps it a call: together they save 3% of a run.

    /// Hands a message to the service at once.
    @inline(never)
    func send(_ message: TaxiMessage) { dispatcher.send(message) }

    /// Begins to fetch what the service and the crowd keep of a passenger, and of a request, when a message about them comes
    /// soon.
    @inline(never)
    func prefetch(_ passenger: PassengerID, _ request: RequestID?, _ crowd: Crowd) {
        dispatcher.prefetch(passenger, request)
        crowd.prefetch(passenger)
    }

    /// The zone that holds a place, in the zones of the people.
    @inline(never)
    func zone(at place: Place) -> ZoneID? { peopleLayout.zone(at: place) }

    @inline(never)
    func drive(from start: Place, to end: Place, leaving: CityTime) -> Journey {
        travel.drive(from: start, to: end, leaving: leaving, user: .licensed)
    }

    /// A ride, by the table of rides where there is one.
    @inline(never)
    func rideJourney(from start: Place, to end: Place, leaving: CityTime) -> Journey {
        rideTravel.drive(from: start, to: end, leaving: leaving, user: .licensed)
    }

    /// The time of a ride whose drive would take this: with the fixed part of the hour, times a drawn factor. Takes one number where
    /// rides or drives vary, none otherwise.
    func rideTime(_ drive: TimeSpan, leaving: CityTime, _ stream: inout RandomStream) -> TimeSpan {
        let whole = drive.inSeconds + (rides.fixed?[leaving] ?? 0)
        if let factors = rides.factors?[leaving] {
            let factor = factors[Int(stream.uniform() * Double(factors.count))]
            return TimeSpan.seconds(min(1e9, whole * factor)).roundedToMilliseconds
        }
        guard let distribution = rides.variability ?? travelSection.variability else {
            return rides.fixed == nil ? drive : TimeSpan.seconds(min(1e9, whole)).roundedToMilliseconds
        }
        return TimeSpan.seconds(min(1e9, whole * max(0, stream.draw(distribution)))).roundedToMilliseconds
    }

    /// The length of the way as walked.
    func walkingWay(from start: Place, to end: Place) -> Distance {
        travel.walk(from: start, to: end, leaving: loop.now).distance
    }

    /// The drawn time to the pick-up; nil to let the router say.
    @inline(never)
    func approachTime(_ stream: inout RandomStream) -> TimeSpan? { travelSection.approach.map { stream.time($0) } }

    /// The drawn time of a ride; nil to let the router say.
    @inline(never)
    func rideTime(_ stream: inout RandomStream) -> TimeSpan? { rides.ride.map { stream.time($0) } }

}

/// Who comes into the city by the taxi service: three parts of the population, so that nobody's number meets another's.
extension PersonID {
    static func passenger(group: Int, member: Int) -> PersonID { PersonID(part: 0, group: group, member: member) }
    /// Somebody who registers during the run, from 1 on; group 0. Other groups are senders of a flood.
    static func registrant(_ number: Int32, group: Int = 0) -> PersonID {
        PersonID(part: 1, group: group, member: Int(number))
    }
    static func driver(group: Int, member: Int) -> PersonID { PersonID(part: 2, group: group, member: member) }
}
