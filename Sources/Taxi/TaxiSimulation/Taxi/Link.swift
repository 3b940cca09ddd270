// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService

/// One client's connection to the service: delays, and losses when the scenario switches them on (TAXI-ASSUME-01).
///
/// Messages of one direction keep their order, as on one TCP connection. A lost message is noted and sent again after a
/// pause, and what the client has to say meanwhile waits behind it: otherwise a lost end of a ride would keep a taxi busy
/// to the end of the run. Messages whose time is over by then are not sent again (`MessageTraits.isSentAgain`).
///
/// Only agents of an imperfect network have one: apart from them, they stay small.
final class Link {
    private let sender: Int32
    private let isDriver: Bool
    private var stream: RandomStream
    private var lastSent = CityTime.epoch
    private var lastClass = EventClass.arrival
    private var lastReceived = CityTime.epoch
    /// The lost message that is to be sent again, and those behind it.
    private var waiting: [(message: TaxiMessage, eventClass: EventClass)] = []
    private var pause = TimeSpan.zero

    init(_ key: StreamKey, person: PersonID, sender: Int32, isDriver: Bool) {
        stream = RandomStream(key, for: .network, of: person)
        self.sender = sender
        self.isDriver = isDriver
    }

    /// Plans the arrival of an agent's message at the service. When it is lost and `isKept`, the answer is the pause after
    /// which the agent is to call `sendAgain`.
    ///
    /// Only when the network is not perfect: a perfect one needs no link, and a direct send must not happen while the link
    /// is being changed, since the service may answer at once.
    func send(
        _ message: TaxiMessage, as eventClass: EventClass, isKept: Bool, _ city: PopulationCity
    ) -> TimeSpan? {
        guard waiting.isEmpty else {
            if isKept { waiting.append((message, eventClass)) }
            return nil
        }
        guard isLost(city) else {
            deliver(message, as: eventClass, city)
            return nil
        }
        guard isKept else { return nil }
        waiting.append((message, eventClass))
        pause = ClientWire.firstPause
        return pause
    }

    /// The pause is over: sends what waits, in order, up to the next loss. The answer is the next pause, if any.
    func sendAgain(_ city: PopulationCity) -> TimeSpan? {
        var sent = 0
        while sent < waiting.count, !isLost(city) {
            deliver(waiting[sent].message, as: waiting[sent].eventClass, city)
            sent += 1
        }
        waiting.removeFirst(sent)
        guard !waiting.isEmpty else { return nil }
        pause = sent > 0 ? ClientWire.firstPause : ClientWire.pause(after: pause)
        return pause
    }

    private func isLost(_ city: PopulationCity) -> Bool {
        guard stream.chance(city.network.loss) else { return false }
        city.dispatcher.send(.control(.lost(fromDriver: isDriver, sender: sender)))
        return true
    }

    private func deliver(_ message: TaxiMessage, as eventClass: EventClass, _ city: PopulationCity) {
        let arrives = max(lastSent, city.loop.now + stream.time(city.network.delay))
        // At one instant classes decide the order: a message never has an earlier class than the one before it.
        lastClass = arrives == lastSent ? max(lastClass, eventClass) : eventClass
        lastSent = arrives
        let dispatcher = city.dispatcher
        city.loop.schedule(at: arrives, as: lastClass) { dispatcher.send(message) }
    }

    /// When a notice that the service sends now reaches the client.
    func arrivalOfNotice(_ city: PopulationCity) -> CityTime {
        lastReceived = max(lastReceived, city.loop.now + stream.time(city.network.delay))
        return lastReceived
    }
}
