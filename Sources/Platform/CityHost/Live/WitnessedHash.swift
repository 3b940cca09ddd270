// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
import Synchronization

/// Hashes passwords, and remembers what came of it in the turn of a message: a log keeps that in place of the password. What other
/// threads hash comes back with the message itself.
public final class WitnessedHash: PasswordHash {
    private let hash: any PasswordHash
    private let loop: CityLoop
    private let seen = Mutex(KeptPasswordWork())

    /// Hashes with another one.
    public init(_ hash: any PasswordHash, on loop: CityLoop) {
        (self.hash, self.loop) = (hash, loop)
    }

    /// A text that holds salt, cost and hash.
    public func hash(_ password: String) -> String {
        let text = hash.hash(password)
        if loop.isOnLoop { seen.withLock { $0.text = text } }
        return text
    }

    /// The same in two steps.
    public func hashing(_ password: String) -> @Sendable () -> String { hash.hashing(password) }

    /// Whether the password is the one that was hashed.
    public func verify(_ password: String, against text: String) -> Bool {
        let isRight = hash.verify(password, against: text)
        if loop.isOnLoop { seen.withLock { $0.isRight = isRight } }
        return isRight
    }

    /// What came of it since this was asked last; nil when there was nothing.
    func take() -> KeptPasswordWork? {
        seen.withLock { seen in
            defer { seen = KeptPasswordWork() }
            return seen == KeptPasswordWork() ? nil : seen
        }
    }
}
