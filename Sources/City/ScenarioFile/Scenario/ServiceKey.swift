// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
package import ScenarioLanguage

/// The keys of a service in a scenario file, with what stands under them: what a service brings along for the reader's checks,
/// the schema and the reference.
public struct ServiceKey: Sendable {
    /// The service; the name of its key, where it has but one.
    public let service: ServiceID
    /// The types of its messages, which pass a server.
    public let kinds: [MessageType]
    /// Whether the service is in every city, whether or not the file gives a key of it.
    public let isOfEveryCity: Bool
    let fields: [ServiceField]
    let words: ServiceWords
    let reading: ServiceReading

    /// The key of a service whose parameters are read by this section; `scaled` are those with so many times the demand.
    package init<Parameters: Sendable>(
        _ service: ServiceID, kinds: [MessageType] = [], _ section: Section<Parameters>,
        scaled: @escaping @Sendable (Parameters, Double) -> Parameters = { parameters, _ in parameters }
    ) {
        self.service = service
        self.kinds = kinds
        isOfEveryCity = false
        words = ServiceWords()
        var own = ServiceReading()
        own.scale = { scenario, factor, _ in
            guard let parameters = scenario.services[service] as? Parameters else { return }
            scenario.services[service] = scaled(parameters, factor)
        }
        reading = own
        let format = section.format
        let field = Field<Scenario>(
            service.name, form: format.form, isRequired: false, section.summary,
            read: { item, reading, scenario in
                if let value = format.checked(item, reading) { scenario.services[service] = value }
            },
            write: { scenario, writing in
                (scenario.services[service] as? Parameters).map { format.write($0, writing) }
            })
        fields = [ServiceField(field)]
    }

    /// A service with several keys, which is in every city.
    package init(
        ofEveryCity service: ServiceID, kinds: [MessageType], _ fields: [ServiceField], words: ServiceWords,
        reading: ServiceReading
    ) {
        self.service = service
        self.kinds = kinds
        isOfEveryCity = true
        self.fields = fields
        self.words = words
        self.reading = reading
    }

    /// Whether the service is in the city of a scenario.
    public func isIn(_ scenario: Scenario) -> Bool { isOfEveryCity || scenario.services[service] != nil }
}

/// One of the keys of a service.
package struct ServiceField: Sendable {
    let field: Field<Scenario>
    /// The key that it stands behind in references and texts; nil for the end.
    let previous: String?

    /// A key behind another one; at the end without one.
    package init(_ field: Field<Scenario>, behind previous: String? = nil) {
        self.field = field
        self.previous = previous
    }
}

/// What the words of a service mean, for the keys of the city that are named after them.
package struct ServiceWords: Sendable {
    /// The types of its messages, those that say more than their name.
    package var messages: [MessageType: String] = [:]
    /// The mistakes that only its people make in a form of registration.
    package var mistakes: [RegistrationRefusal: String] = [:]

    /// None.
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

    /// Nothing.
    package init() {}
}

extension [ServiceKey] {
    /// The types of message of accounts and of every service that a scenario may name.
    public var kinds: [MessageType] { MessageType.ofAccounts + flatMap(\.kinds) }

    /// Those that there are in every city.
    var kindsOfEveryCity: [MessageType] { MessageType.ofAccounts + filter(\.isOfEveryCity).flatMap(\.kinds) }
}
