// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Planner {
    /// Sells tickets for the route that is viewed (TRIP-TICKET, TRIP-TICKET-EXC). The preset text goes to a company that sells by it.
    mutating func buy(
        _ count: Int32, of company: Int32, _ credit: Int64, _ index: Int, _ out: inout [TripDirective]
    ) {
        let user = users[index]
        // The event may be gone since its route was opened.
        let legs = user.viewed.flatMap { viewed in rules[user.id]?[viewed.key.id] != nil ? viewed.legs : nil }
        do throws(TicketRefusal) {
            guard let seller = setup.companies[company] else {
                throw legs == nil ? .noRouteViewed : .noSuchLeg
            }
            let answer = try sale.buy(Int(count), of: seller, number: company, viewing: legs, credit: credit)
            switch answer {
            case .issued(let codes, _):
                out.append(.note(.ticketSmsSent(user: user.id, company: company)))
                for code in codes {
                    out.append(.note(.transitTicketIssued(user: user.id, company: company, pnr: code)))
                }
            case .redirected(let channel):
                out.append(.note(.purchaseRedirected(user: user.id, company: company, channel: channel)))
            }
            out.append(.notify(user.id, .ticket(answer)))
        } catch {
            out.append(.note(.purchaseAborted(user: user.id, company: company, reason: error)))
            out.append(.notify(user.id, .ticketRefused(error)))
        }
    }

    /// Holds a shared vehicle for who sets out (TRIP-VEHICLE); others who had it in their plans get another one at the next cycle.
    mutating func book(_ vehicle: Int32, _ index: Int, at now: CityTime, _ out: inout [TripDirective]) {
        let user = users[index]
        do throws(VehicleRefusal) {
            try pool.book(vehicle, for: user.id, setup.plans, at: now)
            let stands = pool.place(of: vehicle)
            let distance = user.position.flatMap { place in stands.map { place.distance(to: $0) } }
            out.append(.note(.vehicleBooked(user: user.id, vehicle: vehicle, distance: distance)))
            out.append(.notify(user.id, .vehicle(vehicle)))
            isGone(vehicle, for: index, at: now)
        } catch {
            refuse(vehicle, error, user.id, &out)
        }
    }

    /// Takes the vehicle that the user has booked.
    mutating func takeVehicle(_ vehicle: Int32, _ index: Int, at now: CityTime, _ out: inout [TripDirective]) {
        let id = users[index].id
        do throws(VehicleRefusal) {
            try pool.take(vehicle, by: id, at: now)
            out.append(.note(.sharedVehicleTaken(user: id, vehicle: vehicle)))
            out.append(.notify(id, .vehicle(vehicle)))
        } catch {
            refuse(vehicle, error, id, &out)
        }
    }

    /// Leaves it, or gives its booking up.
    mutating func leave(
        _ vehicle: Int32, _ place: Place?, _ index: Int, at now: CityTime, _ out: inout [TripDirective]
    ) {
        let id = users[index].id
        do throws(VehicleRefusal) {
            try pool.leave(vehicle, by: id, at: place, now)
            guard let stands = pool.place(of: vehicle) else { return }
            out.append(.note(.sharedVehicleLeft(user: id, vehicle: vehicle, place: stands)))
        } catch {
            refuse(vehicle, error, id, &out)
        }
    }

    private func refuse(
        _ vehicle: Int32, _ reason: VehicleRefusal, _ id: TripUserID, _ out: inout [TripDirective]
    ) {
        out.append(.note(.sharedVehicleRefused(user: id, vehicle: vehicle, reason: reason)))
        out.append(.notify(id, .vehicleRefused(vehicle, reason)))
    }

    /// The plans of others that have a vehicle in them hold no more (issue 33, decision 7: stock). Costs a look at those who had it in
    /// a plan since it was gone last.
    mutating func isGone(_ vehicle: Int32, for index: Int?, at now: CityTime) {
        guard let known = planned.removeValue(forKey: vehicle) else { return }
        for other in known.sorted() {
            let isOther = other != index && users[other].isInCycles
            var isKept = !isOther
            for place in users[other].watched.indices where isOther {
                let watched = users[other].watched[place]
                guard watched.isPending, watched.plan?.sharedVehicles.contains(vehicle) == true else { continue }
                users[other].watched[place].stock += 1
                look(at: other, after: now)
                // The plan has it until the cycle makes another.
                isKept = true
            }
            if isKept { planned[vehicle, default: []].insert(other) }
        }
    }
}

extension TripPlan {
    /// The shared vehicles of the journey that is chosen.
    var sharedVehicles: [Int32] {
        chosen.legs.compactMap { leg in
            leg.means == .sharedBicycle || leg.means == .sharedCar ? leg.vehicle?.number : nil
        }
    }
}
