// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService

/// The system manager of a simulated city: there from installation, without a registration, and nobody else restarts the service
/// after a crash (ACCOUNT-TRACK-MANAGER).
final actor SystemManager: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let monitor: HealthMonitor
    private let log: EventChannel<WearingEvent>
    /// The only one of a city.
    static let number: Int32 = 1

    init(_ monitor: HealthMonitor, log: EventLog) {
        self.monitor = monitor
        self.log = log.channel(WearingEvent.self)
        loop = monitor.loop
    }

    /// The city begins, and the manager is listed.
    func install() { log.note(.managerInstalled(manager: Self.number)) }

    /// The service has crashed; the manager will be there at this time.
    func restart(at time: CityTime) { loop.schedule(self, 0, at: time, as: .arrival) }

    func timerFired(_ tag: TimerTag) {
        log.note(.restartOrdered(manager: Self.number))
        let message = HealthRequest.restart(manager: Self.number).message
        monitor.onLoop { $0.take(message) }
    }
}
