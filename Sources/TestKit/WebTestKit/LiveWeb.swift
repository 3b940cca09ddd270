// SPDX-License-Identifier: GPL-3.0-or-later
package import Accounts
package import CityGateway
package import CityLoop
package import WebInterface

/// A web interface in front of a test's city, without a network.
package enum LiveWeb {
    /// The interface of a city whose tokens and codes come from these secrets, with these devices.
    package static func open(
        _ client: CityClient, _ secrets: RecordedSecrets, _ devices: WebDevices = WebDevices(),
        stores: WebStores? = nil
    ) -> WebCity {
        WebCity(client, secrets: secrets, devices: devices, stores: stores)
    }
}

extension CityLoop {
    /// Runs the city on a thread of its own while requests come, a hundred times slower than the clock on the wall: however busy the
    /// machine is, next to no time passes between two requests.
    package func live(_ body: () async throws -> Void) async throws {
        let thread = WorkPool(threads: 1, waits: false)
        let running = thread.begin(for: self) { [self] () -> LoopError? in
            do throws(LoopError) {
                _ = try run(pace: .scaled(0.01))
                return nil
            } catch {
                return error
            }
        }
        let result: Result<Void, any Error>
        do {
            try await body()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        stop()
        thread.waitForAll()
        if let ended = running.outcome, let error = ended { throw error }
        try result.get()
    }
}
