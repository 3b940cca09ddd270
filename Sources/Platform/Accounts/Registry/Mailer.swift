// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules

/// Sends mail. What it takes always arrives (ACCOUNT-REG-19).
public protocol Mailer: AnyObject, Sendable {
    /// Takes a mail. Called on the loop; returns at once and never calls the account service back.
    func send(_ mail: Mail)
}

/// Reads simulated mail: the population, or a test.
public protocol MailReader: AnyObject, Sendable {
    /// A mail reached its address. Called on the loop.
    func receive(_ mail: Mail)
}
