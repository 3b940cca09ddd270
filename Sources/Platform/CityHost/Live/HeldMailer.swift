// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityLoop

/// Mail of a live city: it leaves when the input that caused it is durable, and not again when the log is taken up.
final class HeldMailer: Mailer {
    private let mailer: any Mailer
    private let loop: CityLoop

    init(_ mailer: any Mailer, _ loop: CityLoop) { (self.mailer, self.loop) = (mailer, loop) }

    func send(_ mail: Mail) {
        guard !loop.outbox.isReplaying else { return }
        loop.outbox.send { [mailer] problem in if problem == nil { mailer.send(mail) } }
    }
}
