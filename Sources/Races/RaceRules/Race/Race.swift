// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A race with its participants, spectators and followers.
public struct Race: Sendable {
    /// Where a race is in its life.
    public enum Phase: UInt8, Codable, Sendable {
        case coming
        case running
        case ended
        case cancelled
    }

    /// The number.
    public let id: RaceID
    /// What people call it.
    public let name: String
    /// Whose race.
    public let organiser: OrganiserID
    /// When it starts.
    public let start: CityTime
    /// When it ends.
    public let end: CityTime
    /// The largest number of participants.
    public let maximum: Int32
    /// The largest number of spectators.
    public let mostSpectators: Int32
    /// The track; nil until it is defined (RACE-CREATE-ROUTE).
    public internal(set) var track: RaceTrack?
    /// Where in its life.
    public internal(set) var phase = Phase.coming
    /// The runners by the order in which they joined; who leaves while the race is on is out.
    public internal(set) var runners: [Runner] = []
    /// Registered spectators, in order (RACE-SPECTATOR).
    public internal(set) var spectators: [RaceUserID] = []
    /// Who follows on the map, in order (RACE-WATCH).
    public internal(set) var followers: [RaceUserID] = []
    /// Whether the participants were reminded.
    var isReminded = false
    /// When positions are collected next.
    var nextCollection = CityTime.never
    /// How many runners are waiting or on the track.
    var shown = 0
    /// The index of each participant in `runners`.
    private var positions = OpenTable(blank: Int32(-1))

    init(
        _ id: RaceID, _ form: RaceForm, of organiser: OrganiserID, _ start: CityTime, _ end: CityTime, _ maximum: Int32,
        spectators: Int32
    ) {
        self.id = id
        name = form.name
        self.organiser = organiser
        self.start = start
        self.end = end
        self.maximum = maximum
        mostSpectators = spectators
        track = form.track.flatMap { RaceTrack($0) }
    }

    /// How many take part.
    public var participants: Int32 { Int32(positions.count) }
    /// Whether as many take part as it takes (RACE-R30).
    public var isFull: Bool { participants >= maximum }
    /// Whether it can still take place.
    public var isOver: Bool { phase == .ended || phase == .cancelled }

    /// The index of a participant in `runners`; nil for anybody else.
    public func index(of user: RaceUserID) -> Int? { positions.value(of: user.number).map { Int($0) } }

    /// Whether the times of two races have an instant in common: touching counts (DEC-RACE-OVERLAP).
    public func overlaps(_ other: Race) -> Bool { start <= other.end && other.start <= end }

    /// The participants in the order in which they joined.
    public var participantList: [RaceUserID] { runners.map(\.user).filter { index(of: $0) != nil } }

    mutating func add(_ user: RaceUserID) { add(Runner(user, joined: (runners.last?.joined ?? 0) + 1)) }

    /// Adds a runner behind the others; one without a number takes part no more.
    mutating func add(_ runner: Runner) {
        positions.open(runner.user.number, Int32(runners.count))
        runners.append(runner)
    }

    /// Takes somebody off the list: before the start without a trace; whoever is on the track is out from then on.
    mutating func remove(_ user: RaceUserID) {
        guard let index = positions.close(user.number).map({ Int($0) }) else { return }
        if phase == .coming {
            runners.remove(at: index)
            for later in index..<runners.count { positions.open(runners[later].user.number, Int32(later)) }
            return
        }
        if phase == .running, runners[index].isShown { shown -= 1 }
        runners[index].phase = .out
    }

    /// Keeps nothing of a person who takes part no more, or did until the race was over, but the times of a runner without a number.
    mutating func forget(_ user: RaceUserID) {
        positions.close(user.number)
        for index in runners.indices where runners[index].user == user { runners[index].user = RaceUserID(0) }
        spectators.removeAll { $0 == user }
    }

    /// A runner is through.
    mutating func leaveTrack(_ index: Int, as phase: Runner.Phase) {
        runners[index].phase = phase
        shown -= 1
    }
}
