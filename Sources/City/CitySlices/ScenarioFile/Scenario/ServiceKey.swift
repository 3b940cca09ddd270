// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage

/// The keys of a service in a scenario file, with what stands under them: what a service brings along for the reader's checks,
/// the schema and the reference.
package struct ServiceKey: Sendable {
    /// The service; the name of its key, where it has but one.
    package let service: ServiceID
    /// The types of its messages, which pass a server.
    package let kinds: [MessageType]
    /// Whether the service is in every city, whether or not the file gives a key of it.
    package let isOfEveryCity: Bool
    private(set) var fields: ServiceFields
    let words: ServiceWords
    private(set) var reading: ServiceReading

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
        fields = ServiceFields([ServiceField(field)])
    }

    /// The same with a second key of the file, which brings the service into the city too, with these parameters where the file
    /// gives none; `scaled` are the second key's values with so many times the demand.
    package func with<Value: Sendable>(
        _ other: ServiceID, _ format: ValueFormat<Value>, _ summary: String, implying parameters: any Sendable,
        scaled: @escaping @Sendable (Value, Double) -> Value
    ) -> ServiceKey {
        var key = self
        let service = service
        let field = Field<Scenario>(
            other.name, form: format.form, isRequired: false, summary,
            read: { item, reading, scenario in
                guard let value = format.checked(item, reading) else { return }
                scenario.services[other] = value
                if scenario.services[service] == nil { scenario.services[service] = parameters }
            },
            write: { scenario, writing in (scenario.services[other] as? Value).map { format.write($0, writing) } })
        key.fields.scenario.append(ServiceField(field))
        let first = key.reading.scale
        key.reading.scale = { scenario, factor, reading in
            first(&scenario, factor, reading)
            if let value = scenario.services[other] as? Value { scenario.services[other] = scaled(value, factor) }
        }
        return key
    }

    /// A service with several keys, which is in every city.
    package init(
        ofEveryCity service: ServiceID, kinds: [MessageType], _ fields: ServiceFields, words: ServiceWords,
        reading: ServiceReading
    ) {
        self.service = service
        self.kinds = kinds
        isOfEveryCity = true
        self.fields = fields
        self.words = words
        self.reading = reading
    }

    /// What is in every city and is described by the city's own sections.
    package init(bare service: ServiceID) {
        self.init(ofEveryCity: service, kinds: [], ServiceFields([]), words: ServiceWords(), reading: ServiceReading())
    }

    /// Whether the service is in the city of a scenario.
    package func isIn(_ scenario: Scenario) -> Bool { isOfEveryCity || scenario.services[service] != nil }
}

extension [ServiceKey] {
    /// The types of message of accounts and of every service that a scenario may name.
    package var kinds: [MessageType] { MessageType.ofAccounts + flatMap(\.kinds) }

    /// Those that there are in every city.
    var kindsOfEveryCity: [MessageType] { MessageType.ofAccounts + filter(\.isOfEveryCity).flatMap(\.kinds) }
}
