// SPDX-License-Identifier: GPL-3.0-or-later

public import CityHost
public import CityModel
public import CityReports
public import Reporting
public import People
public import ScenarioFile

/// One service as a simulation knows it: its key in a scenario file, how it is opened, what role it gives to people, and what
/// it adds to the results. A service is in a city when the scenario has its key.
///
/// The platform knows no service, and no list of services stands anywhere but in `Slices`.
public protocol ServiceSlice: Sendable {
    /// The service's key in a scenario file, which names it.
    var key: ServiceKey { get }
    /// Opens the service in a city. Called on the loop's thread, before anything happens.
    func open(in city: SliceCity) -> OpenSlice
    /// Folds the service's events to metrics and charts; nil when it has none.
    func fold(_ context: RunContext) -> (any ServiceFold)?
}

/// What a slice is opened with.
public struct SliceCity {
    /// The city, with its loop and its log.
    public let host: CityHost
    /// The scenario; the service's own parameters are in its `services`.
    public let scenario: Scenario
    /// The zones that people's places are told in.
    public let layout: any ZoneLayout
    /// The ways of the city.
    public let travel: any Router
}

/// An open service with the role that it gives to people, if it has one.
public struct OpenSlice {
    /// Takes the service's messages.
    public let service: any CityService
    /// Gives people the service's role; nil for a service without people.
    public let role: (any RoleSource)?

    /// States both.
    public init(service: any CityService, role: (any RoleSource)? = nil) {
        self.service = service
        self.role = role
    }
}
