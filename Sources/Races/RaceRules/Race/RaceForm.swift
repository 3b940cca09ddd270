// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The form that an organiser fills in to create a race (RACE-R24). What is missing is nil.
public struct RaceForm: Hashable, Codable, Sendable {
    /// What people call it.
    public var name: String
    /// When it starts.
    public var start: CityTime?
    /// When it ends, whoever is still on the track; after the start (INV-RaceTimes).
    public var end: CityTime?
    /// The largest number of participants, at least 1.
    public var maximum: Int32?
    /// The largest number of spectators; nil for the service's own number.
    public var spectators: Int32?
    /// Places along the track, from the start line to the finish; nil when it follows later (RACE-CREATE-ROUTE).
    public var track: [Place]?
    /// An empty form, or what is known.
    public init(
        name: String = "", start: CityTime? = nil, end: CityTime? = nil, maximum: Int32? = nil,
        spectators: Int32? = nil, track: [Place]? = nil
    ) {
        self.name = name
        self.start = start
        self.end = end
        self.maximum = maximum
        self.spectators = spectators
        self.track = track
    }

    /// What is missing, in the order of the form (RACE-CREATE-EXC). A track may follow.
    public var missing: [RaceFormItem] {
        (start == nil ? [.start] : []) + (end == nil ? [.end] : []) + (maximum == nil ? [.maximum] : [])
    }

    /// The first thing that is wrong, a track that leaves the zones of the map included; nil when the race can be created.
    func fault(on map: any ZoneLayout, at now: CityTime) -> RaceRefusal? {
        guard let start, let end, let maximum else { return .missing }
        if start >= end { return .badTimes }
        if start <= now { return .past }
        if maximum < 1 { return .badMaximum }
        if spectators ?? 0 < 0 { return .badSpectators }
        guard let track else { return nil }
        if RaceTrack(track) == nil { return .badTrack }
        return map.zones(along: track).contains(nil) ? .trackNotCovered : nil
    }
}
