// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import TaxiRules
import TaxiService
import Testing

/// A driver's client that writes down what it is told and answers offers as it was told to.
actor ScriptedDriver: CityActor, DriverClient {
    /// What to do about an offer.
    enum Habit: Sendable {
        case accept(after: TimeSpan)
        case refuse(after: TimeSpan)
        case silent
    }

    nonisolated let loop: CityLoop
    nonisolated let id: DriverID
    private let dispatcher: Dispatcher
    private(set) var notices: [(time: CityTime, notice: DriverNotice)] = []
    private var habits: [Habit] = []
    private var habit = Habit.silent

    init(_ id: DriverID, _ dispatcher: Dispatcher, _ loop: CityLoop) {
        self.id = id
        self.dispatcher = dispatcher
        self.loop = loop
    }

    /// The habit from now on, unless single answers were planned.
    nonisolated func always(_ habit: Habit) {
        onLoop { $0.habit = habit }
    }

    /// The next answers, one for each offer.
    nonisolated func next(_ habits: Habit...) {
        onLoop { $0.habits += habits }
    }

    /// What the client was told, in order.
    nonisolated var reported: [(time: CityTime, notice: DriverNotice)] { onLoop { $0.notices } }

    /// The offers that the client was shown.
    nonisolated var offers: [OfferCard] {
        reported.compactMap { if case .offer(let card, _, _) = $0.notice { card } else { nil } }
    }

    nonisolated func notify(_ notice: DriverNotice) {
        onLoop { $0.take(notice) }
    }

    private func take(_ notice: DriverNotice) {
        notices.append((loop.now, notice))
        guard case .offer(let card, _, _) = notice else { return }
        let id = id
        let dispatcher = dispatcher
        loop.schedule(at: loop.now, as: .arrival) { dispatcher.send(.driver(id, .notified(offer: card.offer))) }
        let answer = habits.isEmpty ? habit : habits.removeFirst()
        switch answer {
        case .accept(let span): send(.driver(id, .answer(offer: card.offer, accept: true)), after: span)
        case .refuse(let span): send(.driver(id, .answer(offer: card.offer, accept: false)), after: span)
        case .silent: break
        }
    }

    private func send(_ message: TaxiMessage, after span: TimeSpan) {
        let dispatcher = dispatcher
        loop.schedule(at: loop.now + span, as: .arrival) { dispatcher.send(message) }
    }
}

/// A passenger's client that writes down what it is told.
actor ScriptedPassenger: CityActor, PassengerClient {
    nonisolated let loop: CityLoop
    private var notices: [(time: CityTime, notice: PassengerNotice)] = []

    init(_ loop: CityLoop) {
        self.loop = loop
    }

    nonisolated func notify(_ notice: PassengerNotice) {
        onLoop { $0.notices.append((loop.now, notice)) }
    }

    /// What the client was told, in order.
    nonisolated var reported: [(time: CityTime, notice: PassengerNotice)] { onLoop { $0.notices } }
}
