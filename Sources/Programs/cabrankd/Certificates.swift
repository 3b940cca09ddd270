// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Glibc
import NIOCore
import NIOSSL
import Synchronization

/// The certificates that clients are shown, read again when the server is told to.
final class Certificates: Sendable {
    private struct Pair {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    private let config: ServerConfig
    private let pair: Mutex<Pair>

    /// Reads certificates and key, and tries them together.
    ///
    /// - Throws: `InputErrors` at the key of the server's file that is wrong.
    init(_ config: ServerConfig) throws(InputErrors) {
        self.config = config
        pair = Mutex(try Self.read(config))
    }

    /// Reads them again; those of before stay in use when something is wrong with the new ones.
    func readAgain() throws(InputErrors) {
        let new = try Self.read(config)
        pair.withLock { $0 = new }
    }

    /// What connections are opened with: TLS 1.2 and up, and the newest certificates.
    var tls: TLSConfiguration {
        let now = pair.withLock { $0 }
        var tls = TLSConfiguration.makeServerConfiguration(certificateChain: now.chain, privateKey: now.key)
        tls.minimumTLSVersion = .tlsv12
        tls.sslContextCallback = { [self] _, promise in
            let now = pair.withLock { $0 }
            var override = NIOSSLContextConfigurationOverride()
            (override.certificateChain, override.privateKey) = (now.chain, now.key)
            promise.succeed(override)
        }
        return tls
    }

    private static func read(_ config: ServerConfig) throws(InputErrors) -> Pair {
        func noting<Part>(_ key: String, _ make: () throws -> Part) throws(InputErrors) -> Part {
            do { return try make() } catch { throw config.fault(key, "the file is no PEM file of its kind: \(error)") }
        }
        let chain = try noting("certificate") { try NIOSSLCertificate.fromPEMFile(config.certificate) }
        let key = try noting("private-key") { try NIOSSLPrivateKey(file: config.privateKey, format: .pem) }
        guard let own = chain.first else { throw config.fault("certificate", "there is no certificate in the file") }
        let now = Glibc.time(nil)
        func instant(_ time: time_t) -> String { "\(CityTime.seconds(time)) UTC" }
        guard own.notValidBefore <= now else {
            throw config.fault("certificate", "the certificate begins at \(instant(own.notValidBefore)) only")
        }
        guard own.notValidAfter > now else {
            throw config.fault("certificate", "the time of the certificate was over at \(instant(own.notValidAfter))")
        }
        let pair = Pair(chain: chain.map { .certificate($0) }, key: .privateKey(key))
        do {
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key))
        } catch {
            throw config.fault("private-key", "the key does not fit the certificate")
        }
        return pair
    }
}
