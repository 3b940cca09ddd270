// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting
import RuleTestKit
import TaxiRules
import TaxiSimulation

/// A small stand-in for the simulator: makes lawful event logs of any size, with the first-in-first-out rules of the zone
/// queues, so that folds and reports can be tried without the city itself.
struct SyntheticCity {
    private enum Step {
        case startShift(Int32), call(Int32), store(Int32, zone: Int32), answer(Int32, request: Int32)
        case deadline(Int32, request: Int32), arrive(Int32), board(Int32), endRide(Int32), report(Int32)
    }
    private struct Driver {
        var seats: Int32 = 4
        var zone: Int32 = 0
        var offer: Int32 = 0
        var request: Int32 = 0
        var odometer: Int64 = 0
        var isBusy = false
    }
    private struct Request {
        var passenger: Int32
        var zone: Int32
        var travelers: Int32
        var asked: [Int32] = []
        var isOpen = true
    }

    let zones: Int32
    let drivers: Int32
    let passengers: Int32
    let hours: Int
    private(set) var records: [EventRecord] = []
    private var random: UInt64
    private var queues: [[Int32]]
    private var waiting: [[Int32]]
    private var states: [Driver]
    private var requests: [Request] = [Request(passenger: 0, zone: 0, travelers: 0)]
    private var offers: Int32 = 0
    private var plan: [(time: Int64, order: Int64, step: Step)] = []
    private var order: Int64 = 0
    private var now: Int64 = 0
    private var turn: Int64 = 0
    private let end: Int64
    /// Mean seconds between two calls of one passenger.
    private let thinking: Double

    init(zones: Int32, drivers: Int32, passengers: Int32, hours: Int, seed: UInt64, thinking: Double = 4800) {
        self.zones = zones
        self.drivers = drivers
        self.passengers = passengers
        self.hours = hours
        self.thinking = thinking
        random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        queues = Array(repeating: [], count: Int(zones) + 1)
        waiting = queues
        states = Array(repeating: Driver(), count: Int(drivers) + 1)
        end = Int64(hours) * 3_600_000_000_000
        run()
    }

    var context: RunContext {
        var context = city(zones: Int(zones), seats: states.dropFirst().map(\.seats), hours: hours)
        context.name = "synthetic"
        context.title = "A synthetic city"
        context.customers = Int(passengers)
        context.warmUp = hours > 2 ? .minutes(30) : .zero
        return context
    }

    private mutating func uniform() -> Double {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return Double(random >> 11) * 0x1p-53
    }

    private mutating func exponential(_ mean: Double) -> Double {
        // A sum of uniforms is bell-shaped enough; what matters is a spread without logarithms.
        let shares = [uniform(), uniform()]
        return mean * (0.05 + shares[0] * shares[1] * 3.8)
    }

    private mutating func later(_ seconds: Double, _ step: Step) {
        order += 1
        plan.append((now + Int64((seconds * 1000).rounded()) * 1_000_000, order, step))
        var child = plan.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            plan.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (plan[left].time, plan[left].order) < (plan[right].time, plan[right].order)
    }

    private mutating func next() -> (time: Int64, order: Int64, step: Step)? {
        guard let first = plan.first, first.time < end else { return nil }
        let last = plan.removeLast()
        guard !plan.isEmpty else { return first }
        plan[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < plan.count && isBefore(child, least) {
                least = child
            }
            if least == parent { return first }
            plan.swapAt(parent, least)
            parent = least
        }
    }

    private mutating func note(_ event: TaxiEvent) {
        records.append(
            EventRecord(
                number: Int64(records.count + 1), time: CityTime(nanoseconds: now), turn: turn, event: .taxi(event)))
    }

    private mutating func run() {
        now = 1_000_000_000
        for zone in 1...zones { note(.zoneOpened(zone: ZoneID(zone))) }
        for number in 1...drivers {
            states[Int(number)].seats = number % 5 == 0 ? 6 : 4
            let seats = states[Int(number)].seats
            note(.driverRegistered(driver: DriverID(number), seats: seats, licence: number, plate: number))
            later(uniform() * 1200, .startShift(number))
        }
        for number in 1...passengers { later(uniform() * thinking, .call(number)) }
        while let (time, _, step) = next() {
            now = time
            turn += 1
            take(step)
        }
        now = end
        turn += 1
        // An offer that is pending at the end is withdrawn.
        for number in 1...drivers where states[Int(number)].offer != 0 {
            note(
                .offerWithdrawn(
                    offer: OfferID(states[Int(number)].offer), request: RequestID(states[Int(number)].request),
                    driver: DriverID(number), reason: .runEnded))
        }
    }

    private mutating func enqueue(_ number: Int32, zone: Int32, _ reason: EnqueueReason) {
        let place = Int32(queues[Int(zone)].count)
        note(.driverEnqueued(driver: DriverID(number), zone: ZoneID(zone), place: place, reason: reason))
        queues[Int(zone)].append(number)
        states[Int(number)].zone = zone
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .startShift(let number):
            let driver = DriverID(number)
            note(.driverSession(driver: driver, loggedIn: true))
            note(.statusChanged(driver: driver, from: .offShift, to: .available, cause: .byHand))
            let zone = 1 + Int32(uniform() * Double(zones))
            enqueue(number, zone: zone, .inService)
            later(60, .report(number))
            serve(zone)
        case .report(let number):
            states[Int(number)].odometer += states[Int(number)].isBusy ? 420_000 : 60_000
            note(
                .positionReported(
                    driver: DriverID(number), place: .origin,
                    odometer: Distance(millimetres: states[Int(number)].odometer)))
            later(60, .report(number))
        case .call(let passenger):
            note(.callPrepared(passenger: PassengerID(passenger)))
            note(.callConfirmed(passenger: PassengerID(passenger), client: .mobile))
            // The first zone is asked for more often than its share.
            let zone = uniform() < 0.1 ? 1 : 1 + Int32(uniform() * Double(zones))
            later(0.2, .store(passenger, zone: zone))
        case .store(let passenger, let zone):
            store(passenger, zone)
        case .answer(let number, let request):
            answer(number, request)
        case .deadline(let number, let request):
            lapse(number, request)
        case .arrive(let number):
            note(.boardingPrompted(request: RequestID(states[Int(number)].request), driver: DriverID(number)))
            later(5 + uniform() * 60, .board(number))
        case .board(let number):
            board(number)
        case .endRide(let number):
            endRide(number)
        }
    }

    private mutating func store(_ passenger: Int32, _ zone: Int32) {
        let share = uniform()
        let travelers: Int32 = share < 0.6 ? 1 : share < 0.8 ? 2 : share < 0.9 ? 3 : share < 0.96 ? 4 : 5
        let number = Int32(requests.count)
        requests.append(Request(passenger: passenger, zone: zone, travelers: travelers))
        note(
            .requestStored(
                request: RequestID(number), passenger: PassengerID(passenger), zone: ZoneID(zone),
                travelers: travelers, source: .gps, place: .origin))
        waiting[Int(zone)].append(number)
        serve(zone)
    }

    /// Offers waiting requests to free drivers, oldest first; aborts those for whom nobody is left.
    private mutating func serve(_ zone: Int32) {
        for number in waiting[Int(zone)] {
            let request = requests[Int(number)]
            let eligible = queues[Int(zone)].filter {
                states[Int($0)].seats >= request.travelers && !request.asked.contains($0)
            }
            if let driver = eligible.first(where: { states[Int($0)].offer == 0 }) {
                offer(number, to: driver)
            } else if eligible.isEmpty {
                let reason: AbortReason =
                    !request.asked.isEmpty
                    ? .allRefused : queues[Int(zone)].isEmpty ? .noDriver : .noTaxiLargeEnough
                note(.requestAborted(request: RequestID(number), zone: ZoneID(zone), reason: reason))
                waiting[Int(zone)].removeAll { $0 == number }
                later(exponential(thinking), .call(request.passenger))
            }
        }
    }

    private mutating func offer(_ number: Int32, to driver: Int32) {
        offers += 1
        let request = requests[Int(number)]
        waiting[Int(request.zone)].removeAll { $0 == number }
        requests[Int(number)].asked.append(driver)
        states[Int(driver)].offer = offers
        states[Int(driver)].request = number
        note(
            .offerSent(
                offer: OfferID(offers), request: RequestID(number), driver: DriverID(driver),
                zone: ZoneID(request.zone),
                place: 0, travelers: request.travelers, meetingTime: CityTime(nanoseconds: now),
                estimatedMeeting: CityTime(nanoseconds: now), cell: .origin))
        note(.driverNotified(offer: OfferID(offers), driver: DriverID(driver), alert: .both))
        if uniform() < 0.04 {
            later(60, .deadline(driver, request: number))
        } else {
            later(min(59, exponential(9)), .answer(driver, request: number))
        }
    }

    private mutating func answer(_ number: Int32, _ request: Int32) {
        let driver = DriverID(number)
        let offer = OfferID(states[Int(number)].offer)
        let zone = states[Int(number)].zone
        states[Int(number)].offer = 0
        guard uniform() < 0.85 else {
            note(.offerRefused(offer: offer, request: RequestID(request), driver: driver))
            moveDown(number, request, .refused)
            return
        }
        note(.offerAccepted(offer: offer, request: RequestID(request), driver: driver))
        note(.driverDequeued(driver: driver, zone: ZoneID(zone), reason: .accepted))
        queues[Int(zone)].removeAll { $0 == number }
        note(.statusChanged(driver: driver, from: .available, to: .busy, cause: .accepted))
        states[Int(number)].isBusy = true
        let drive = exponential(300)
        let reported = drive * (0.8 + 0.3 * uniform())
        note(
            .passengerNotified(
                passenger: PassengerID(requests[Int(request)].passenger), request: RequestID(request), kind: .accepted,
                reason: nil, taxi: driver, eta: CityTime(nanoseconds: now + Int64(reported * 1e9)),
                position: .origin))
        later(drive, .arrive(number))
        serve(zone)
    }

    private mutating func lapse(_ number: Int32, _ request: Int32) {
        note(
            .offerTimedOut(
                offer: OfferID(states[Int(number)].offer), request: RequestID(request), driver: DriverID(number)))
        states[Int(number)].offer = 0
        moveDown(number, request, .timedOut)
    }

    private mutating func moveDown(_ number: Int32, _ request: Int32, _ reason: MoveReason) {
        let zone = states[Int(number)].zone
        queues[Int(zone)].removeAll { $0 == number }
        queues[Int(zone)].append(number)
        note(.driverMovedToBottom(driver: DriverID(number), zone: ZoneID(zone), reason: reason))
        // The request goes back to its place by arrival; numbers rise with arrival.
        let place = waiting[Int(zone)].firstIndex { $0 > request } ?? waiting[Int(zone)].count
        waiting[Int(zone)].insert(request, at: place)
        serve(zone)
    }

    private mutating func board(_ number: Int32) {
        let request = states[Int(number)].request
        let passenger = PassengerID(requests[Int(request)].passenger)
        states[Int(number)].odometer += 200_000
        note(
            .passengerAboard(
                request: RequestID(request), passenger: passenger, driver: DriverID(number),
                travelers: requests[Int(request)].travelers,
                odometer: Distance(millimetres: states[Int(number)].odometer)))
        note(.requestFulfilled(request: RequestID(request), passenger: passenger))
        later(exponential(900), .endRide(number))
    }

    private mutating func endRide(_ number: Int32) {
        let driver = DriverID(number)
        let request = states[Int(number)].request
        let passenger = requests[Int(request)].passenger
        states[Int(number)].odometer += 300_000
        states[Int(number)].isBusy = false
        note(
            .rideEnded(
                request: RequestID(request), passenger: PassengerID(passenger), driver: driver, place: .origin,
                odometer: Distance(millimetres: states[Int(number)].odometer)))
        note(.statusChanged(driver: driver, from: .busy, to: .available, cause: .rideEnded))
        let zone = 1 + Int32(uniform() * Double(zones))
        enqueue(number, zone: zone, .rideEnded)
        later(exponential(thinking), .call(passenger))
        serve(zone)
    }
}
