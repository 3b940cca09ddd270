// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import NIOCore
import NIOPosix

/// Tells systemd how the server is, where it was started by it (`sd_notify(3)`).
enum ServiceManager {
    /// Sends a state, such as `READY=1`; nothing where nobody listens.
    static func notify(_ state: String) async {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], path.hasPrefix("/") else { return }
        let channel = try? await DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: path).get()
        try? await channel?.writeAndFlush(ByteBuffer(string: state))
        try? await channel?.close()
    }
}
