// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices

/// What stands under `ambulances` in a scenario.
struct AmbulancesSection: Sendable {
    /// The numbers of the rules; how many priorities there are follows from the list of them.
    var rules = AmbulanceParameters()
    /// Where ambulances stand, in groups with the same shift. Ambulances are numbered through all of them from 1.
    var stations: [StationGroup] = []
    /// Where people are brought.
    var hospitals: [HospitalSite] = []
    /// The stream of calls.
    var calls = EmergencyCalls()
    /// What the service promises.
    var targets = ResponseTargets()
    /// The priorities of calls, the most urgent first.
    var priorities: [PriorityGroup] = []

    /// How many ambulances there are.
    var ambulanceCount: Int { stations.reduce(0) { $0 + $1.units } }

    /// The numbers of the rules with those of the lists.
    var parameters: AmbulanceParameters {
        var parameters = rules
        parameters.priorities = Int32(max(1, priorities.count))
        parameters.plainPriorities = Set(priorities.indices.filter { !priorities[$0].hasSiren }.map { Int32($0 + 1) })
        return parameters
    }

    /// With so many times the calls.
    func scaled(by factor: Double) -> AmbulancesSection {
        var section = self
        section.calls.perDay *= factor
        return section
    }
}

/// How soon the first ambulance is to be at the scene.
///
/// The shares are those of England's standard until 2017 for life-threatening calls (75 % in 8 min, 95 % in 19 min; NHS England, Ambulance
/// Quality Indicators).
struct ResponseTargets: Sendable {
    /// For calls of the first priority, and the share of them.
    var soon = TimeSpan.minutes(8), soonShare = 0.75
    /// For all calls, and the share of them.
    var late = TimeSpan.minutes(20), lateShare = 0.95
}

/// Where something stands: at a position, or in a zone.
enum SitePlace: Hashable, Sendable {
    case position(longitude: Double, latitude: Double)
    case zone(ZoneID)

    /// The place on a map; a place surely inside of a zone. Nil when the zone is not on the map.
    func place(on layout: any ZoneLayout) -> Place? {
        switch self {
        case .position(let longitude, let latitude):
            layout.place(GeographicPoint(longitude: longitude, latitude: latitude))
        case .zone(let zone): layout.zones.first { $0.id == zone }?.inside
        }
    }
}

/// Ambulances of one station with the same shift.
struct StationGroup: Sendable {
    /// Unique among stations.
    var name = ""
    var site = SitePlace.zone(ZoneID(1))
    var units = 1
    /// When they are on duty.
    var shift = DailyHours.always
}

/// A hospital.
struct HospitalSite: Sendable {
    /// Unique among hospitals.
    var name = ""
    var site = SitePlace.zone(ZoneID(1))
    /// When it takes people.
    var hours = DailyHours.always
}

/// Emergency calls of people of whom nothing else is known: a Poisson stream of its own.
struct EmergencyCalls: Sendable {
    /// Mean number a day.
    var perDay = 0.0
    /// How they are spread over the day: 24 shares.
    var hourly = DayProfile.even(1.0 / 24)
    /// Where they come from.
    var zones = ZoneWeights.area
}

/// Calls of one priority, and how long each stage of them takes, in seconds.
struct PriorityGroup: Sendable {
    /// Unique among priorities.
    var name = ""
    /// The share of all calls.
    var share = 1.0
    /// Whether drives to the scene are with siren.
    var hasSiren = true
    /// From the call to the call-taker's word that an ambulance may be sent.
    var handling = Distribution.constant(120)
    /// From there to the departure, for a crew at its station.
    var turnOut = Distribution.constant(30)
    /// When set, the drive to the scene takes a drawn time, whatever the way.
    var drive: Distribution?
    /// The share of calls from which somebody is brought to a hospital.
    var transported = 0.8
    /// From the arrival to the departure with somebody aboard.
    var scene = Distribution.gamma(shape: 5, mean: 1080)
    /// From the arrival to the end of a call from which nobody is taken along.
    var clearing = Distribution.exponential(mean: 1500)
    /// The share of transports with siren.
    var sirenTransports = 0.0
    /// When set, the drive to the hospital takes a drawn time, whatever the way.
    var transport: Distribution?
    /// From the arrival at the hospital until the crew is ready again.
    var handover = Distribution.gamma(shape: 4, mean: 1800)
}
