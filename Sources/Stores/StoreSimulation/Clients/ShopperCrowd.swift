// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountRules
import CityHost
import CityLoop
package import CityModel
package import CitySlices
package import StoreRules

/// The shoppers of a scenario whose server is elsewhere: with the seed, habits and phones of a simulation, and links of their own. What
/// they and the devices of stores send arrives at a gateway; whoever has the answers brings them here. All of it is called on the loop.
///
/// The service that they would have in a simulation hears nothing: people learn of it where stores are and when they are open.
package final class ShopperCrowd: Sendable {
    private let population: StorePopulation
    private let lines: StoreLines

    /// The shoppers of a city; nil where its stores have no service, or the scenario has no server.
    package init?(in city: SliceCity, sendingTo gateway: any ServerGateway) {
        guard let section = Self.section(city.scenario), section.hasService, city.scenario.server != nil else {
            return nil
        }
        let world = StoreWorld(
            section: section, loop: city.host.loop, log: city.host.log, layout: city.peopleLayout, travel: city.travel,
            key: city.key, start: city.scenario.start, end: city.scenario.end, served: city.scenario)
        let forms = world.forms
        population = StorePopulation(
            world, forms: forms, service: world.openService(forms, inputs: nil),
            guests: section.guests.habits(in: city.scenario))
        guard let lines = population.lines else { return nil }
        self.lines = lines
        lines.onLoop { $0.connect(to: gateway) }
    }

    private static func section(_ scenario: Scenario) -> StoresSection? {
        scenario.services[.stores] as? StoresSection
    }

    /// How many stores a scenario has that a server can serve, and 0 without a service.
    package static func storeCount(in scenario: Scenario) -> Int {
        section(scenario).map { $0.hasService ? $0.storeCount : 0 } ?? 0
    }

    /// How many shoppers the groups of a scenario count: these have the numbers from 1 on, whoever else comes has higher ones.
    package static func known(in scenario: Scenario) -> Int32 { Int32(section(scenario)?.peopleCount ?? 0) }

    /// Whether its shoppers sign in by phone in the run, and not before it.
    package static func signsIn(in scenario: Scenario) -> Bool { section(scenario)?.accounts != nil }

    /// What of these stores nobody sends who has no account of the staff, each by its key: managers change nothing, and who would get a
    /// ticket from an employee takes one at the totem.
    package static func unsent(in scenario: Scenario) -> [String] {
        guard let section = section(scenario) else { return [] }
        var keys = section.changes.isEmpty ? [] : ["stores.changes"]
        if section.shoppers.contains(where: { $0.specialNeeds > 0 }) { keys.append("stores.shoppers.special-needs") }
        return keys
    }

    /// The number of a shopper's phone, as its owner types it.
    package static func phone(of shopper: ShopperID) -> String { "+39 \(firstPhone + Int64(shopper.number))" }

    /// Whose phone has a number, whatever stands between its digits; nil for nobody's of a population.
    package static func shopper(of phone: String) -> ShopperID? {
        let digits = phone.filter { ("0"..."9").contains($0) }
        guard digits.hasPrefix("39"), let number = Int64(digits.dropFirst(2)), number > firstPhone else { return nil }
        return Int32(exactly: number - firstPhone).map { ShopperID($0) }
    }

    /// The number below that of the first phone, without the country's code. Made up, as are all of a population's.
    private static let firstPhone: Int64 = 3_000_000_000

    /// What the people of the city may do beside anything else.
    package var role: any RoleSource { population }

    /// Who keeps a person's link.
    package func answer(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        lines.notify(connection, answer, to: serial)
    }

    /// The accounts answer a phone.
    package func tell(_ answer: PhoneAnswer, to shopper: ShopperID) {
        lines.notify(Connection(.shopper(shopper)), answer)
    }

    /// A text message with a one-time code is there.
    package func receive(code: String, by shopper: ShopperID) {
        population.onLoop { $0.shopper(shopper) }?.onLoop { $0.receive(code) }
    }

    /// The stores tell a phone something: an answer, or what nobody asked for.
    package func tell(_ notice: StoreNotice, to shopper: ShopperID) { population.notify(shopper, notice) }

    /// A device has its answer, for who stands before it; one that says nothing has none.
    package func answer(_ device: Connection, _ answer: GateAnswer?, as taken: ServerAnswer, to serial: Int32) {
        if let answer { population.answer(StoreID(device.role.number), answer) }
        lines.notify(device, taken, to: serial)
    }

    /// The gate of a store opens for somebody who has waited there.
    package func opens(_ store: StoreID, for pass: PassID) { population.answer(store, .opened(pass)) }

    /// A store's monitor shows a line, also for a ticket that nobody has yet.
    package func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine) { population.show(store, pass, line) }

    /// Nobody of the staff is there to do what a message asks for: who wants a ticket goes to the totem.
    package func refuse(_ staff: Connection, _ refusal: ServerAnswer, to serial: Int32) {
        population.reply(StaffID(staff.role.number), .joinRefused(.priorityClosed))
        lines.notify(staff, refusal, to: serial)
    }
}
