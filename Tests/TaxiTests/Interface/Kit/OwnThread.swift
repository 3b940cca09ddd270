// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Foundation

extension CityLoop {
    /// Runs at a pace on a thread of its own until the run is stopped or over: a test that waited for that itself would hold a thread
    /// of the pool, which those need who stop it.
    func runOnOwnThread(for span: TimeSpan = .hours(1), pace: Pace) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { [self] in
                continuation.resume(with: Result { _ = try run(until: now + span, pace: pace) })
            }
        }
    }
}
