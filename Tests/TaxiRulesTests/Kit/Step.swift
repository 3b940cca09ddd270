// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// One thing that a person of a story does.
enum Step: Equatable {
    case passengerLogsIn(PassengerID)
    case passengerLogsOut(PassengerID)
    case prepares(PassengerID)
    case confirms(PassengerID, CallForm)
    /// Logs in if needed, prepares and confirms a call by GPS.
    case calls(PassengerID, travelers: Int32 = 1, at: Place = Strips.middle(of: .z1))
    case polls(PassengerID)
    /// Gives up the request that the passenger was told last.
    case abandons(PassengerID)

    case logsIn(DriverID)
    case logsOut(DriverID)
    /// Logs in if needed, and asks to be in service.
    case goesInService(DriverID, at: Place = Strips.middle(of: .z1))
    case goesOffShift(DriverID)
    case isAt(DriverID, Place)
    /// Answers the offer that the driver's phone showed last.
    case accepts(DriverID)
    case refuses(DriverID)
    case answers(OfferID, by: DriverID, accept: Bool)
    case boards(DriverID, travelers: Int32 = 1)
    case findsNobody(DriverID)
    case endsRide(DriverID, at: Place, badCustomer: Bool = false)

    /// Its place among things of one instant (DEC-CROSS-EVENTS).
    var eventClass: EventClass {
        switch self {
        case .passengerLogsIn, .passengerLogsOut, .prepares, .confirms, .calls, .polls, .abandons, .accepts, .refuses,
            .answers:
            .arrival
        case .logsIn, .logsOut, .goesInService, .goesOffShift, .isAt, .boards, .findsNobody, .endsRide:
            .stateChange
        }
    }
}
