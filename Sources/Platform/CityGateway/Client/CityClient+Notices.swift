// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel

extension CityClient: NoticeService {
    /// Keeps what a service tells a person beside answers, for all devices of the person. Called by the service's part, beside
    /// `note`. Nothing is kept of somebody who has no session here; it is counted if the person had one before.
    public func tell(_ notice: some Sendable, to connection: Connection) {
        boxes.put(notice, for: connection.key, at: loop.now)
    }

    /// What the person of a token was told after a number: at once, or as soon as there is something.
    public func notices(_ token: Token, after number: Int64) async throws(AccessError) -> NewsRead<any Sendable> {
        while true {
            let reader = try openSession(token, AccessError.self).connection.key
            if let read = boxes.read(for: reader, after: number) { return read }
            guard await boxes.wait(for: reader, on: loop) else { throw .cancelled }
        }
    }

    /// The number of the last notice to the person of a token; 0 before the first.
    public func lastNotice(_ token: Token) throws(AccessError) -> Int64 {
        boxes.last(for: try openSession(token, AccessError.self).connection.key)
    }

    /// The oldest notice of this type from which a closure picks something, and that this session has not got by this call; or the
    /// next. For programs that follow one service; `notices` has what all services say.
    public func nextNotice<Notice: Sendable, Found>(
        _ token: Token, _ pick: (Notice) -> Found?
    ) async throws(AccessError) -> Found {
        let type = ObjectIdentifier(Notice.self)
        while true {
            let reader = try openSession(token, AccessError.self).connection.key
            if let read = boxes.read(for: reader, after: positions[token]?[type] ?? 0) {
                for told in read.news {
                    positions[token, default: [:]][type] = told.number
                    if let notice = told.news as? Notice, let found = pick(notice) { return found }
                }
                positions[token, default: [:]][type] = read.last
            }
            guard await boxes.wait(for: reader, on: loop) else { throw .cancelled }
        }
    }
}
