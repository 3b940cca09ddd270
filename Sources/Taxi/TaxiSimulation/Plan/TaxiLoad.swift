// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiRules

/// What drivers and passengers will take in a run, by the keys that ask for them.
struct TaxiLoad {
    private let town: TaxiTown
    /// In the order of the sections.
    private(set) var parts: [LoadPart] = []

    init(_ town: TaxiTown) {
        self.town = town
        addDrivers()
        addPassengers()
    }

    private mutating func addDrivers() {
        let hasServer = town.scenario.server != nil
        let read = town.plan.read
        for (index, group) in town.scenario.drivers.enumerated() {
            let path = "drivers.\(index)"
            let count = Double(group.count)
            let share = TaxiTown.share(of: group, days: town.days)
            let total = read.gives("fleet.drivers") ? "fleet.drivers" : "\(path).count"
            var drivers = LoadPart(
                location: read.location(of: total), key: total.lastStep,
                asked: "\(LoadText.count(count)) drivers of \(group.name)")
            drivers.bytes = count * (LoadFigures.driver + (hasServer ? LoadFigures.client : 0))
            drivers.events = count * 4 + count * duties(of: group, days: town.days) * LoadFigures.duty
            parts.append(drivers)

            let inService = count * share * town.days * 86_400
            if let interval = group.positionInterval {
                let seconds = max(1e-3, interval.inSeconds)
                let reports = inService / seconds
                var part = LoadPart(
                    location: read.location(of: "\(path).position-interval"), key: "position-interval",
                    asked: "a position of \(LoadText.count(count)) drivers every \(LoadText.span(seconds)) "
                        + "for \(LoadText.days(town.days))")
                part.events = reports * (hasServer ? 1 + LoadFigures.messageEvents : 1)
                part.bytes = hasServer ? reports * LoadFigures.message : 0
                parts.append(part)
            }
            if let again = group.idle.again {
                let drives = inService / max(1, again.inSeconds)
                var part = LoadPart(
                    location: read.location(of: "\(path).idle"), key: "idle",
                    asked: "\(LoadText.count(count)) drivers who seek rides every \(LoadText.span(again.inSeconds)) "
                        + "for \(LoadText.days(town.days))")
                part.events = drives * (LoadFigures.idleDrive + (hasServer ? 2 * LoadFigures.messageEvents : 0))
                parts.append(part)
            }
            if case .cruise(let pause, let radius) = group.idle {
                let drive =
                    0.667 * radius.inMetres * town.scenario.travel.circuity / max(0.1, town.scenario.travel.freeSpeed)
                let drives = inService / max(1e-3, pause.mean + drive)
                var part = LoadPart(
                    location: read.location(of: "\(path).idle"), key: "idle",
                    asked: "\(LoadText.count(count)) drivers who cruise every \(LoadText.span(pause.mean)) "
                        + "for \(LoadText.days(town.days))")
                part.events = drives * (LoadFigures.idleDrive + (hasServer ? 2 * LoadFigures.messageEvents : 0))
                parts.append(part)
            }
        }
    }

    /// Shifts and breaks of one driver in a run.
    private func duties(of group: DriverGroup, days: Double) -> Double {
        if let arrivals = group.arrivals { return arrivals.perDay * days / Double(max(1, group.count)) }
        guard let shift = group.shift else { return 1 }
        var perDay = 1.0
        if let breaks = shift.breaks {
            perDay += max(0, shift.length.mean) / max(1e-3, breaks.after.mean + breaks.length.mean)
        }
        return perDay * max(1, days)
    }

    private mutating func addPassengers() {
        let calls = town.scenario.passengers.map { town.calls(of: $0) }
        let all = calls.reduce(0, +)
        // What more is called than the drivers can serve is aborted.
        let servedShare = all > 0 ? min(1, town.mostRides / all) : 0
        for (index, group) in town.scenario.passengers.enumerated() {
            parts.append(part(of: group, index, calls: calls[index], servedShare: servedShare))
        }
    }

    private func part(
        of group: PassengerGroup, _ index: Int, calls: Double, servedShare: Double
    ) -> LoadPart {
        let read = town.plan.read
        let hasServer = town.scenario.server != nil
        let (key, asked, people) = words(of: group)
        let path = read.gives("demand.scale") ? "demand.scale" : "passengers.\(index).\(key)"
        var part = LoadPart(location: read.location(of: path), key: path.lastStep, asked: asked)
        let aborted = 1 - servedShare
        // Who is turned away may call again, and again.
        let again = calls * aborted * min(0.999, group.callAgain) / (1 - min(0.999, group.callAgain) * aborted)
        let made = calls + again
        let rides = calls * servedShare
        let polls = town.approach / max(1, town.scenario.dispatch.arrivalPoll.inSeconds)
        part.events = rides * (LoadFigures.ride + LoadFigures.poll * polls + refusals * LoadFigures.refusedOffer)
        part.events += (made - rides) * LoadFigures.abortedCall
        if case .trace(let rows) = group.demand { part.reading = Double(rows.count) * LoadFigures.traceRow }
        if case .table(let table) = group.demand { part.reading = Double(table.rows.count) * LoadFigures.traceRow }
        part.bytes = people * LoadFigures.person + made * LoadFigures.call
        let reserved = town.scenario.modules.contains(.reservations) ? group.reserving.share : 0
        part.events += calls * reserved * aborted * LoadFigures.heldReservation
        part.bytes += present(group, calls: calls) * LoadFigures.caller
        part.bytes += waiting(group, calls: calls, aborted: aborted, reserved: reserved) * LoadFigures.waiting
        if hasServer {
            let messages = rides * (LoadFigures.rideMessages + polls) + (made - rides) * 4
            part.events += messages * LoadFigures.messageEvents + people * 8
            part.bytes += people * LoadFigures.client + messages * LoadFigures.message
        }
        return part
    }

    /// Callers who are here at one time, by Little's law; those of a population always are.
    private func present(_ group: PassengerGroup, calls: Double) -> Double {
        if case .population = group.demand { return 0 }
        let stay = group.client.typing.mean + group.client.confirming.mean + town.approach + town.ride
        return calls * min(1, stay / max(1, town.days * 86_400))
    }

    /// Requests that are kept until a driver is found or their time has come.
    private func waiting(
        _ group: PassengerGroup, calls: Double, aborted: Double, reserved: Double
    ) -> Double {
        let room = Double(town.scenario.dispatch.rules.waitingRoom) * Double(town.plan.layout.zones.count)
        let ahead = calls * reserved * min(1, group.reserving.lead.mean / max(1, town.days * 86_400))
        return min(room, calls * aborted) + ahead
    }

    /// Offers that are not accepted before one is, in the mean; no more than there are drivers to ask.
    private var refusals: Double {
        let drivers = town.scenario.drivers
        let count = drivers.reduce(0) { $0 + Double($1.count) }
        guard count > 0 else { return 0 }
        let accept = drivers.reduce(0) { $0 + Double($1.count) * $1.answer.accept } / count
        return min(20, min(count, (1 - accept) / max(0.05, accept)))
    }

    /// The key that asks for the calls of a group, what it asks for, and how many people are there from the begin to the end.
    private func words(of group: PassengerGroup) -> (String, String, people: Double) {
        switch group.demand {
        case .arrivals(let perDay, _, let people):
            (
                "arrivals.per-day", "\(LoadText.count(perDay)) calls a day for \(LoadText.days(town.days))",
                Double(people ?? 0)
            )
        case .population(let people, let thinking):
            (
                "population.people",
                "\(LoadText.count(Double(people))) people who call every \(LoadText.span(thinking.mean)) "
                    + "for \(LoadText.days(town.days))", Double(people)
            )
        case .trace(let rows): ("trace", "\(LoadText.count(Double(rows.count))) calls", 0)
        case .table(let table):
            (
                "table", "\(LoadText.count(Double(table.rows.count))) rows of calls for \(LoadText.days(town.days))", 0
            )
        }
    }
}

extension String {
    /// The last step of a path of keys.
    fileprivate var lastStep: String { split(separator: ".").last.map(String.init) ?? self }
}
