// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

/// One of the keys of a service.
package struct ServiceField<Root: Sendable>: Sendable {
    let field: Field<Root>
    /// The key that it stands behind in references and texts; nil for the end.
    let previous: String?

    /// A key behind another one; at the end without one.
    package init(_ field: Field<Root>, behind previous: String? = nil) {
        self.field = field
        self.previous = previous
    }
}

/// The keys of a service: those of its own, and those in sections of the city that only its people have a use for.
package struct ServiceFields: Sendable {
    /// In the scenario itself.
    package var scenario: [ServiceField<Scenario>]
    /// Under `travel`.
    package var travel: [ServiceField<TravelSection>] = []
    /// Under `accounts`.
    package var accounts: [ServiceField<AccountsSection>] = []
    /// Under `accounts.registrants`.
    package var registrants: [ServiceField<Registrants>] = []

    /// Some of the scenario itself.
    package init(_ scenario: [ServiceField<Scenario>]) { self.scenario = scenario }
}

/// What the words of a service mean, for the keys of the city that are named after them.
package struct ServiceWords: Sendable {
    /// The types of its messages, those that say more than their name.
    package var messages: [MessageType: String] = [:]
    /// The mistakes that only its people make in a form of registration.
    package var mistakes: [RegistrationRefusal: String] = [:]
    /// Those of its people who may send a flood of messages, and what they do.
    package var senders: [(sender: Flood.Sender, meaning: String)] = []
    /// Its people in a calibration, and what is counted of them.
    package var people: [(name: String, meaning: String)] = []
    /// Settings of its keys, as examples in the reference.
    package var examples: [String] = []

    package init() {}
}

/// What a service does while a scenario is read, beside filling its own keys.
package struct ServiceReading: Sendable {
    /// Spends keys that stand for others, when all are read.
    package var spend: @Sendable (inout Scenario, Reading) -> Void = { _, _ in }
    /// Multiplies the service's demand (`demand.scale`).
    package var scale: @Sendable (inout Scenario, Double, Reading) -> Void = { _, _, _ in }
    /// Checks the scenario as a whole, without its map.
    package var check: @Sendable (Preflight) -> Void = { _ in }
    /// Checks what can be checked of a scenario in which these keys could not be read, so that it is reported in one round.
    package var checkRejected: @Sendable (Preflight, _ failed: Set<String>) -> Void = { _, _ in }
    /// What later checks need of the reading; nil for nothing.
    package var keep: @Sendable (Reading) -> (any Sendable)? = { _ in nil }

    package init() {}
}

extension Section {
    /// The section with keys of services.
    func adding(_ more: [ServiceField<Root>]) -> Section {
        more.reduce(self) { $0.adding($1.field, behind: $1.previous) }
    }
}
