// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import Foundation
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals
import WebInterface

/// A live city behind HTTPS.
struct Server {
    let config: ServerConfig
    let plan: CityPlan
    let origin: LogOrigin

    /// Serves until a signal ends it, or until the log cannot be written.
    ///
    /// - Throws: what stops it from being opened, and what ended it.
    func run() async throws {
        // Until the certificates can be read again.
        signal(SIGHUP, SIG_IGN)
        try OpenFiles.allow(config)
        let certificates = try Certificates(config)
        let mail = FileMailer(config.mail)
        if let fault = mail.fault { throw config.fault("mail", fault) }
        let people = try LivePeople(config)
        do {
            try LiveParts.check(people.staff, of: plan)
        } catch {
            throw config.fault(of: error)
        }
        try await checkAddresses()
        let log = try LogFolder(config)
        let town: LiveTown
        do {
            town = try await LiveTown.open(
                plan, log: log, origin: origin, mail: mail, people: people,
                pages: WebPages(folder: config.pages.isEmpty ? nil : config.pages))
        } catch {
            throw config.fault(of: error)
        }
        defer { town.loop.stop() }
        if town.takenUp.cut > 0 { Cabrankd.complain("the last input of the log was torn and is cut off") }
        let meter = WebMeter()
        let places = ConnectionPlaces(config.connections, proxy: config.proxy)
        var application = Application(
            responder: WebResponder(
                city: town.web, meter: meter, limits: town.limit.map { SenderLimits($0) }, proxy: config.proxy),
            server: HTTPServerBuilder { responder in
                TimedConnections(
                    channel: try HTTP2UpgradeChannel(
                        tlsConfiguration: certificates.tls, configuration: Self.channels, responder: responder),
                    places: places)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(config.listen.host, port: config.listen.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(config.connections)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? config.listen.port
                Cabrankd.say("cabrankd serves \(plan.scenario.title) at https://\(config.listen.text(port: port))")
                await ServiceManager.notify("READY=1")
            },
            logger: Self.logger)
        application.addServices(CertificateWatch(certificates: certificates), LogWatch(town: town))
        if let address = config.operations {
            application.addServices(Operations(address: address, town: town, meter: meter, logger: Self.logger).service)
        }
        var services = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [], logger: Self.logger)
        // Who does not read what was sent to the end, or is in the middle of a handshake, is not waited for.
        services.maximumGracefulShutdownDuration = .seconds(3)
        let group = ServiceGroup(configuration: services)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let ending = Task {
            for await _ in signals {
                // First the city: whoever waits for an answer is told, streams have their last event, and the server can end.
                await town.end()
                for _ in 0..<20 where meter.streams > 0 { try? await Task.sleep(for: .milliseconds(50)) }
                await group.triggerGracefulShutdown()
                // Some clients never take leave: all that counts is on the disk.
                try? await Task.sleep(for: .seconds(1))
                _exit(0)
            }
        }
        defer { ending.cancel() }
        do {
            try await group.run()
        } catch is LogWatch.Failed {
            throw ExitCode(LogWatch.exitCode)
        }
    }

    /// Looks whether the ports are free before anything is written.
    private func checkAddresses() async throws {
        for (key, address) in [("listen", config.listen), ("operations", config.operations)] {
            guard let address else { continue }
            do {
                let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .bind(host: address.host, port: address.port).get()
                try await channel.close()
            } catch {
                throw config.fault(key, "\(address.text): \(error)")
            }
        }
    }

    private static var logger: Logger {
        var logger = Logger(label: "cabrankd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }

    /// Bounds of what a connection may send and how long it may be silent. Beyond those of headers there is an answer of HTTP's own and
    /// no more; within them our own says what is allowed.
    private static var channels: HTTP2ChannelConfiguration {
        var stream = HTTP1Channel.Configuration(idleTimeout: .seconds(10))
        stream.httpDecoder = .init(maxHeaderFieldSize: 32_768, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)
        return HTTP2ChannelConfiguration(idleTimeout: .seconds(60), streamConfiguration: stream)
    }
}

/// Reads the certificates again at SIGHUP.
private struct CertificateWatch: Service {
    let certificates: Certificates

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                do throws(InputErrors) {
                    try certificates.readAgain()
                } catch {
                    Cabrankd.complain("\(error.description)\nthe certificates of before stay in use")
                }
            }
        }
    }
}

/// Ends the server when its log cannot be written, or its city has ended by itself.
private struct LogWatch: Service {
    /// It was so.
    struct Failed: Error {}
    /// What the process ends with then.
    static let exitCode: Int32 = 4

    let town: LiveTown

    func run() async throws {
        let failure = await cancelWhenGracefulShutdown { await town.failure() }
        guard let failure else { return }
        Cabrankd.complain("error: \(failure)")
        throw Failed()
    }
}
