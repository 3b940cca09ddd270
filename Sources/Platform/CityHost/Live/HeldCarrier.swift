// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountRules
package import Accounts
package import CityLoop

/// Text messages of a live city: each leaves when the input that caused it is durable, and not again when the log is taken up.
///
/// A carrier's word that a phone cannot be reached is no message that passed the gateway, so no log holds it. In a city with a log
/// nothing may follow from it: whoever waits for the code asks for another one, and a report by the number of the text is brought.
package final class HeldCarrier: SmsCarrier {
    private let carrier: any SmsCarrier
    private let loop: CityLoop

    /// Holds what goes to a carrier.
    package init(_ carrier: any SmsCarrier, _ loop: CityLoop) {
        self.carrier = carrier
        self.loop = loop
    }

    package func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) {
        guard !loop.outbox.isReplaying else { return }
        loop.outbox.send { [carrier, loop] problem in
            guard problem == nil else { return }
            let hasLog = loop.outbox.processed > 0
            carrier.send(sms) { if !hasLog { unreachable() } }
        }
    }
}
