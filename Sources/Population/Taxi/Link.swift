// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityServices
import RandomStreams
import ScenarioFile

/// One client's connection to the service: delays, and losses when the scenario switches them on (TAXI-ASSUME-01).
///
/// Messages of one direction keep their order, as on one TCP connection.
struct Link: Sendable {
    private var stream: RandomStream
    private var lastSent = CityTime.epoch
    private var lastClass = EventClass.arrival
    private var lastReceived = CityTime.epoch

    init(_ key: StreamKey, owner: UInt64) {
        stream = RandomStream(key, for: .network, of: owner)
    }

    /// Plans the arrival of an agent's message at the service. Only when the network is not perfect: a perfect one needs
    /// no link, and a direct send must not happen while the link is being changed, since the service may answer at once.
    mutating func send(
        _ message: ClientMessage, as eventClass: EventClass, of sender: Int32, isDriver: Bool, _ city: PopulationCity
    ) {
        if stream.chance(city.network.loss) {
            city.dispatcher.send(.lost(fromDriver: isDriver, sender: sender))
            return
        }
        let arrives = max(lastSent, city.loop.now + stream.time(city.network.delay))
        // At one instant classes decide the order: a message never has an earlier class than the one before it.
        lastClass = arrives == lastSent ? max(lastClass, eventClass) : eventClass
        lastSent = arrives
        let dispatcher = city.dispatcher
        city.loop.schedule(at: arrives, as: lastClass) { dispatcher.send(message) }
    }

    /// When a notice that the service sends now reaches the client.
    mutating func arrivalOfNotice(_ city: PopulationCity) -> CityTime {
        lastReceived = max(lastReceived, city.loop.now + stream.time(city.network.delay))
        return lastReceived
    }
}
