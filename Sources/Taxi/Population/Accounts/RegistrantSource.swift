// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import ScenarioFile

/// Lets people register as a Poisson stream. Every registrant takes the same number of draws.
final actor RegistrantSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let registrants: Registrants
    private let city: PopulationCity
    private let crowd: Crowd
    private let server: ServerSide
    private let hasFleet: Bool
    private var arrivals: ArrivalProcess
    private var instants: RandomStream
    private var traits: RandomStream
    private var last: CityTime

    init(_ registrants: Registrants, hasFleet: Bool, city: PopulationCity, crowd: Crowd, server: ServerSide) {
        self.registrants = registrants
        self.hasFleet = hasFleet
        self.city = city
        self.crowd = crowd
        self.server = server
        loop = city.loop
        instants = RandomStream(city.key, for: .registrants, of: PersonID.registrant(0))
        traits = RandomStream(city.key, for: .traits, of: PersonID.registrant(0))
        arrivals = ArrivalProcess(.constant(perHour: registrants.perDay / 24), start: city.start)
        last = city.start
    }

    func begin() {
        planNext()
    }

    private func planNext() {
        guard let next = arrivals.next(after: last, stream: &instants), next <= city.end else { return }
        last = next
        loop.schedule(self, 0, at: next, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        let number = crowd.onLoop { $0.nextVisitorNumber() }
        let traits = RegistrantTraits(registrants, server.accounts, hasFleet: hasFleet, &traits)
        let registrant = Registrant(number, traits: traits, city: city, crowd: crowd, server: server)
        let app = registrant.app
        app.onLoop { $0.connect(registrant) }
        crowd.onLoop { $0.add(registrant, app) }
        registrant.onLoop { $0.begin() }
        planNext()
    }
}
