// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules

/// A small city that lives at random: calls, answers, lapses, crossings, off shift, log outs, abandonments, on a coarse
/// grid of times so that many things happen at one instant.
struct RandomStory {
    private(set) var city: RuleCity
    private var chance: SplitMix64
    private let drivers: Int
    private let zones: Int
    private var steps = 0

    init(seed: Int) {
        var chance = SplitMix64(seed: seed)
        zones = chance.number(2...3)
        drivers = chance.number(1...6)
        let seats = (0..<drivers).map { _ in Int32(chance.number(2...6)) }
        var parameters = TaxiParameters()
        parameters.offerDeadline = .seconds(chance.pick([60, 60, 30]))
        if chance.once(in: 4) {
            parameters.shiftLimit = .seconds(120)
            parameters.rest = .seconds(40)
        }
        let policy: any DispatchPolicy = chance.once(in: 4) ? NearestFirst() : FirstInQueue()
        city = RuleCity(zones: zones, gap: zones == 3 ? 2 : nil, seats: seats, policy: policy, parameters: parameters)
        self.chance = chance
        if self.chance.once(in: 5) {
            city.outage = .seconds(40)..<CityTime.seconds(self.chance.number(9...30) * 5)
            city.audit.checksTimes = false
        }
        planDrivers()
        planPassengers()
    }

    /// Lives until nothing is left; false when it does not settle.
    mutating func live() -> Bool {
        while city.takeTurn() {
            steps += 1
            if steps > 20_000 { return false }
            let cards = city.newCards
            let rides = city.newRides
            city.newCards = []
            city.newRides = []
            for card in cards { react(to: card) }
            for (driver, ride) in rides { plan(ride, of: driver) }
        }
        city.audit.finish()
        return true
    }

    private mutating func planDrivers() {
        for number in 1...drivers {
            let driver = DriverID(number)
            if !chance.once(in: 8) { at(chance.number(0...3) * 5, .goesInService(driver, at: anywhere())) }
            for _ in 0..<chance.number(0...4) {
                let time = chance.number(0...40) * 5
                switch chance.number(1...8) {
                case 1, 2, 3: at(time, .isAt(driver, anywhere()))
                case 4: at(time, .goesOffShift(driver))
                case 5: at(time, .logsOut(driver))
                case 6: at(time, .logsIn(driver))
                default: at(time, .goesInService(driver, at: anywhere()))
                }
            }
        }
    }

    private mutating func planPassengers() {
        for _ in 0..<chance.number(2...12) {
            let passenger = PassengerID(chance.number(1...8))
            let time = chance.number(0...30) * 5
            at(time, .calls(passenger, travelers: Int32(chance.pick([0, 1, 1, 1, 2, 3, 4, 5, 6])), at: anywhere()))
            switch chance.number(1...8) {
            case 1, 2: at(time + chance.number(0...14) * 5, .abandons(passenger))
            case 3:
                at(time + chance.number(0...4) * 5, .passengerLogsOut(passenger))
                at(time + chance.number(4...20) * 5, .passengerLogsIn(passenger))
            case 4: at(time + chance.number(0...20) * 5, .polls(passenger))
            default: break
            }
        }
    }

    /// Answers at once, late, at the very deadline, after it, or never; sometimes somebody else answers too.
    private mutating func react(to card: OfferCard) {
        let sent = Int(city.now.inSeconds)
        let last = Int((card.deadline - city.now).inSeconds)
        let delay = chance.pick([0, 5, 10, 25, last, last + 5])
        switch chance.number(1...10) {
        case 1, 2: break
        case 3, 4, 5: at(sent + delay, .answers(card.offer, by: card.driver, accept: false))
        case 6:
            at(sent + delay, .answers(card.offer, by: DriverID(chance.number(1...drivers)), accept: true))
        default: at(sent + delay, .answers(card.offer, by: card.driver, accept: true))
        }
        if chance.once(in: 6) { at(sent + delay, .isAt(card.driver, anywhere())) }
        if chance.once(in: 12) { at(sent + delay, .goesOffShift(card.driver)) }
        if chance.once(in: 12) { at(sent + delay, .abandons(card.passenger)) }
    }

    private mutating func plan(_ ride: TaxiRide, of driver: DriverID) {
        let met = Int(city.now.inSeconds) + chance.pick([5, 10, 30])
        at(met, .isAt(driver, ride.place))
        guard !chance.once(in: 10) else {
            // Too early, right, and right for a prompt that came late through an outage.
            for wait in [60, 300, 600] { at(met + wait, .findsNobody(driver)) }
            return
        }
        if chance.once(in: 5) { at(met, .boards(driver, travelers: 7)) }
        let boarded = met + chance.number(0...2) * 5
        at(boarded, .boards(driver, travelers: ride.travelers))
        at(boarded + 5, .isAt(driver, anywhere()))
        at(boarded + chance.number(2...12) * 5, .endsRide(driver, at: anywhere(), badCustomer: chance.once(in: 6)))
    }

    private mutating func at(_ seconds: Int, _ step: Step) {
        city.at(Double(seconds), step)
    }

    /// The middle of a strip, at times outside all zones.
    private mutating func anywhere() -> Place {
        chance.once(in: 10) ? Strips.outside : Strips.middle(of: ZoneID(chance.number(1...zones)))
    }
}
