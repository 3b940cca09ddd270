// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityHost
import CityLoop
package import CityModel
package import CitySimulation
import CitySlices
import Foundation
import RandomStreams
import ScenarioLanguage
import StoreRules
import StoreSimulation
import Synchronization
import TaxiRules
import TaxiService
import TaxiSimulation

/// The people of a scenario as clients of a live server: the same population, seeds and keys as in a simulation, with a server in place of
/// the simulated one. What they send is sent when it is due, whatever the server makes of what was sent before (an open loop).
package struct LiveLoad: Sendable {
    private let transport: any PersonTransport
    private let mail: (any PersonMail)?
    private let clock: @Sendable () -> CityTime
    private let opener: AccountOpener
    private let phones: PhoneOpener
    private let devices: StoreDevices?
    private let name: String

    /// The load of a server.
    ///
    /// - Parameters:
    ///   - name: of this run, in the keys of its requests.
    ///   - transport: reaches the server.
    ///   - mail: where the mail lies that the server sends; nil when all accounts are there.
    ///   - devices: the keys of the devices of stores; nil where no shoppers are sent.
    ///   - clock: the time of this machine, which the city's follows.
    package init(
        _ name: String, transport: any PersonTransport, mail: (any PersonMail)?, devices: StoreDevices?,
        clock: @escaping @Sendable () -> CityTime
    ) {
        (self.name, self.transport, self.mail, self.clock) = (name, transport, mail, clock)
        self.devices = devices
        opener = AccountOpener(name, transport, mail)
        phones = PhoneOpener(name, transport, mail)
    }

    /// What stands in the way of sending a scenario's people to a server, with the places in its text; `devices` are those of its stores.
    package static func problems(_ plan: CityPlan, devices: StoreDevices?) -> [InputProblem] {
        let (scenario, read) = (plan.scenario, plan.read)
        func problem(_ key: String, _ says: String) -> InputProblem {
            InputProblem(.error, at: read.location(of: key), says)
        }
        var found: [InputProblem] = []
        guard let server = scenario.server else {
            return [problem("server", "people who talk to a live server need the key `server`")]
        }
        if !server.floods.isEmpty { found.append(problem("server.floods", "floods are not sent to a live server")) }
        for (index, group) in scenario.passengers.enumerated() where group.by != .call {
            found.append(
                problem("passengers[\(index)].by", "nobody can hail a taxi over a network: only `by: call` is sent"))
        }
        if (scenario.accounts?.provider ?? 0) > 0 {
            found.append(problem("accounts.provider", "a live server knows no identity provider"))
        }
        if scenario.accounts?.licenceRenewal != nil {
            found.append(problem("accounts.licence-renewal", "licences are not renewed over the interface"))
        }
        return found + problemsOfServices(plan, devices)
    }

    /// How many accounts were opened, were there, and could not be opened, with the first reasons.
    package var accounts: (opened: Int, known: Int, failed: Int, failures: [String]) {
        let count = opener.count
        return (count.opened, count.known, count.failed, count.failures)
    }

    /// How many phones of shoppers have been signed in, and how many could not be, with the first reasons.
    package var signedIn: (opened: Int, failed: Int, failures: [String]) {
        let count = phones.count
        return (count.opened, count.failed, count.failures)
    }

    /// Signs in the phones of a plan's shoppers, but for those who do so in the run or come once.
    package func signInPhones(_ plan: CityPlan, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void) async {
        guard Self.sendsShoppers(plan, devices), !ShopperCrowd.signsIn(in: plan.scenario) else { return }
        let known = ShopperCrowd.known(in: plan.scenario)
        await phones.open(known) { progress($0, Int(known)) }
    }

    /// Opens the accounts that a plan's people have before the run.
    package func openAccounts(_ plan: CityPlan, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void) async {
        let enrolled = Enrolled()
        // Nobody moves: who there is says it by opening the accounts.
        let people = LoadedCity(plan, host: CityHost(start: plan.scenario.start), nil) { access(enrolled, $0) }
        let all = enrolled.all
        people.end()
        await opener.open(all) { progress($0, all.count) }
    }

    private func access(_ gateway: Enrolled, _ log: EventLog) -> ServerAccess {
        ServerAccess(gateway: gateway, log: log, sizes: .assumed) { gateway.add($0) }
    }

    /// Runs the plan's people from its start to its end, at the pace of the clock on the wall. Returns when the last answer has come.
    /// Messages that were due before the end of the warm-up are not counted.
    ///
    /// - Throws: `LoopError` when the people's loop failed.
    package func run(_ plan: CityPlan) async throws -> LoadResult {
        let (made, opened) = AsyncStream.makeStream(of: Remotes.self)
        let (ending, ended) = AsyncStream.makeStream(of: LoopError?.self)
        let thread = Thread { ended.yield(live(plan) { opened.yield($0) }) }
        thread.name = "people"
        thread.stackSize = 8 << 20
        thread.start()
        var cities = made.makeAsyncIterator()
        guard let (remote, stores) = await cities.next() else { preconditionFailure("the people have no server") }
        stores?.watch()
        let signsIn = ShopperCrowd.signsIn(in: plan.scenario)
        let postman = mail.map { mail in
            Task {
                while !Task.isCancelled {
                    if signsIn { await stores?.deliverTexts() }
                    for read in mail.new() { await remote.deliver(read) }
                    try? await Task.sleep(for: .milliseconds(100))
                }
            }
        }
        defer { postman?.cancel() }
        var ends = ending.makeAsyncIterator()
        if let failure = await ends.next() ?? nil { throw failure }
        await stores?.end()
        await remote.end()
        return remote.tally.result
    }

    /// What people talk to: the server, and its stores where shoppers are sent.
    private typealias Remotes = (city: RemoteCity, stores: RemoteStores?)

    /// Lets people live to the end on this thread, and says first what they talk to; gives what the loop failed of.
    private func live(_ plan: CityPlan, _ opened: (Remotes) -> Void) -> LoopError? {
        let host = CityHost(start: plan.scenario.start)
        let remote = RemoteCity(
            name, loop: host.loop, layout: plan.layout, transport: transport, opener: opener,
            counting: plan.scenario.start + plan.scenario.warmUp, clock: clock)
        let stores = devices.flatMap { devices in
            guard Self.sendsShoppers(plan, devices) else { return RemoteStores?.none }
            return RemoteStores(
                remote, loop: host.loop, layout: plan.layout, phones: phones, devices: devices,
                stores: ShopperCrowd.storeCount(in: plan.scenario))
        }
        let people = LoadedCity(plan, host: host, stores) { log in
            ServerAccess(gateway: remote, log: log, sizes: .assumed) { remote.enroll($0) }
        }
        defer { people.end() }
        remote.connect(people.population)
        if let crowd = people.crowd { stores?.connect(crowd) }
        opened((remote, stores))
        people.begin()
        do throws(LoopError) {
            try host.loop.run(until: plan.scenario.end, pace: .wall)
            return nil
        } catch {
            return error
        }
    }
}

/// The people of a scenario with the services that they are not connected to.
private final class LoadedCity {
    let population: TaxiPopulation
    /// Those who shop; nil where none are sent.
    let crowd: ShopperCrowd?
    private let host: CityHost
    private let people: People

    init(_ plan: CityPlan, host: CityHost, _ stores: RemoteStores?, _ access: (EventLog) -> ServerAccess) {
        let key = StreamKey(seed: plan.scenario.seed)
        let city = plan.city(of: TaxiMessage.service, in: host, key: key)
        crowd = stores.flatMap { ShopperCrowd(in: plan.city(of: .stores, in: host, key: key), sendingTo: $0) }
        // Passengers and drivers shop as well where the scenario says so.
        people = People(loop: host.loop, log: host.log, key: key, roles: crowd.map { [$0.role] } ?? [])
        self.host = host
        // Of it people learn what taxis there are; nothing else reaches it.
        population = TaxiSlice.population(
            of: people, in: city, TaxiSlice.dispatcher(in: city), access(host.log))
    }

    func begin() {
        population.begin()
        people.begin()
    }

    func end() {
        host.close(at: host.loop.now)
        population.end()
        people.end()
        host.loop.tearDown()
    }
}

/// Takes the accounts of who there is, and nothing else.
private final class Enrolled: ServerGateway {
    private let enrolments = Mutex<[Enrolment]>([])

    var all: [Enrolment] { enrolments.withLock { $0 } }

    func add(_ enrolment: Enrolment) { enrolments.withLock { $0.append(enrolment) } }

    func arrive(_ envelope: Envelope) {}
}
