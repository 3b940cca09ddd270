// SPDX-License-Identifier: GPL-3.0-or-later

package import CityHost
package import CityLoop
package import CityModel
package import Journeys
package import RandomStreams

/// What a slice is opened with.
package struct SliceCity {
    /// The city, with its loop and its log.
    package let host: CityHost
    /// The scenario; the service's own parameters are in its `services`.
    package let scenario: Scenario
    /// The zones of the service.
    package let layout: any ZoneLayout
    /// The zones that people's places are drawn in: the same ones, but where another layout is tried.
    package let peopleLayout: any ZoneLayout
    /// Where the city ends; nil for the hull of the service's zones and 1 km around it.
    package let outline: CityOutline?
    /// The routes of the city.
    package let travel: any Router
    /// The stops of its lines; nil without a timetable.
    package let stops: StopMap?
    /// Keys every random stream.
    package let key: StreamKey
    /// Takes every message that reaches the service; nil when none is recorded.
    package let inputLog: InputLog?
    /// Takes the groups of the people who come in; nil when nobody asks for them.
    package let membership: Membership?
    /// What the slice that is opened found out about the city beforehand, of its own type; nil for nothing.
    package var facts: (any Sendable)?

    package init(
        host: CityHost, scenario: Scenario, layout: any ZoneLayout, peopleLayout: any ZoneLayout,
        outline: CityOutline?, travel: any Router, key: StreamKey, inputLog: InputLog?, membership: Membership? = nil,
        stops: StopMap? = nil
    ) {
        self.host = host
        self.scenario = scenario
        self.layout = layout
        self.peopleLayout = peopleLayout
        self.outline = outline
        self.travel = travel
        self.key = key
        self.inputLog = inputLog
        self.membership = membership
        self.stops = stops
    }
}

/// An open service with the role that it gives to people, if it has one.
package struct OpenSlice {
    /// Takes the service's messages; nil for what takes none.
    package let service: (any CityService)?
    /// Further services of the slice, which take messages of their own.
    package let also: [any CityService]
    /// Gives people the service's role, and may bring people of its own; nil for a service without people. Not used in a
    /// replay.
    package let role: (any RoleSource)?
    /// The clients of its people; nil when their messages never pass a gateway.
    package let clients: (any SliceClients)?
    /// Makes the people whom the service itself brings into the city, when its gateway is open; nil for a service that only
    /// gives roles to others. Not used in a replay.
    package let populate: ((People, SliceServer?) -> any SlicePopulation)?
    /// Opens what the server must know of the service's accounts; nil when they are none of mail and passwords.
    package let accounts: (() -> any SliceAccounts)?
    /// Takes a recorded message in a replay; nil when none is recorded.
    package let replay: ((any RecordedInput) -> Void)?

    /// All services of the slice.
    package var services: [any CityService] { (service.map { [$0] } ?? []) + also }

    package init(
        service: (any CityService)?, also: [any CityService] = [], role: (any RoleSource)? = nil,
        clients: (any SliceClients)? = nil, populate: ((People, SliceServer?) -> any SlicePopulation)? = nil,
        accounts: (() -> any SliceAccounts)? = nil,
        replay: ((any RecordedInput) -> Void)? = nil
    ) {
        self.service = service
        self.also = also
        self.role = role
        self.clients = clients
        self.populate = populate
        self.accounts = accounts
        self.replay = replay
    }
}
