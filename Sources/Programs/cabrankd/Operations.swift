// SPDX-License-Identifier: GPL-3.0-or-later
import CityHost
import CityLoop
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import WebInterface

/// Tells whoever runs the server how it is, on an address of this machine and without TLS: nothing of a person is told there.
struct Operations {
    let address: ListenAddress
    let town: LiveTown
    let meter: WebMeter
    let logger: Logger

    /// The service that answers.
    var service: some Service {
        let router = Router()
        router.get("health/live") { _, _ in "live\n" }
        router.get("health/ready") { _, _ in await ready() }
        router.get("metrics") { _, _ in try await metrics() }
        return Application(
            router: router,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: nil),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? address.port
                Cabrankd.say("cabrankd tells how it is at http://\(address.text(port: port))")
            },
            logger: logger)
    }

    /// Whether requests can be served: the city runs, and its log can be written.
    private func ready() async -> Response {
        do {
            try await town.loop.ask {}
            return text(.ok, "ready\n")
        } catch {
            return text(.serviceUnavailable, "not ready: \(error)\n")
        }
    }

    private func metrics() async throws -> Response {
        let (inputs, waiting) = try await town.loop.ask { [inputs = town.inputs, loop = town.loop] in
            (inputs.count, loop.outbox.count)
        }
        let own = """
            # HELP cabrank_inputs_total Inputs of the city, those of earlier processes included.
            # TYPE cabrank_inputs_total counter
            cabrank_inputs_total \(inputs)
            # HELP cabrank_outputs_waiting Answers, notices and mails that wait until the log is on the disk.
            # TYPE cabrank_outputs_waiting gauge
            cabrank_outputs_waiting \(waiting)

            """
        return text(.ok, meter.text + own, "text/plain; version=0.0.4")
    }

    private func text(_ status: HTTPResponse.Status, _ text: String, _ type: String = "text/plain") -> Response {
        Response(status: status, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
