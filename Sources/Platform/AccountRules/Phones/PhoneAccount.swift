// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The account of a person who is known by a phone number: nothing else is asked for (SEC-07).
public struct PhoneAccount: StoredRecord {
    /// The word of the files.
    public static let table = "phoneAccount"

    /// Its number; never given again.
    public let id: AccountID
    /// The number.
    public var key: AccountID { id }
    /// The phone number; unique.
    public let phone: PhoneNumber
    /// When it was made.
    public let created: CityTime

    /// Makes an account.
    public init(id: AccountID, phone: PhoneNumber, created: CityTime) {
        self.id = id
        self.phone = phone
        self.created = created
    }
}

/// Finds accounts by phone; what the rules read.
public protocol PhoneIndex {
    /// The account with this number.
    func account(_ id: AccountID) -> PhoneAccount?
    /// The account with this phone.
    func account(_ phone: PhoneNumber) -> PhoneAccount?
    /// The largest number ever given to an account; 0 when there was none.
    var lastNumber: Int32 { get }
}
