// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One preference, set anew; it is kept at once (TRIP-PREF).
public enum PreferenceChange: Hashable, Codable, Sendable {
    /// Whether the user owns a bicycle (TRIP-R26).
    case ownsBicycle(Bool)
    /// Whether the user owns a car (TRIP-R26).
    case ownsCar(Bool)
    /// An outside service, by its means, on or off (TRIP-R26).
    case service(TravelMeans, isOn: Bool)
    /// The providers that are preferred to others, best first.
    case providers([TripProviderID])
    /// The longest way on foot (TRIP-R23).
    case walkLimit(Distance)
    /// The longest way by bicycle (TRIP-R23).
    case bicycleLimit(Distance)
    /// From when until when public transport may be used, since midnight; none for all day (TRIP-R24).
    case transitWindow(from: TimeSpan, until: TimeSpan)
    case noTransitWindow
    /// Whether low emission is preferred: eco mode (TRIP-D11).
    case lowEmission(Bool)
    /// Whether the weather counts (TRIP-R31).
    case weather(Bool)
    /// The lunch that is kept free, from when until when since midnight, and how long it takes; none from now on (TRIP-LUNCH).
    case lunch(from: TimeSpan, until: TimeSpan, duration: TimeSpan)
    case noLunch

    /// Which one it is.
    public var name: PreferenceName {
        switch self {
        case .ownsBicycle: .ownedBicycle
        case .ownsCar: .ownedCar
        case .service: .service
        case .providers: .provider
        case .walkLimit: .walkLimit
        case .bicycleLimit: .bicycleLimit
        case .transitWindow, .noTransitWindow: .transitWindow
        case .lowEmission: .lowEmission
        case .weather: .weather
        case .lunch, .noLunch: .lunch
        }
    }
}

extension TripPreferences {
    /// Sets one preference, or says why not.
    mutating func set(
        _ change: PreferenceChange, _ parameters: TripParameters
    ) throws(PreferenceRefusal) {
        switch change {
        case .ownsBicycle(let owns): ownsBicycle = owns
        case .ownsCar(let owns): ownsCar = owns
        case .service(let means, let isOn):
            guard Self.outsideServices.has(means) else { throw .notAService }
            if isOn { services.insert(TravelMeansSet(means)) } else { services.remove(TravelMeansSet(means)) }
        case .providers(let preferred):
            guard preferred.count <= Self.mostProviders else { throw .tooMany }
            providers = preferred
        case .walkLimit(let limit): walkLimit = try Self.checked(limit, parameters)
        case .bicycleLimit(let limit): bicycleLimit = try Self.checked(limit, parameters)
        case .transitWindow(let from, let until):
            transitWindow = try Self.window(from, until)
        case .noTransitWindow: transitWindow = nil
        case .lowEmission(let isPreferred): prefersLowEmission = isPreferred
        case .weather(let isHeeded): heedsWeather = isHeeded
        case .lunch(let from, let until, let duration):
            let window = try Self.window(from, until)
            guard duration > .zero, duration <= until - from else { throw .badLunch }
            lunch = LunchWish(window: window.lowerBound..<window.upperBound, duration: duration)
        case .noLunch: lunch = nil
        }
    }

    private static var mostProviders: Int { 16 }

    private static func checked(
        _ limit: Distance, _ parameters: TripParameters
    ) throws(PreferenceRefusal) -> Distance {
        guard limit >= .zero, limit <= parameters.longestLimit else { throw .badLimit }
        return limit
    }

    /// A window of one day: its end is strictly after its start (INV-TransitWindow).
    private static func window(
        _ from: TimeSpan, _ until: TimeSpan
    ) throws(PreferenceRefusal) -> ClosedRange<TimeSpan> {
        guard from >= .zero, from < until, until <= .day else { throw .badWindow }
        return from...until
    }
}
