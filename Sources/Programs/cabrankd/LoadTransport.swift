// SPDX-License-Identifier: GPL-3.0-or-later
import AsyncHTTPClient
import CityModel
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization
import WebInterface
import WebPopulation

/// Requests of simulated people over HTTPS, by HTTP/1.1: each stream of events has a connection of its own, as has each request that is
/// under way.
struct LoadTransport: PersonTransport {
    private let client: HTTPClient
    private let server: String
    /// Whether the server is told whose address a request comes from; it believes so of a proxy that its file names.
    private let statesAddresses: Bool

    /// A way to a server such as `https://127.0.0.1:8443`, whose certificate is one of these, or one that the machine trusts.
    init(_ server: String, trusting certificate: String?, statesAddresses: Bool) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let certificate { tls.trustRoots = .file(certificate) }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8192
        configuration.connectionPool.retryConnectionEstablishment = false
        // The server hangs up after 10 s.
        configuration.connectionPool.idleTimeout = .seconds(8)
        configuration.timeout = .init(connect: .seconds(10))
        (self.server, self.statesAddresses) = (server, statesAddresses)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Hangs up.
    func end() async { try? await client.shutdown() }

    private func request(_ path: String, _ session: String?, _ source: SourceAddress) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server + WebCity.prefix + path)
        if let session { request.headers.add(name: "authorization", value: "Bearer \(session)") }
        if statesAddresses { request.headers.add(name: "x-forwarded-for", value: source.description) }
        return request
    }

    func send(_ asked: PersonRequest) async throws -> PersonAnswer {
        var request = request(asked.path, asked.session, asked.source)
        request.method = HTTPMethod(rawValue: asked.method.rawValue)
        // What a browser says of itself, and an app does not.
        if asked.isBrowser { request.headers.add(name: "sec-fetch-site", value: "same-origin") }
        if let device = asked.device { request.headers.replaceOrAdd(name: "authorization", value: "Device \(device)") }
        if let key = asked.key { request.headers.add(name: "idempotency-key", value: key) }
        if let content = asked.content {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: content.line))
        }
        let response = try await client.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return PersonAnswer(
            status: Int(response.status.code), content: JSONContent.read(Array(bytes.readableBytesView)) ?? .null,
            isReplayed: response.headers.contains(name: "idempotent-replayed"))
    }

    func events(
        of session: String, after number: Int64?, from source: SourceAddress
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        var request = request("/events", session, source)
        if let number { request.headers.add(name: "last-event-id", value: String(number)) }
        let response = try await client.execute(request, timeout: .hours(24 * 7))
        guard response.status == .ok else { throw NoStream(status: Int(response.status.code)) }
        return AsyncThrowingStream { line in
            let reading = Task {
                do {
                    for try await bytes in response.body { line.yield(Array(bytes.readableBytesView)) }
                    line.finish()
                } catch {
                    line.finish(throwing: error)
                }
            }
            line.onTermination = { _ in reading.cancel() }
        }
    }

    private struct NoStream: Error {
        let status: Int
    }
}

/// The folder that a server writes its mail to, read by who plays the people that it is for.
final class MailFolder: PersonMail {
    private let folder: URL
    private let known = Mutex<Set<String>>([])
    private let knownTexts = Mutex<Set<String>>([])

    /// A folder; what lies in it now is not new.
    init(_ path: String) {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        _ = new()
        _ = texts()
    }

    func new() -> [ReadMail] {
        let new = known.withLock { known in
            names.filter { !$0.hasPrefix(Self.text) && known.insert($0).inserted }.sorted()
        }
        return new.compactMap { name in read(name).flatMap { ReadMail($0) } }
    }

    func texts() -> [ReadText] {
        knownTexts.withLock { known in
            let new = names.filter { $0.hasPrefix(Self.text) && !known.contains($0) }.map { name in
                (name: name, number: Int(name.dropFirst(Self.text.count).prefix { $0.isNumber }) ?? 0)
            }
            return new.sorted { $0.number < $1.number }.compactMap { name, _ in
                // One that is half written is read the next time.
                guard let text = read(name).flatMap({ ReadText($0) }) else { return nil }
                known.insert(name)
                return text
            }
        }
    }

    /// What the names of text messages begin with.
    private static let text = "sms-"

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".txt") }
    }

    private func read(_ name: String) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}
