// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Reporting
import TaxiRules

extension EventSchema {
    /// The types of events that any run may have, in the order of the schema.
    package static let core: [any Event.Type] = [
        TaxiEvent.self, ReservationEvent.self, SharingEvent.self, AccountEvent.self, TaxiAccountEvent.self,
        ServerEvent.self, ClientEvent.self, FleetEvent.self,
    ]

    /// The schema of this version's log, in a program with further services that note events of these types.
    public init(services: [any Event.Type] = []) { self.init(of: Self.core + services) }
}
