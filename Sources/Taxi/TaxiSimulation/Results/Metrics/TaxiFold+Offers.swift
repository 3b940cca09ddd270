// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// How an offer ended.
enum OfferEnding {
    case accepted, refused, timedOut
    case withdrawn(WithdrawalReason)
}

extension TaxiFold {
    mutating func send(_ offer: OfferID, of number: RequestID, to driver: DriverID, in zone: Int, travelers: Int32) {
        let index = reach(driver)
        parties.fresh = 0
        if !notes.paused.isEmpty { beginRounds(before: number.number) }
        if Int(drivers[index].zone) != zone { zoneCrossingOffers += 1 }
        if isFifo { judgeOrder(of: number.number, driver: driver.number, in: zone, travelers: travelers) }
        if !notes.paused.isEmpty { beginRounds(before: 0) }
        let pending = drivers[index].pending + 1
        drivers[index].pending = pending
        maxPendingOffers = max(maxPendingOffers, pending)
        var open = OpenOffer(request: number.number, driver: driver.number)
        if let slot = requests.index(of: number.number) {
            if requests[slot].waiting { stopWaiting(number.number, in: Int(requests[slot].zone)) }
            requests[slot].ask(driver.number, &asked)
            open.counted = requests[slot].counted
            if open.counted {
                offersSent += 1
                hours[Int(requests[slot].hour)].offers += 1
                zones[zone].offers += 1
            }
        }
        offers.open(offer.number, open)
    }

    /// Counts breaches of the order among drivers (TAXI-QUEUE-07) and among requests (TAXI-CALL-06).
    private mutating func judgeOrder(of number: Int32, driver: Int32, in zone: Int, travelers: Int32) {
        guard let slot = requests.index(of: number) else { return }
        let row = requests[slot].asked
        for nearer in zones[zone].queue {
            if nearer == driver { break }
            let other = drivers[Int(nearer)]
            if other.pending == 0 && other.seats >= travelers && !asked.holds(nearer, in: row) {
                fifoViolations += 1
                break
            }
        }
        guard zones[zone].waiting.first != number else { return }
        let seats = drivers[Int(driver)].seats
        for older in zones[zone].waiting {
            guard older != number, let olderIndex = requests.index(of: older),
                requests[olderIndex].order < requests[slot].order
            else { break }
            if requests[olderIndex].travelers <= seats && !asked.holds(driver, in: requests[olderIndex].asked) {
                arrivalInversions += 1
                break
            }
        }
    }

    mutating func endOffer(_ offer: OfferID, _ ending: OfferEnding) {
        guard let open = offers.close(offer.number) else { return }
        drivers[Int(open.driver)].endOffer(ending)
        switch ending {
        case .accepted:
            if open.counted { offersEnded.accepted += 1 }
            return
        case .refused:
            if open.counted { offersEnded.refused += 1 }
        case .timedOut:
            if open.counted { offersEnded.timedOut += 1 }
        case .withdrawn(let reason):
            if open.counted { withdrawn[reason] += 1 }
        }
        waitAgain(open.request)
    }

    /// The request has no pending offer any more: it takes its place among those that wait, by arrival.
    private mutating func waitAgain(_ number: Int32) {
        guard let slot = requests.index(of: number) else { return }
        let request = requests[slot]
        guard !request.accepted, !request.abandoned, !request.waiting else { return }
        requests[slot].waiting = true
        let zone = Int(request.zone)
        var index = zones[zone].waiting.count
        while index > 0, let other = requests.value(of: zones[zone].waiting[index - 1]), other.order > request.order {
            index -= 1
        }
        zones[zone].waiting.insert(number, at: index)
    }

    /// Offers of counted requests that have not ended.
    var openCountedOffers: Int {
        offers.openNumbers.count { offers.value(of: $0)?.counted == true }
    }

    mutating func accept(_ number: RequestID, by driver: DriverID) {
        guard let slot = requests.index(of: number.number) else { return }
        if requests[slot].waiting { stopWaiting(number.number, in: Int(requests[slot].zone)) }
        requests[slot].accept(driver.number, at: now.nanoseconds, &asked)
        wishes.enter(requests[slot].wish, .approach, at: now.nanoseconds)
        if requests[slot].counted { acceptance.add(now.nanoseconds - requests[slot].confirmedAt) }
        countOffers(requests[slot])
    }

    /// The taxi is at the meeting point, seen at the boarding prompt or at boarding, whichever comes first.
    mutating func arrive(_ number: RequestID) {
        guard let slot = requests.index(of: number.number), !requests[slot].arrived else { return }
        requests[slot].arrived = true
        let request = requests[slot]
        wishes.enter(request.wish, .boarding, at: now.nanoseconds)
        guard request.counted, request.notifiedAt != .min else { return }
        let error = now.nanoseconds - request.notifiedAt
        punctuality.arrive(after: now.nanoseconds - request.agreed)
        arrivalError.add(abs(error))
        arrivalBias += (Double(error) - arrivalBias) / Double(arrivalError.count)
    }
}
