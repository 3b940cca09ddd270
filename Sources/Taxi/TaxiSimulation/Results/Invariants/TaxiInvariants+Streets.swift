// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// The laws of the street: everybody gets in once or leaves, and a taxi has one person from the street at a time
/// (DEC-STATUS-NAMES).
extension TaxiInvariants {
    mutating func take(_ event: StreetEvent) {
        switch event {
        case .streetAsked(let passenger, let zone, _, let travelers, _):
            if travelers < 1 || streets.index(of: passenger.number) != nil {
                report(
                    "DEC-STATUS-NAMES", [passenger, zone], "asks on the street twice, or with \(travelers) travelers")
            }
            streets.open(passenger.number, 0)
        case .streetBoarded(let passenger, let driver, _, _):
            let index = reach(driver)
            guard let slot = streets.index(of: passenger.number), streets[slot] == 0, drivers[index].street == 0 else {
                return report(
                    "DEC-STATUS-NAMES", [passenger, driver],
                    "gets in on the street without standing there, or into a taxi that is taken")
            }
            streets[slot] = driver.number
            drivers[index].street = passenger.number
            touch(index)
        case .streetLeft(let passenger, let zone, _):
            if streets.close(passenger.number) != 0 {
                report("DEC-STATUS-NAMES", [passenger, zone], "leaves the street without standing there")
            }
        case .streetRideEnded(let passenger, let driver, _, _):
            let index = reach(driver)
            if streets.close(passenger.number) != driver.number || drivers[index].street != passenger.number {
                report("DEC-STATUS-NAMES", [passenger, driver], "ends a ride from the street that did not begin")
            }
            drivers[index].street = 0
            touch(index)
        }
    }
}
