// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import HealthRules
import HealthService
import RaceRules
import RaceService
import StoreRules
import StoreService
import TaxiRules
import TaxiService
import TripRules
import TripService

/// What somebody is told without having asked, as an event of `GET /events`.
struct WebNews: Sendable {
    /// Which service says it, and what, such as `call.accepted`.
    let name: String
    /// What belongs to it.
    let content: JSONValue

    init(_ name: String, _ content: JSONValue = [:]) { (self.name, self.content) = (name, content) }

    /// A notice of any service; nil for one that no client of the web can use.
    static func told(_ notice: any Sendable, _ layout: any ZoneLayout) -> WebNews? {
        switch notice {
        case let notice as PassengerNotice: of(notice, layout)
        case let notice as DriverNotice: of(notice, layout)
        case let notice as StoreNotice: of(notice, layout)
        case let notice as PersonNotice: of(notice, layout)
        case let notice as PartyNotice: of(notice, layout)
        case let notice as RaceNotice: of(notice, layout)
        case let notice as TripNotice: of(notice, layout)
        default: nil
        }
    }
}
