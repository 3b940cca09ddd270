// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
public import Accounts
public import CityGateway
public import CityHost
import CityLoop
import CityModel

/// The way of a carrier's reports on text messages, past the gateway. In a city with an input log they are kept like messages that passed
/// it.
public struct TextLine: Sendable {
    private let phones: PhoneRegistry
    private let inputs: LiveInputs?

    /// Reports are for these accounts, of the city of this log; nil for a city that keeps nothing.
    public init(_ phones: PhoneRegistry, keptBy inputs: LiveInputs? = nil) {
        (self.phones, self.inputs) = (phones, inputs)
    }

    func report(_ number: Int32, of request: RequestKey?) throws(TextError) {
        guard phones.onLoop({ $0.hasSent(number) }) else { throw .unknown }
        let report = PhoneReport.undelivered(number)
        guard let inputs else { return phones.hear(report) }
        let heard: Void? = inputs.bring(report, of: request) { phones.hear(report) }
        if heard == nil { throw .access(.serverBusy) }
    }
}

/// Why a carrier's report counts for nothing.
public enum TextError: ServiceError {
    /// No such text was sent lately.
    case unknown
    /// It did not reach the accounts.
    case access(AccessError)
}

extension CityClient {
    /// Opens the way of reports on text messages.
    public func connect(_ line: TextLine) { storePart.texts = line }

    /// The carrier says that the text of this number cannot reach its phone: its code is void (ACCOUNT-SMS-02). Whoever asks has looked
    /// at who says it.
    public func reportUndelivered(text number: Int32) async throws(TextError) {
        guard let line = storePart.texts else { throw .access(.moduleOff) }
        try line.report(number, of: sender.request)
    }
}
