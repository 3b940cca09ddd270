// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel

/// One connection: one message at a time, so that an answer is the answer to the last message.
struct Conversation {
    /// Who waits for the answer; nil when no message is under way.
    private var sender: CheckedContinuation<Exchange?, Never>?
    private var isForAccounts = false
    private var notices: [any Sendable] = []
    /// A message is under way, or its sender has not looked at the answer.
    private var isBusy = false
    /// Who waits for the connection, each until it is passed on or the caller gives up.
    let line = Bell()

    /// A message is under way.
    var isWaiting: Bool { sender != nil }

    /// Takes the connection; false when it is in use.
    mutating func takes() -> Bool {
        defer { isBusy = true }
        return !isBusy
    }

    /// Passes the connection to the next in line.
    mutating func pass() {
        isBusy = line.ringOnce()
    }

    /// A message is under way.
    mutating func begin(_ message: any ServedMessage, _ sender: CheckedContinuation<Exchange?, Never>) {
        self.sender = sender
        notices = []
        isForAccounts = message is AccountMessage || message is ServiceAccountMessage
    }

    /// A notice came; it may belong to the message under way.
    mutating func note(_ notice: some Sendable) {
        if sender != nil { notices.append(notice) }
    }

    /// The answer came. To a message for the account service the word that it was taken is none: the answer comes later.
    mutating func end(_ answer: ServerAnswer) {
        if isForAccounts, case .taken = answer { return }
        sender?.resume(returning: Exchange(answer: answer, notices: notices))
        sender = nil
        notices = []
    }

    /// No answer will come, to nobody in line either.
    mutating func close() {
        sender?.resume(returning: nil)
        sender = nil
        line.ring()
    }
}
