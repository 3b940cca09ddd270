// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a carrier reports of a text message, past the gateway.
public enum PhoneReport: RecordedInput {
    /// The message of this number cannot reach its phone (ACCOUNT-SMS-02).
    case undelivered(Int32)

    /// The accounts by phone.
    public static let service = ServiceID.phones
}
