// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension TaxiDuty {
    /// Somebody got in on the street, and the driver marks the taxi busy by hand: off shift for the ride (DEC-STATUS-NAMES). A pending
    /// offer is refused by that, and the queue closes up (DEC-OFFSHIFT-PENDING). The ride is work: its time counts towards the shift
    /// limit (OPS-05), until the driver asks to be in service again, or to be off shift.
    public mutating func takeStreetRide(at place: Place, odometer: Distance, now: CityTime) -> [DutyDirective] {
        var directives = lists.take()
        guard status == .available else { return directives }
        position = place
        self.odometer = odometer
        approach.readAt = now
        directives.append(.note(.positionReported(driver: driver, place: place, odometer: odometer)))
        if let zone {
            self.zone = nil
            directives.append(.leave(zone, .offShift))
        }
        change(to: .offShift, .streetRide, &directives)
        isOnStreetRide = true
        return directives
    }

    /// The ride from the street is over, or the driver is off shift for another reason.
    mutating func endStreetRide(at now: CityTime) {
        guard isOnStreetRide else { return }
        isOnStreetRide = false
        countService(until: now)
    }
}
