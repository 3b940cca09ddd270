// SPDX-License-Identifier: GPL-3.0-or-later
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import WebInterface

/// Hands requests that came over HTTPS to the interface of the city.
struct WebResponder: HTTPResponder {
    /// A request with the address that it came from.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let source: String

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            self.source = source.channel.remoteAddress?.ipAddress ?? ""
        }
    }

    let city: WebCity
    /// Ends the city: who waits for an answer gets one.
    let end: @Sendable () -> Void

    func respond(to request: Request, context: Context) async throws -> Response {
        let answer = await withGracefulShutdownHandler(
            operation: { await self.answer(request, context.source) }, onGracefulShutdown: end)
        var fields = HTTPFields()
        for header in answer.headers {
            if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
        }
        for (name, value) in Self.always { fields[name] = value }
        return Response(
            status: .init(code: answer.status), headers: fields,
            body: answer.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(string: answer.body)))
    }

    private func answer(_ request: Request, _ source: String) async -> WebAnswer {
        guard let method = WebMethod(rawValue: request.method.rawValue) else { return .wrongMethod }
        let length = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard length <= WebCity.mostHeaderBytes else { return .longHeaders }
        guard let body = try? await request.body.collect(upTo: WebCity.mostBytes) else { return .tooLong }
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
        return await city.answer(
            WebRequest(
                method, request.uri.path, query: query, headers: headers, body: Array(buffer: body), source: source))
    }

    /// Headers of every answer: no browser takes it for something else, keeps it, or comes back without TLS.
    private static let always: [(HTTPField.Name, String)] = [
        (.strictTransportSecurity, "max-age=31536000"), (.cacheControl, "no-store"),
        (.xContentTypeOptions, "nosniff"), (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'"),
    ]
}
