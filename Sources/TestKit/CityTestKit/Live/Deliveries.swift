// SPDX-License-Identifier: GPL-3.0-or-later

package import CityGateway
package import CityHost
import CityLoop
package import CityModel

extension CityHost {
    /// A message reaches the gateway at this time, from the connection, or else from that of the session, or else from a visitor;
    /// and the city runs until it is answered.
    package func deliver(
        _ message: any ServedMessage, at time: CityTime, as session: Session?, from connection: Connection?,
        to gateway: Gateway
    ) throws {
        let sender = connection ?? session.map { Connection($0.role) } ?? .visitor(1)
        let envelope = Envelope(message, from: sender, token: session?.token)
        loop.schedule(at: time, as: .arrival) { gateway.arrive(envelope) }
        try loop.run(until: time + .milliseconds(100))
        log.flush()
    }
}
