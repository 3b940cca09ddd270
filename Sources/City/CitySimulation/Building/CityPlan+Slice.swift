// SPDX-License-Identifier: GPL-3.0-or-later

package import CityHost
package import CityLoop
package import CityModel
package import CitySlices
package import RandomStreams

extension CityPlan {
    /// The city as a service sees it that is opened in it.
    ///
    /// - Parameters:
    ///   - service: whose findings about the scenario it gets.
    ///   - host: the loop and the log.
    ///   - key: keys every random stream.
    ///   - inputLog: takes the messages of clients, when they are recorded.
    ///   - membership: takes the groups of the people who come in.
    package func city(
        of service: ServiceID, in host: CityHost, key: StreamKey, inputLog: InputLog? = nil,
        membership: Membership? = nil
    ) -> SliceCity {
        var city = SliceCity(
            host: host, scenario: scenario, layout: drivenLayout, peopleLayout: peopleLayout, outline: outline,
            travel: travel, key: key, inputLog: inputLog, membership: membership, stops: stops)
        city.facts = facts[service]
        return city
    }
}
