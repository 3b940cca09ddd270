// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
package import ScenarioLanguage
import TaxiRules

/// The key of a service in a scenario file, with what stands under it: what a service that is not listed in `Scenario` brings
/// along for the reader's checks, the schema and the reference.
public struct ServiceKey: Sendable {
    /// The service, whose name is the key.
    public let service: ServiceID
    /// The kinds of its messages, which pass a server.
    public let kinds: [MessageType]
    /// Nil for a service that the scenario's own sections describe.
    let field: Field<Scenario>?
    /// Multiplies the service's demand (`demand.scale`).
    let scale: @Sendable (inout Scenario, Double) -> Void

    /// The key of a service whose parameters are read by this section; `scaled` are those with so many times the demand.
    package init<Parameters: Sendable>(
        _ service: ServiceID, kinds: [MessageType] = [], _ section: Section<Parameters>,
        scaled: @escaping @Sendable (Parameters, Double) -> Parameters = { parameters, _ in parameters }
    ) {
        scale = { scenario, factor in
            guard let parameters = scenario.services[service] as? Parameters else { return }
            scenario.services[service] = scaled(parameters, factor)
        }
        self.service = service
        self.kinds = kinds
        let format = section.format
        field = Field(
            service.name, form: format.form, isRequired: false, section.summary,
            read: { item, reading, scenario in
                if let value = format.checked(item, reading) { scenario.services[service] = value }
            },
            write: { scenario, writing in
                (scenario.services[service] as? Parameters).map { format.write($0, writing) }
            })
    }
}

extension ServiceKey {
    /// A service without a key of its own, which the scenario's own sections describe: it is in every city.
    public init(ofEveryCity service: ServiceID) {
        self.service = service
        kinds = []
        field = nil
        scale = { _, _ in }
    }

    /// Whether the service has a key of its own in the file.
    public var isWritten: Bool { field != nil }

    /// Whether the service is in the city of a scenario.
    public func isIn(_ scenario: Scenario) -> Bool { field == nil || scenario.services[service] != nil }
}

extension [ServiceKey] {
    /// The types of message of every service that a scenario may name, those of taxis and accounts first.
    public var kinds: [MessageType] { MessageType.allOfTaxi + flatMap(\.kinds) }
}
