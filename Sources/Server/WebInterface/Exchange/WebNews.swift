// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import HealthRules
import RaceRules
import StoreRules
import TaxiRules
import TaxiService
import TripRules

/// What somebody is told without having asked, as an event of `GET /events`.
struct WebNews: Sendable {
    /// Which service says it, and what, such as `call.accepted`.
    let name: String
    /// What belongs to it.
    let content: JSONValue

    init(_ name: String, _ content: JSONValue = [:]) { (self.name, self.content) = (name, content) }

    /// A notice of any service; nil for one that no client of the web can use.
    static func of(_ notice: any Sendable, _ layout: any ZoneLayout) -> WebNews? {
        if let notice = notice as? PassengerNotice { return of(notice, layout) }
        if let notice = notice as? DriverNotice { return of(notice, layout) }
        if let notice = notice as? StoreNotice { return of(notice, layout) }
        if let notice = notice as? PersonNotice { return of(notice, layout) }
        if let notice = notice as? PartyNotice { return of(notice, layout) }
        if let notice = notice as? RaceNotice { return of(notice, layout) }
        if let notice = notice as? TripNotice { return of(notice, layout) }
        return nil
    }
}
