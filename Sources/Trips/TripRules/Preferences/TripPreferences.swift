// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The lunch that is kept free each day (TRIP-LUNCH, DEC-TRIP-LUNCH).
public struct LunchWish: Hashable, Codable, Sendable {
    /// When its window opens and closes, since midnight.
    public var window: Range<TimeSpan>
    /// How long it takes.
    public var duration: TimeSpan

    /// 12:00 to 14:00, 30 min, or other times.
    public init(
        window: Range<TimeSpan> = .hours(12) ..< .hours(14), duration: TimeSpan = .minutes(30)
    ) {
        (self.window, self.duration) = (window, duration)
    }
}

/// What a user prefers: the settings, of which each user has exactly one record (INV-SettingsOneUser, TRIP-PREF).
public struct TripPreferences: Hashable, Codable, Sendable {
    /// Whether the user owns a bicycle (TRIP-R26).
    public var ownsBicycle = false
    /// Whether the user owns a car.
    public var ownsCar = false
    /// The outside services that are switched on (TRIP-R26). Default all.
    public var services = Self.outsideServices
    /// Of providers with equal weight the one that stands first here is taken (issue 33, decision 1).
    public var providers: [TripProviderID] = []
    /// The longest way on foot, of each leg (TRIP-R23). Default 2 km.
    public var walkLimit: Distance = .metres(2000)
    /// The longest way by bicycle, of each leg. Default 6 km.
    public var bicycleLimit: Distance = .metres(6000)
    /// The time of day in which public transport may be used, both ends included; nil for all day (TRIP-R24).
    public var transitWindow: ClosedRange<TimeSpan>?
    /// Whether means that burn fuel weigh heavier (TRIP-D11). Default no.
    public var prefersLowEmission = false
    /// Whether the forecast weighs on ways in the open (TRIP-R31). Default yes.
    public var heedsWeather = true
    /// The lunch that is kept free; nil for none. Default none.
    public var lunch: LunchWish?

    /// The defaults.
    public init() {}

    /// What outside services offer.
    public static let outsideServices: TravelMeansSet = [.sharedBicycle, .sharedCar, .hired]

    /// By what the user goes at all: on foot and by line, by what is owned, and by the services that are switched on
    /// (TRIP-R26).
    public var means: TravelMeansSet {
        var means = TravelMeansSet.transit.union(services)
        means.insert(.walk)
        if ownsBicycle { means.insert(.ownBicycle) }
        if ownsCar { means.insert(.ownCar) }
        return means
    }

    /// What a journey to an appointment must keep to (TRIP-R20, TRIP-R23, TRIP-R24).
    public func terms(for appointment: Appointment) -> TravelTerms {
        var limits = JourneyLimits()
        limits.walk = walkLimit
        limits.cycle = bicycleLimit
        limits.window = transitWindow
        return TravelTerms(means: means.intersection(appointment.means), limits: limits)
    }
}

/// By what one may go somewhere, and how far.
public struct TravelTerms: Hashable, Sendable {
    /// The means.
    public let means: TravelMeansSet
    /// What no leg may go beyond.
    public let limits: JourneyLimits
}

extension TravelMeansSet {
    static var walk: Self { Self(.walk) }
    static var ownBicycle: Self { Self(.ownBicycle) }
    static var sharedBicycle: Self { Self(.sharedBicycle) }
    static var ownCar: Self { Self(.ownCar) }
    static var sharedCar: Self { Self(.sharedCar) }
    static var hired: Self { Self(.hired) }
}
