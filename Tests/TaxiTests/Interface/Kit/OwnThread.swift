// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import Foundation

extension CityLoop {
    /// Runs at a pace on a thread of its own until it is stopped, however long that takes on a busy machine: a test that waited for that itself would hold a thread
    /// of the pool, which those need who stop it.
    func runOnOwnThread(pace: Pace) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { [self] in
                continuation.resume(with: Result { _ = try run(pace: pace) })
            }
        }
    }
}
