// SPDX-License-Identifier: GPL-3.0-or-later

/// A type of message that has a service time and a latency of its own. Every service names its own.
public struct MessageType: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints and stream keys.
    public let number: UInt8
    /// How long a message of this kind is on the wire, in bytes (PERF-17).
    public private(set) var requestBytes: UInt16 = 800
    /// How long the first answer to it is, in bytes (PERF-17).
    public private(set) var answerBytes: UInt16 = 400

    /// The kind of this number, with the sizes of a small message.
    public init(number: UInt8) { self.number = number }

    /// Names a kind.
    ///
    /// The sizes are assumptions: 700 bytes of encryption, HTTP headers and token for each message, 400 for each answer,
    /// and the fields as JSON text.
    public init(_ number: UInt8, _ text: String, request: UInt16, answer: UInt16) {
        self.init(number, text)
        requestBytes = request
        answerBytes = answer
    }

    /// Registration, and the link of its mail.
    public static let registration = MessageType(0, "registration", request: 1500, answer: 600)
    /// A login, with the check of the password.
    public static let login = MessageType(1, "login", request: 900, answer: 600)
    /// The end of a session.
    public static let logout = MessageType(2, "logout", request: 800, answer: 400)
    /// Any other message about the own account.
    public static let profile = MessageType(3, "profile", request: 1000, answer: 4000)

    /// The kinds of the account service.
    public static let ofAccounts: [MessageType] = [.registration, .login, .logout, .profile]
}
