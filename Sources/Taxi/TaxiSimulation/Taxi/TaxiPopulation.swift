// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
package import CitySlices
package import RandomStreams
import TaxiRules
package import TaxiService

/// All synthetic drivers and passengers of a city. Exists only in simulation; the service knows it as clients.
package final class TaxiPopulation: SlicePopulation {
    let city: PopulationCity
    let crowd: Crowd
    let desk: OrderDesk
    private let drivers: [Driver]
    private let driverSources: [DriverSource]
    private let desks: [DutyDesk]
    private let streets: StreetDesk?
    private let residents: [Passenger]
    private let sources: [DemandSource]
    private let traces: [TraceSource]
    private let registrants: RegistrantSource?
    private let floods: [FloodSource]
    /// When the warm-up ends; nil without one.
    private let warmUpEnd: CityTime?

    /// The registrations of a scenario's drivers, in number order: seats drawn by group, licence and plate equal to the
    /// number.
    package static func registrations(_ scenario: Scenario, key: StreamKey) -> [TaxiRegistration] {
        var registrations: [TaxiRegistration] = []
        registrations.reserveCapacity(scenario.drivers.reduce(0) { $0 + $1.count })
        for (group, habits) in scenario.drivers.enumerated() {
            let weights = habits.seats.map(\.weight)
            for member in 0..<habits.count {
                let person = PersonID.driver(group: group, member: member)
                var traits = RandomStream(key, for: .traits, of: person)
                let number = Int32(registrations.count + 1)
                registrations.append(
                    TaxiRegistration(
                        seats: habits.seats[traits.pick(weights: weights)].seats, licence: number,
                        plate: number, alert: habits.alert))
            }
        }
        return registrations
    }

    /// Makes the people and connects their clients. Call on the loop's thread.
    package init(_ scenario: Scenario, city: PopulationCity) {
        self.city = city
        warmUpEnd = scenario.warmUp > .zero ? scenario.start + scenario.warmUp : nil
        let crowd = Crowd(loop: city.loop)
        self.crowd = crowd
        let dispatcher = city.dispatcher
        dispatcher.onLoop { $0.connect(crowd) }
        let registrations = city.server == nil ? [] : Self.registrations(scenario, key: city.key)
        var drivers: [Driver] = []
        var driverSources: [DriverSource] = []
        var desks: [DutyDesk] = []
        let seekRides = scenario.drivers.contains {
            if case .seek(let habit) = $0.idle { habit.weights == .rides } else { false }
        }
        let weights = seekRides ? CallWeights(scenario, layout: city.peopleLayout) : .equal(0)
        for (index, group) in scenario.drivers.enumerated() {
            let habits = DriverHabits(group, index: index, calls: weights, layout: city.peopleLayout)
            for member in 0..<group.count {
                let id = DriverID(drivers.count + 1)
                let driver = Driver(id, habits: habits, member: member, city: city, crowd: crowd)
                dispatcher.onLoop { $0.connect(driver, of: id) }
                if let app = driver.app {
                    crowd.onLoop { $0.add(app) }
                    app.enrollDriver(registrations[drivers.count], user: driver, city: city)
                }
                drivers.append(driver)
                city.people.join(driver.person)
            }
            if let curve = group.onDuty {
                desks.append(DutyDesk(curve, drivers: drivers.suffix(group.count), city: city))
            }
            if let arrivals = group.arrivals {
                driverSources.append(
                    DriverSource(arrivals, drivers: drivers.suffix(group.count), habits: habits, city: city))
            }
        }
        self.drivers = drivers
        self.driverSources = driverSources
        self.desks = desks
        var residents: [Passenger] = []
        var sources: [DemandSource] = []
        var traces: [TraceSource] = []
        var groups: [PassengerHabits] = []
        for (index, group) in scenario.passengers.enumerated() {
            let habits = PassengerHabits(group, index: index, layout: city.peopleLayout)
            groups.append(habits)
            switch group.demand {
            case .population(let people, _):
                for member in 0..<people {
                    let person = PersonID.passenger(group: index, member: member)
                    var origin = RandomStream(city.key, for: .origin, of: person)
                    let place = habits.origin?.place(ofMember: member, &origin) ?? .origin
                    residents.append(Passenger.join(crowd, habits: habits, member: member, at: place, city: city))
                }
            case .arrivals(let perDay, let hourly, let people):
                let rates = DemandRates(perDay: perDay, hourly: hourly, origin: group.origin, city: city)
                sources.append(DemandSource(rates, people: people, habits: habits, city: city, crowd: crowd))
            case .table(let table):
                let calls = CallTable(table)
                sources.append(
                    DemandSource(
                        DemandRates(calls, city: city), table: TableDestinations(calls, layout: city.peopleLayout),
                        habits: habits, city: city, crowd: crowd))
            case .trace(let rows):
                traces.append(TraceSource(rows, habits: habits, city: city, crowd: crowd))
            }
        }
        let streets =
            scenario.passengers.contains(where: { $0.by != .call })
            ? StreetDesk(drivers: drivers, log: city.streetLog, city: city, crowd: crowd) : nil
        self.streets = streets
        crowd.onLoop { $0.streets = streets }
        desk = OrderDesk(groups, city: city, crowd: crowd)
        self.residents = residents
        self.sources = sources
        self.traces = traces
        registrants = city.server.flatMap { server in
            server.accounts.registrants.map {
                RegistrantSource($0, hasFleet: !drivers.isEmpty, city: city, crowd: crowd, server: server)
            }
        }
        floods =
            city.server.map { server in
                server.section.floods.enumerated().map {
                    FloodSource($0.element, index: $0.offset, city: city, crowd: crowd, server: server)
                }
            } ?? []
        city.people.carrier = self
    }

    /// A driver, by number.
    func driver(_ id: DriverID) -> Driver? { drivers.indices.contains(id.index - 1) ? drivers[id.index - 1] : nil }

    /// The clients of drivers, passengers and registrants.
    package var clients: (any SliceClients)? { self }

    package func begin() {
        for driver in drivers { driver.onLoop { $0.begin() } }
        for source in driverSources { source.onLoop { $0.begin() } }
        for desk in desks { desk.onLoop { $0.begin() } }
        for passenger in residents {
            passenger.onLoop {
                $0.connect()
                $0.think()
            }
        }
        for source in sources { source.onLoop { $0.begin() } }
        for trace in traces { trace.onLoop { $0.begin() } }
        registrants?.onLoop { $0.begin() }
        for flood in floods { flood.onLoop { $0.begin() } }
        // Of a drive under way the part within counts.
        for border in [warmUpEnd, city.end].compactMap(\.self) {
            city.loop.schedule(at: border, as: .report) { [weak self] in self?.readOdometers() }
        }
    }

    private func readOdometers() {
        for driver in drivers {
            let (id, driven) = driver.onLoop { ($0.id, $0.totalDriven) }
            if driven > .zero { city.log.note(.odometerRead(driver: id, odometer: driven)) }
        }
    }

    /// Lets everybody go, so that the actors are freed.
    package func end() {
        desk.onLoop { $0.end() }
        crowd.onLoop { $0.removeAll() }
        for source in sources { source.onLoop { $0.end() } }
        for source in driverSources { source.onLoop { $0.end() } }
        for desk in desks { desk.onLoop { $0.end() } }
        streets?.onLoop { $0.end() }
        for flood in floods { flood.onLoop { $0.end() } }
    }

    /// How many passengers there have been.
    package var customerCount: Int { crowd.onLoop { $0.total } }

    /// How many passengers exist now; those who called once are let go when they are done.
    package var presentCount: Int { crowd.onLoop { $0.count } }

    /// How many registrants are kept now: those whose registration is under way, and those who come back to their account.
    package var registrantCount: Int { crowd.onLoop { $0.visitorCount } }

    /// How many clients of passengers exist now: of those who are here, and of those whose last messages are not answered.
    package var presentClients: Int { crowd.onLoop { $0.passengerClients } }
}
