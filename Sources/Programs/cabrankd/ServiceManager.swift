// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc

/// Tells systemd how the server is, where it was started by it (`sd_notify(3)`).
enum ServiceManager {
    /// Sends a state, such as `READY=1`; nothing where nobody listens.
    static func notify(_ state: String) {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"],
            path.hasPrefix("/") || path.hasPrefix("@")
        else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        // A name that is no file begins with 0.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let text = Array(state.utf8)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
