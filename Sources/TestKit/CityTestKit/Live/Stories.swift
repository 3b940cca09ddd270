// SPDX-License-Identifier: GPL-3.0-or-later

package import CityLoop
package import CityModel
import Synchronization

/// A story of clients that did not end in its time.
package struct StoryNotEnded: Error {}

extension CityLoop {
    /// Runs a story of clients on the loop until it has ended; what it throws is thrown.
    ///
    /// - Throws: `StoryNotEnded` when it has not ended by this time.
    package func story(until end: CityTime, _ body: @escaping @Sendable () async throws -> Void) throws {
        let box = Box()
        start("story") { [self] in
            do {
                try await body()
                box.outcome.withLock { $0 = .success(()) }
            } catch {
                box.outcome.withLock { $0 = .failure(error) }
            }
            stop()
        }
        try run(until: end)
        guard let result = box.outcome.withLock({ $0 }) else { throw StoryNotEnded() }
        try result.get()
    }

    private final class Box: Sendable {
        let outcome = Mutex<Result<Void, any Error>?>(nil)
    }
}
