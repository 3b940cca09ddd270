// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import ScenarioFile

/// Lets people register as a Poisson stream. Every newcomer takes the same number of draws.
final actor NewcomerSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let newcomers: Newcomers
    private let city: PopulationCity
    private let crowd: Crowd
    private let server: ServerSide
    private let hasFleet: Bool
    private var arrivals: ArrivalProcess
    private var instants: RandomStream
    private var traits: RandomStream
    private var last: CityTime

    init(_ newcomers: Newcomers, hasFleet: Bool, city: PopulationCity, crowd: Crowd, server: ServerSide) {
        self.newcomers = newcomers
        self.hasFleet = hasFleet
        self.city = city
        self.crowd = crowd
        self.server = server
        loop = city.loop
        instants = RandomStream(city.key, for: .newcomers, of: PersonID.newcomer(0))
        traits = RandomStream(city.key, for: .traits, of: PersonID.newcomer(0))
        arrivals = ArrivalProcess(.constant(perHour: newcomers.perDay / 24), start: city.start)
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
        let number = crowd.entered { $0.nextVisitorNumber() }
        let traits = NewcomerTraits(newcomers, server.accounts, hasFleet: hasFleet, &traits)
        let newcomer = Newcomer(number, traits: traits, city: city, crowd: crowd, server: server)
        let app = newcomer.app
        app.entered { $0.connect(newcomer) }
        crowd.entered { $0.add(newcomer, app) }
        newcomer.entered { $0.begin() }
        planNext()
    }
}
