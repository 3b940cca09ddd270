// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import TaxiService
import WebInterface

/// A live city behind HTTPS.
struct Server {
    let config: ServerConfig
    let plan: CityPlan

    /// Serves until a signal ends it.
    ///
    /// - Throws: what stops it from being opened, and what ended it.
    func run() async throws {
        let tls = try certificates()
        let mailer = FileMailer(config.mail)
        if let fault = mailer.fault { throw config.fault("mail", fault) }
        let opened = try await open(mailer)
        let application = try Application(
            responder: WebResponder(city: WebCity(opened.client)) { opened.loop.stop() },
            server: .http2Upgrade(tlsConfiguration: tls, configuration: Self.channels),
            configuration: ApplicationConfiguration(
                address: .hostname(config.listen.host, port: config.listen.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(config.connections)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? config.listen.port
                let says = "cabrankd serves \(plan.scenario.title) at https://\(config.listen.host):\(port)\n"
                FileHandle.standardOutput.write(Data(says.utf8))
            },
            logger: Self.logger)
        defer { opened.loop.stop() }
        try await application.runService()
    }

    private static var logger: Logger {
        var logger = Logger(label: "cabrankd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }

    /// Bounds of what a connection may send and how long it may be silent. Beyond those of headers there is an answer of HTTP's own and
    /// no more; within them our own says what is allowed.
    private static var channels: HTTP2ChannelConfiguration {
        var stream = HTTP1Channel.Configuration(idleTimeout: .seconds(60))
        stream.httpDecoder = .init(maxHeaderFieldSize: 32_768, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)
        return HTTP2ChannelConfiguration(idleTimeout: .seconds(60), streamConfiguration: stream)
    }

    /// Certificates and key, tried together.
    private func certificates() throws(InputErrors) -> TLSConfiguration {
        func noting<Part>(_ key: String, _ make: () throws -> Part) throws(InputErrors) -> Part {
            do { return try make() } catch { throw config.fault(key, "the file is no PEM file of its kind: \(error)") }
        }
        let chain = try noting("certificate") { try NIOSSLCertificate.fromPEMFile(config.certificate) }
        let key = try noting("private-key") { try NIOSSLPrivateKey(file: config.privateKey, format: .pem) }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        do {
            _ = try NIOSSLContext(configuration: tls)
        } catch {
            throw config.fault("private-key", "the key does not fit the certificate")
        }
        return tls
    }

    /// What the server's own thread handed over.
    private struct Opened: Sendable {
        let loop: CityLoop
        let client: CityClient
    }

    /// The city on a thread of its own, at the pace of the clock on the wall.
    private func open(_ mailer: FileMailer) async throws -> Opened {
        try await withCheckedThrowingContinuation { opened in
            let thread = Thread {
                let now = CityTime(nanoseconds: Int64(Date().timeIntervalSince1970 * 1000) * 1_000_000)
                let host = CityHost(start: now)
                let client: CityClient
                do {
                    client = try populate(host, mailer)
                } catch {
                    return opened.resume(throwing: error)
                }
                opened.resume(returning: Opened(loop: host.loop, client: client))
                do {
                    try host.loop.run(pace: .wall)
                } catch {
                    FileHandle.standardError.write(Data("error: the city has ended: \(error)\n".utf8))
                }
                // Who waits is told.
                host.loop.runTurn(at: host.loop.now) { client.onLoop { $0.close() } }
                host.close(at: host.loop.now)
                host.loop.tearDown()
            }
            thread.name = "city"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// Opens the services and who speaks to them.
    private func populate(_ host: CityHost, _ mailer: FileMailer) throws -> CityClient {
        let (dispatcher, taxis) = LiveTaxis.open(plan, in: host)
        let secrets = SystemSecrets()
        var parameters = LiveCity.Parameters(
            times: NoTimes(), hash: Argon2Hash(cost: .interactive, secrets: secrets), tokens: SecretTokens(secrets))
        parameters.pool = WorkPool(threads: 2, waits: false)
        let city = LiveCity(in: host, [taxis], parameters)
        let client = CityClient(
            loop: host.loop, gateway: city.access.gateway, layout: plan.layout, notices: TaxiNotices(dispatcher),
            kind: .web)
        try city.connect(client, mailer: mailer)
        return client
    }
}
