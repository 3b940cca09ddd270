// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// What the accounts of passengers and drivers add to the words of everybody's.

extension RegistrationRefusal {
    /// ACCOUNT-REG-05.
    public static let duplicateLicence = RegistrationRefusal(3, "duplicateLicence")
    /// ACCOUNT-REG-05.
    public static let duplicatePlate = RegistrationRefusal(4, "duplicatePlate")
    /// ACCOUNT-REG-15.
    public static let licenceNotValid = RegistrationRefusal(9, "licenceNotValid")
    /// INV-DriverMandatoryData: licence number not above 0.
    public static let badLicence = RegistrationRefusal(10, "badLicence")
    /// INV-DriverMandatoryData: fewer than 1 seat.
    public static let badSeats = RegistrationRefusal(11, "badSeats")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [
        .duplicateLicence, .duplicatePlate, .licenceNotValid, .badLicence, .badSeats,
    ])
}

extension LoginRefusal {
    /// ACCOUNT-FB-02: a driver came through the provider.
    public static let driverAccount = LoginRefusal(4, "driverAccount")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [.driverAccount])
}

extension ProfileRefusal {
    /// ACCOUNT-REG-05.
    public static let duplicateLicence = ProfileRefusal(3, "duplicateLicence")
    /// ACCOUNT-REG-05.
    public static let duplicatePlate = ProfileRefusal(4, "duplicatePlate")
    /// ACCOUNT-REG-15.
    public static let licenceNotValid = ProfileRefusal(10, "licenceNotValid")
    /// INV-DriverMandatoryData.
    public static let badLicence = ProfileRefusal(11, "badLicence")
    /// INV-DriverMandatoryData.
    public static let badSeats = ProfileRefusal(12, "badSeats")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [
        .duplicateLicence, .duplicatePlate, .licenceNotValid, .badLicence, .badSeats,
    ])
}

extension DeletionRefusal {
    /// ACCOUNT-PROFILE-04C: the person waits for, rides in or drives a taxi.
    public static let activeRide = DeletionRefusal(2, "activeRide")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [.activeRide])
}

extension MailKind {
    /// ACCOUNT-PROFILE-03.
    public static let licenceReminder = MailKind(4, "licenceReminder")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [.licenceReminder])
}

extension AccountField {
    /// Number of the taxi licence.
    public static let licence = AccountField(8, "licence")
    /// Last day on which the licence is valid.
    public static let licenceExpiry = AccountField(9, "licenceExpiry")
    /// Number plate.
    public static let taxiNumber = AccountField(10, "taxiNumber")
    /// Most travelers the taxi seats.
    public static let seats = AccountField(11, "seats")

    /// All that users of the taxi service meet, those of every account included, by number.
    public static let allOfTaxi = ofAccounts.joined(by: [.licence, .licenceExpiry, .taxiNumber, .seats])
}
