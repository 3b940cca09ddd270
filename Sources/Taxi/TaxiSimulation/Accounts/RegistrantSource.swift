// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams

/// Lets people register as a Poisson stream. Every registrant takes the same number of draws.
final actor RegistrantSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let registrants: Registrants
    private let city: PopulationCity
    private let crowd: Crowd
    private let server: ServerSide
    private let hasFleet: Bool
    private var arrivals: Arrivals
    private var traits: RandomStream

    init(_ registrants: Registrants, hasFleet: Bool, city: PopulationCity, crowd: Crowd, server: ServerSide) {
        self.registrants = registrants
        self.hasFleet = hasFleet
        self.city = city
        self.crowd = crowd
        self.server = server
        loop = city.loop
        traits = RandomStream(city.key, for: .traits, of: PersonID.registrant(0))
        arrivals = Arrivals(
            .constant(perHour: registrants.perDay / 24),
            RandomStream(city.key, for: .registrants, of: PersonID.registrant(0)), start: city.start, end: city.end)
    }

    func begin() {
        planNext()
    }

    private func planNext() {
        if let next = arrivals.next() { loop.schedule(self, 0, at: next, as: .arrival) }
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
