// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import StoreRules

/// Why no ticket was issued (STORE-R4, STORE-R5, STORE-PRIORITY).
public typealias TicketError = RefusedError<TicketRefusal>

/// Why no booking was made (STORE-R7).
public typealias BookingError = RefusedError<BookingRefusal>

/// Why another wish of a shopper was refused; nothing was changed.
public typealias ShopperError = RefusedError<ShopperRefusal>

/// Why a scan let nobody in (STORE-R10, STORE-R14).
public typealias EntryError = RefusedError<EntryRefusal>

/// Why an exit was not recorded (STORE-EXIT).
public typealias ExitError = RefusedError<ExitRefusal>

/// Why a wish of a manager or employee was refused; nothing was changed (STORE-EDIT, STORE-ADD).
public typealias StaffError = RefusedError<StaffRefusal>

extension RefusedError<LoginRefusal> {
    /// How somebody whose name and password do not fit gets in again; nil for another error (ACCOUNT-MANAGER-01). The same for a
    /// name that does not exist, so that nobody learns which names do.
    public var recoveryHint: String? {
        switch self {
        case .refused(.badCredentials), .refused(.backOff):
            "Name or password is wrong. Try again in 10 seconds, or ask for a new password with your e-mail address."
        default: nil
        }
    }
}
