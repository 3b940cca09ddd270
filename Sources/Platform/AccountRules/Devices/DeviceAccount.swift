// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The account of a person who is recognised by the account of the own phone or tablet: nothing is asked for (ACCOUNT-TRIP-R1).
public struct DeviceAccount: StoredRecord {
    /// The word of the files.
    public static let table = "deviceAccount"

    /// Its number; never given again.
    public let id: AccountID
    /// The number.
    public var key: AccountID { id }
    /// What is kept of the cloud identifier; unique.
    public let hash: IdentifierHash
    /// When it was made.
    public let created: CityTime

    /// Makes an account.
    public init(id: AccountID, hash: IdentifierHash, created: CityTime) {
        self.id = id
        self.hash = hash
        self.created = created
    }
}

/// Finds accounts by hashed identifier; what the rules read.
public protocol DeviceIndex {
    /// The account with this number.
    func account(_ id: AccountID) -> DeviceAccount?
    /// The account with this identifier.
    func account(_ hash: IdentifierHash) -> DeviceAccount?
    /// The largest number ever given to an account; 0 when there was none.
    var lastNumber: Int32 { get }
}
