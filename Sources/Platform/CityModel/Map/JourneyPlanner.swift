// SPDX-License-Identifier: GPL-3.0-or-later

/// A vehicle that stands somewhere and may be taken: a person's own one, or one that is free for anybody.
public struct ParkedVehicle: Hashable, Codable, Sendable {
    /// Its number.
    public let number: Int32
    /// Own or shared, bicycle or car.
    public let means: TravelMeans
    /// Where it stands.
    public let place: Place

    /// Makes a vehicle.
    public init(number: Int32, means: TravelMeans, place: Place) {
        self.number = number
        self.means = means
        self.place = place
    }
}

/// Which shared vehicles stand free (TRIP-VEHICLE).
public protocol SharedVehicles: AnyObject, Sendable {
    /// The nearest free vehicle of some means, straight; of equally near ones that of the lowest number.
    func nearest(_ means: TravelMeans, to place: Place, within limit: Distance) -> ParkedVehicle?
}

/// How long calls for hired vehicles took to be served lately.
public protocol WaitingTimes: AnyObject, Sendable {
    /// The mean from a call to the vehicle for those who were taken aboard lately in the zone of a place.
    func recentWait(at place: Place) -> TimeSpan
}

/// When a journey is to be.
public enum JourneyTime: Hashable, Sendable {
    /// Not begun before an instant, and arriving early.
    case leaving(CityTime)
    /// Arrived by an instant, and leaving late.
    case arriving(CityTime)
}

/// What somebody does not want to go beyond. Each holds for each leg (TRIP-R23, issue 33, decision 13).
public struct JourneyLimits: Hashable, Sendable {
    /// The longest way on foot, as walked.
    public var walk = Distance.metres(2000)
    /// The longest way by bicycle, as cycled.
    public var cycle = Distance.metres(6000)
    /// The shortest way in a hired vehicle.
    public var leastHired = Distance.metres(1000)
    /// Changes between vehicles of lines at most.
    public var changes = 4
    /// How many options are wanted at most (TRIP-R11).
    public var options = 3
    /// The time of day in which vehicles of lines may be used, both ends included (TRIP-R24); nil for all day.
    public var window: ClosedRange<TimeSpan>?

    /// Makes limits.
    public init() {}
}

/// What the time of legs is multiplied by for the choice alone: times and arrivals stay (TRIP-D11).
public struct JourneyWeights: Hashable, Sendable {
    /// For means that burn fuel: 2 for who prefers low emission (DEC-TRIP-ECO).
    public var fuel = 1.0
    /// For long legs in the open: 3 in rain (DEC-TRIP-WEATHER).
    public var open = 1.0
    /// Legs in the open are long beyond this.
    public var openBeyond = Distance.metres(300)
    /// Whether long legs in the open are out of the question: in storm and snow.
    public var excludesOpen = false

    /// Makes weights.
    public init() {}

    /// What the time of a leg is multiplied by.
    public func factor(_ means: TravelMeans, over distance: Distance) -> Double {
        (means.burnsFuel ? fuel : 1) * (means.isInTheOpen && distance > openBeyond ? open : 1)
    }
}

/// What a planner of journeys is asked.
public struct JourneyQuery: Sendable {
    /// Where it begins.
    public var start: Place
    /// Where it ends.
    public var end: Place
    /// When.
    public var time: JourneyTime
    /// By what it may go (TRIP-R20, TRIP-R26).
    public var means: TravelMeansSet
    /// What it may not go beyond.
    public var limits = JourneyLimits()
    /// What weighs heavier.
    public var weights = JourneyWeights()
    /// The person's own vehicles where they stand.
    public var own: [ParkedVehicle] = []
    /// The shared ones; nil for none.
    public var shared: (any SharedVehicles)?
    /// How long hired vehicles take to come; nil for no time.
    public var waits: (any WaitingTimes)?

    /// Asks for a journey.
    public init(from start: Place, to end: Place, _ time: JourneyTime, by means: TravelMeansSet = .all) {
        self.start = start
        self.end = end
        self.time = time
        self.means = means
    }
}

/// The part of a line's trip that somebody is on board.
public struct LineLeg: Hashable, Sendable {
    /// The line, its operator and the trip, by their numbers in the timetable.
    public let line: Int32
    /// The operator of the line.
    public let company: Int32
    /// The trip.
    public let trip: Int32
    /// The day of the trip's service, in days since 1970-01-01.
    public let day: Int32
    /// The stop where one gets on.
    public let boards: Int32
    /// The stop where one gets off.
    public let alights: Int32

    /// Makes a leg's part.
    public init(line: Int32, company: Int32, trip: Int32, day: Int32, boards: Int32, alights: Int32) {
        self.line = line
        self.company = company
        self.trip = trip
        self.day = day
        self.boards = boards
        self.alights = alights
    }
}

/// A part of a planned journey by one means.
public struct JourneyLeg: Hashable, Sendable {
    /// By what.
    public let means: TravelMeans
    /// Where it begins.
    public let start: Place
    /// Where it ends.
    public let end: Place
    /// When it is expected to begin.
    public var departs: CityTime
    /// When it is expected to end.
    public var arrives: CityTime
    /// Its length; of a line's vehicle that of straight lines from stop to stop.
    public let distance: Distance
    /// The line's trip, of the means of lines.
    public let line: LineLeg?
    /// The vehicle that is taken, of own and shared ones.
    public let vehicle: ParkedVehicle?

    /// Makes a leg.
    public init(
        _ means: TravelMeans, from start: Place, to end: Place, departs: CityTime, arrives: CityTime,
        distance: Distance, line: LineLeg? = nil, vehicle: ParkedVehicle? = nil
    ) {
        self.means = means
        self.start = start
        self.end = end
        self.departs = departs
        self.arrives = arrives
        self.distance = distance
        self.line = line
        self.vehicle = vehicle
    }
}

/// A journey that a planner proposes.
public struct JourneyOption: Hashable, Sendable {
    /// The parts, in order. Between them one waits.
    public let legs: [JourneyLeg]
    /// When it begins; of one that begins in a hired vehicle, when that is called.
    public let departs: CityTime
    /// When it ends.
    public let arrives: CityTime
    /// What it costs in weighted time: from the start asked for to the end, or from the beginning to the end asked for.
    public let weighted: TimeSpan

    /// Makes an option.
    public init(legs: [JourneyLeg], departs: CityTime, arrives: CityTime, weighted: TimeSpan) {
        self.legs = legs
        self.departs = departs
        self.arrives = arrives
        self.weighted = weighted
    }

    /// From its beginning to its end, unweighted.
    public var duration: TimeSpan { arrives - departs }
    /// How long the vehicle is waited for that it begins with, from its call; zero where it begins otherwise (decision 8).
    public var callAhead: TimeSpan { legs.first.map { $0.means == .hired ? $0.departs - departs : .zero } ?? .zero }
    /// The means of its legs.
    public var means: TravelMeansSet { legs.reduce(into: []) { $0.insert(TravelMeansSet($1.means)) } }
    /// How often a vehicle of a line is left for another one.
    public var changes: Int { max(0, legs.count { $0.line != nil } - 1) }
    /// The way on foot.
    public var walked: Distance { legs.reduce(.zero) { $1.means == .walk ? $0 + $1.distance : $0 } }
}

/// Plans journeys over all means of a city.
public protocol JourneyPlanner: AnyObject, Sendable {
    /// The best journey of each combination of means, those left out that another one with no other means beats in all, by weighted
    /// time, at most as many as asked for; none where nothing leads there.
    func options(_ query: JourneyQuery) -> [JourneyOption]

    /// A number that changes when something that all journeys depend on has changed: an hour of traffic, rain, closed streets, a strike
    /// that has become known. Who keeps it can tell that an answer still holds.
    func version(at time: CityTime) -> Int64
    /// The same of journeys that begin at an instant, as it is known now. Who foresees the hours of traffic gives the number of the
    /// instant: what changes before it changes none of these journeys.
    func version(at now: CityTime, ofJourneysFrom departure: CityTime) -> Int64
}

extension JourneyPlanner {
    /// Nothing is foreseen.
    public func version(at now: CityTime, ofJourneysFrom departure: CityTime) -> Int64 { version(at: now) }
}
