// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a message brought: the server's answer, and the notices that came before it.
public struct Exchange: Sendable {
    /// The server's answer.
    public let answer: ServerAnswer
    /// What services told the person meanwhile, each a value of a service's own type.
    let notices: [any Sendable]

    /// What a closure picks from the first notice of its type from which it picks something.
    public func first<Notice: Sendable, Found>(_ pick: (Notice) -> Found?) -> Found? {
        for case let notice as Notice in notices {
            if let found = pick(notice) { return found }
        }
        return nil
    }

    /// The same of the last one: those before the message's own come from elsewhere.
    public func last<Notice: Sendable, Found>(_ pick: (Notice) -> Found?) -> Found? {
        for case let notice as Notice in notices.reversed() {
            if let found = pick(notice) { return found }
        }
        return nil
    }

    /// The account service's answer.
    public var account: AccountAnswer? {
        if case .account(let answer) = answer { answer } else { nil }
    }
}
