// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How long messages and answers are on the wire, in bytes (PERF-17).
///
/// The requirements state no sizes but the 20 kB answer of PERF-17. All figures are assumptions; each kind of message states
/// its own. A web client gets a page instead of fields, with the 20 kB of PERF-17.
public struct MessageSizes: Hashable, Sendable {
    private var requests: [Int32]
    private var answers: [Int32]
    /// What a web client gets for an answer that is shown as a page.
    public var page: Int32
    /// The size of a notice that the service sends by itself.
    public var notice: Int32

    /// The assumed sizes.
    public static let assumed = MessageSizes(
        request: { $0.requestBytes }, answer: { $0.answerBytes }, page: 20_000, notice: 600)

    /// Sets the sizes by kind.
    public init(request: (MessageKind) -> Int32, answer: (MessageKind) -> Int32, page: Int32, notice: Int32) {
        let most = MessageKind.allCases.map(\.rawValue).max() ?? 0
        requests = (0...most).map { MessageKind(rawValue: $0).map(request) ?? 0 }
        answers = (0...most).map { MessageKind(rawValue: $0).map(answer) ?? 0 }
        self.page = page
        self.notice = notice
    }

    /// The size of a message to the server.
    public func request(_ kind: MessageKind) -> Int32 { requests[Int(kind.rawValue)] }

    /// The size of the answer to it.
    public func answer(_ kind: MessageKind, to client: ClientKind) -> Int32 {
        client == .web ? max(page, answers[Int(kind.rawValue)]) : answers[Int(kind.rawValue)]
    }
}
