// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

extension RuleCity {
    func taxi(_ id: DriverID) -> TaxiDuty { taxis[id.index - 1] }

    func zone(_ id: ZoneID) -> ZoneDispatch { zones[id.index - 1] }

    mutating func note(_ event: TaxiEvent) {
        notes.append(Note(time: now, event: event))
        audit.note(event, at: now)
    }

    // Each rule value is called once, checked, and only then are its directives carried out, in order.

    mutating func withZone(_ id: ZoneID, _ call: (inout ZoneDispatch, CityTime) -> [ZoneDirective]) {
        let directives = call(&zones[id.index - 1], now)
        zones[id.index - 1].checkInvariants()
        carryOut(directives, of: id)
    }

    mutating func withTaxi(_ id: DriverID, _ call: (inout TaxiDuty, CityTime) -> [DutyDirective]) {
        let directives = call(&taxis[id.index - 1], now)
        taxis[id.index - 1].checkInvariants()
        carryOut(directives, of: id)
    }

    mutating func withCalls(_ call: (inout CallRules, CityTime) -> [CallDirective]) {
        let directives = call(&calls, now)
        calls.checkInvariants()
        carryOut(directives)
    }

    private mutating func carryOut(_ directives: [ZoneDirective], of zone: ZoneID) {
        for directive in directives {
            switch directive {
            case .note(let event): note(event)
            case .offer(let card):
                add(.offerDeadline(card.offer, zone), at: card.deadline, .deadline)
                heard[card.driver.index].append(.offer(card))
                newCards.append(card)
            case .endOffer(let offer, let driver, let notify):
                if notify { heard[driver.index].append(.offerEnded(offer)) }
            case .assign(let request, let driver, _): assign(request, to: driver)
            case .waiting(let request): withCalls { $0.waiting(request, at: $1) }
            case .abort(let request, let reason): withCalls { $0.aborted(request, reason, at: $1) }
            case .keptOpen(let request, let reason): kept.append(Kept(time: now, request: request, .keptOpen(reason)))
            case .retried(let request, let count): kept.append(Kept(time: now, request: request, .retried(count)))
            case .wakeForRound(let request, let time): add(.round(request, zone), at: time, .deadline)
            case .wakeToLookAround(let request, let time): add(.lookAround(request, zone), at: time, .deadline)
            case .wakeForBatch(let time): add(.batch(zone), at: time, .deadline)
            case .lookAround(let request): lookAround(for: request, in: zone)
            case .offerEnded, .dropRound: break
            }
        }
    }

    /// Puts a request to the next zone, as the dispatcher does.
    private mutating func lookAround(for id: RequestID, in here: ZoneID) {
        guard let own = calls.request(id)?.zone, let open = zone(here).requests.first(where: { $0.id == id }) else {
            return
        }
        let zones = zones
        let (next, directives) = calls.handOver(id, around: self.zones(around: own)) {
            zones[$0.index - 1].canServe(open)
        }
        carryOut(directives)
        guard let taken = self.zones[here.index - 1].takeOut(id) else { return }
        withZone(next ?? here) {
            next != nil && next != own ? $0.visit(taken, at: $1) : $0.comeBack(taken, at: $1)
        }
    }

    private mutating func assign(_ request: RequestID, to driver: DriverID) {
        guard let live = calls.request(request) else { return }
        let party = calls.party(of: request)
        let ride = TaxiRide(
            request: request, passenger: live.passenger, place: live.place, travelers: live.travelers,
            riders: party?.isShared == true ? party?.riders ?? [] : [], pickUp: party?.pickUp)
        withTaxi(driver) { $0.assign(ride, at: $1) }
        heard[driver.index].append(.ride(ride))
        newRides.append((driver, ride))
        let arrival = taxis[driver.index - 1].arrival(by: travel, at: now)
        let position = taxi(driver).position
        withCalls { $0.accepted(request, by: driver, arrival: arrival, from: position, at: $1) }
    }

    private mutating func carryOut(_ directives: [DutyDirective], of driver: DriverID) {
        for directive in directives {
            switch directive {
            case .note(let event): note(event)
            case .join(let zone, let reason):
                let taxi = taxi(driver)
                let queued = QueuedDriver(driver: driver, seats: taxi.seats, position: taxi.position)
                withZone(zone) { $0.join(queued, reason: reason, at: $1) }
            case .leave(let zone, let reason): withZone(zone) { $0.leave(driver, reason: reason, at: $1) }
            case .moved(let zone, let place): zones[zone.index - 1].moved(driver, to: place)
            case .promptBoarding(let request): heard[driver.index].append(.prompt(request))
            case .notify(let status, let cause): heard[driver.index].append(.status(status, cause))
            case .refuse(let reason): heard[driver.index].append(.refused(reason))
            case .rideOver(let request): withCalls { $0.rideOver(request, at: $1) }
            case .wakeAtLimit(let time): add(.shiftLimit(driver), at: time, .deadline)
            }
        }
    }

    private mutating func carryOut(_ directives: [CallDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): note(event)
            case .open(let request):
                let party = calls.party(of: request.id)
                withZone(request.zone) {
                    $0.request(
                        OpenRequest(request, party: party), roundPause: party?.roundPause ?? .seconds(60), at: $1)
                }
            case .notify(let passenger, let notice):
                if case .stored(let request) = notice { lastRequest[passenger] = request }
                reported.append(Reported(time: now, passenger: passenger, notice: notice))
            case .withdraw(let request, let zone): withZone(zone) { $0.abandon(request, at: $1) }
            case .release(let request, let driver): release(request, of: driver)
            case .resize(let request, let zone, let travelers):
                withZone(zone) { $0.resize(request, travelers: travelers, at: $1) }
            case .riders(let request, let driver):
                let riders = calls.party(of: request)?.riders ?? []
                taxis[driver.index - 1].change(riders: riders, of: request)
            case .notifyKept(let passenger):
                if let notice = calls.takeKept() { notifiedByModules.append((passenger, notice)) }
            case .left, .free, .store, .erase: break
            }
        }
    }
}
