// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Glibc

/// The files that the process may have open, of which each connection is one. Without a file for the next connection none would be
/// taken any more.
enum OpenFiles {
    /// What is open beside connections: the log, ports, pages, mail.
    private static let others = 100

    /// Takes as many as the system lets this process have.
    ///
    /// - Throws: `InputErrors` when they are too few for the connections that the server's file allows.
    static func allow(_ config: ServerConfig) throws(InputErrors) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        // A system that refuses leaves those that there were.
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur >= rlim_t(config.connections + others) else {
            let most = Int(limit.rlim_cur)
            throw config.fault(
                "connections",
                "this process may have \(most) files open, which is enough for \(max(0, most - others)) connections; allow it more, or "
                    + "state fewer")
        }
    }
}
