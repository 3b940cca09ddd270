// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import StoreRules

/// Whom the service tells: the clients of shoppers and staff, and the devices of the stores. Called on the loop; returns at
/// once.
public protocol StoreClients: AnyObject, Sendable {
    /// Something for a shopper's client.
    func notify(_ shopper: ShopperID, _ notice: StoreNotice)
    /// The answer of a totem, gate or exit.
    func answer(_ store: StoreID, _ answer: GateAnswer)
    /// A line on a store's monitor, for those without a device (STORE-LIVE).
    func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine)
    /// The answer to a manager or employee.
    func reply(_ staff: StaffID, _ answer: StaffAnswer)
}

/// Where the codes of passes come from: 128 bits that nobody can guess (STORE-R10). A simulation draws them from a stream, a
/// live service from the operating system.
public protocol CodeSource: Sendable {
    /// A code that was never drawn before.
    mutating func next() -> EntryCode
}

/// A message with the code that was drawn for it, as the input log keeps it: a replay uses the same codes (SIM-06).
public struct CodedMessage: RecordedInput {
    /// The store service's.
    public static let service = ServiceID.stores

    /// The message.
    public let message: StoreMessage
    /// The code, when the message needs one.
    public let code: EntryCode?

    /// Puts both together.
    public init(_ message: StoreMessage, _ code: EntryCode?) {
        self.message = message
        self.code = code
    }
}
