// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension TaxiDuty {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        precondition(
            (zone != nil) == (status == .available),
            "driver \(driver) is \(status) in zone \(String(describing: zone)) (INV-AvailableDriverInSomeQueue)")
        precondition(
            (ride != nil) == (status == .busy),
            "driver \(driver) is \(status) with ride \(String(describing: ride)) (INV-BusyDuringRide)")
        precondition(status == .offShift || isLoggedIn, "driver \(driver) is \(status) without a session")
        precondition(
            (inServiceSince != nil) == (status != .offShift || isOnStreetRide),
            "driver \(driver): the time in service is not counted")
        precondition(
            leavesAfterRide == nil || status == .busy, "driver \(driver) is \(status), yet leaves after a ride")
        precondition(!isOverLimit || status == .busy, "driver \(driver) is \(status), yet over the limit (OPS-05)")
        precondition(
            hasLicence || status != .available, "driver \(driver) is available without a licence (ACCOUNT-PROFILE-07)")
        precondition(
            !logsOutAfterRide || leavesAfterRide != nil, "driver \(driver) logs out after the ride, yet stays")
        precondition(!isOnStreetRide || status == .offShift, "driver \(driver) is \(status) on a ride from the street")
        precondition((ride?.travelers ?? 0) <= seats, "driver \(driver): too few seats for the ride (INV-RideSeats)")
    }
}
