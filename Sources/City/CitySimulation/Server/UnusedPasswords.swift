// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityModel
import RandomStreams

/// Hashes the passwords of accounts that nobody uses (PERF-05): each with a salt of its own (SEC-03), at the least cost, since
/// nobody ever logs in with one. 1,000,000 take about 30 s of a processor.
///
/// The salts are of a stream of their own, so that these accounts change nobody else's tokens and salts (SIM-02).
struct UnusedPasswords {
    private let argon2: Argon2Hash

    init(_ key: StreamKey) {
        argon2 = Argon2Hash(
            cost: .reduced, secrets: KeyedSecrets(key: [key.seed, key.replication, Purpose.secrets.rawValue, 1]))
    }

    /// The hash of a password; another one each time.
    func hash(_ password: String) -> String { argon2.hash(password) }
}
