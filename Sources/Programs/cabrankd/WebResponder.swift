// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import WebInterface

/// Hands requests that came over HTTPS to the interface of the city.
struct WebResponder: HTTPResponder {
    /// A request with the address that it came from.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let source: SourceAddress
        /// Whether other requests share the connection, as with HTTP/2: then no answer speaks of the connection.
        let isShared: Bool

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            // A request of HTTP/2 has a channel of its own in that of the connection, which is one of the port's.
            isShared = source.channel.parent?.parent != nil
            self.source = (source.channel.remoteAddress?.ipAddress).flatMap { SourceAddress($0) } ?? .unknown
        }
    }

    let city: WebCity
    let meter: WebMeter
    /// What one sender may send; nil for any amount.
    let limits: SenderLimits?
    /// The proxy whose word for a client's address is taken; nil for none.
    let proxy: SourceAddress?

    func respond(to request: Request, context: Context) async throws -> Response {
        switch await reply(request, context.source) {
        case .answer(let answer):
            return Response(
                status: .init(code: answer.status),
                headers: Self.fields(answer.headers.filter { !context.isShared || $0.name != "connection" }),
                body: answer.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(string: answer.body)))
        case .events(let events):
            let (told, content) = (CountedEvents(events: events, meter: meter), request.body)
            let body = ResponseBody { writer in
                // A client that hangs up is noticed at once by what it sends, or sends no more.
                try await content.consumeWithCancellationOnInboundClose { _ in
                    for await text in told { try await writer.write(text) }
                    try await writer.finish(nil)
                }
            }
            return Response(
                status: .ok, headers: Self.fields([.init("content-type", "text/event-stream")]), body: body)
        }
    }

    private static func fields(_ headers: [WebAnswer.Header]) -> HTTPFields {
        var fields = HTTPFields()
        for header in headers {
            if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
        }
        for (name, value) in always where fields[name] == nil { fields[name] = value }
        return fields
    }

    private func reply(_ request: Request, _ source: SourceAddress) async -> WebCity.Reply {
        guard let method = WebMethod(rawValue: request.method.rawValue) else {
            return .answer(WebCity.answer(toUnknownMethodAt: request.uri.path))
        }
        let length = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard length <= WebCity.mostHeaderBytes else { return .answer(.longHeaders) }
        // What waits until something happens reads its request to the end: that is how it learns that the client has hung up.
        let waits = method == .get && WebCity.waits(request.uri.path)
        let body: ByteBuffer
        do {
            body = waits ? ByteBuffer() : try await Self.content(of: request)
        } catch is TooSlow {
            return .answer(.tooSlow)
        } catch {
            return .answer(.tooLong)
        }
        var headers: [String: String] = [:]
        for field in request.headers {
            // HTTP/2 sends each cookie by itself.
            let (name, joint) = (field.name.canonicalName, field.name == .cookie ? "; " : ", ")
            if let before = headers[name] {
                headers[name] = before + joint + field.value
            } else {
                headers[name] = field.value
            }
        }
        // HTTP/2 names the host beside the headers.
        if let host = request.head.authority { headers["host"] = host }
        var query: [String: String] = [:]
        for (key, value) in request.uri.queryParameters { query[String(key)] = String(value) }
        let asked = WebRequest(
            method, request.uri.path, query: query, headers: headers, body: Array(buffer: body),
            source: self.source(source, headers["x-forwarded-for"]))
        let begin = ContinuousClock.now
        let reply = limits?.admits(asked) ?? true ? await self.reply(asked, request) : .answer(.tooMany)
        await limits?.learn(asked, reply, city)
        if case .answer(let answer) = reply {
            let span = begin.duration(to: .now)
            meter.count(asked, status: answer.status, seconds: span / .seconds(1))
        }
        return reply
    }

    /// What the city says; of what waits until something happens nothing when the client has hung up.
    private func reply(_ asked: WebRequest, _ request: Request) async -> WebCity.Reply {
        guard asked.method == .get, asked.path != WebEvents.path, WebCity.waits(asked.path) else {
            return await city.reply(asked)
        }
        let reply = try? await request.body.consumeWithCancellationOnInboundClose { _ in await city.reply(asked) }
        return reply ?? .answer(.tooSlow)
    }

    /// The content did not come in time.
    private struct TooSlow: Error {}

    /// The content of a request, which must be there 10 s after its headers.
    private static func content(of request: Request) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask { try await request.body.collect(upTo: WebCity.mostBytes) }
            group.addTask {
                try await Task.sleep(for: .seconds(10))
                throw TooSlow()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? ByteBuffer()
        }
    }

    /// The client's address: of a request that came through the proxy the last one that the proxy names, which it saw itself.
    private func source(_ seen: SourceAddress, _ forwarded: String?) -> SourceAddress {
        guard let proxy, seen == proxy, let last = forwarded?.split(separator: ",").last else { return seen }
        return SourceAddress(last.filter { $0 != " " }) ?? seen
    }

    /// Headers of every answer that says nothing else: no browser takes it for something else, keeps it, or comes back without TLS.
    private static let always: [(HTTPField.Name, String)] = [
        (.strictTransportSecurity, "max-age=31536000"), (.cacheControl, "no-store"),
        (.xContentTypeOptions, "nosniff"), (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
    ]
}

/// Events as bytes, counted as long as somebody reads them.
private struct CountedEvents: AsyncSequence, Sendable {
    /// Counts until nobody reads any more.
    final class Reader: Sendable {
        private let meter: WebMeter

        init(_ meter: WebMeter) {
            self.meter = meter
            meter.count(streams: 1)
        }

        deinit { meter.count(streams: -1) }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var events: WebEvents.AsyncIterator
        let reader: Reader

        mutating func next() async -> ByteBuffer? { await events.next().map { ByteBuffer(string: $0) } }
    }

    let events: WebEvents
    let meter: WebMeter

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(events: events.makeAsyncIterator(), reader: Reader(meter))
    }
}
