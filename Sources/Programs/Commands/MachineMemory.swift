// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The memory that this process may still grow to.
struct MachineMemory {
    /// The most that the process can hold, in bytes: what it holds now, and what is free.
    let bytes: Double
    /// What limits it, for messages.
    let source: String

    /// The least of what the machine has free, what its control group allows, and what the shell's `ulimit -v` leaves; nil
    /// where the system does not say.
    static var free: MachineMemory? {
        let resident = Double(ProcessMemory.now?.resident ?? 0)
        var found: [MachineMemory] = []
        if let available = HostUsage.bytes("MemAvailable:", of: "/proc/meminfo") {
            found.append(MachineMemory(bytes: available + resident, source: "this machine"))
        }
        for (limit, used) in groups {
            guard let most = number(limit), let taken = number(used), most < 1e17 else { continue }
            found.append(MachineMemory(bytes: max(0, most - taken) + resident, source: "this container"))
        }
        if let limit = ProcessMemory.addressLimit, let now = ProcessMemory.now {
            found.append(MachineMemory(bytes: Double(max(0, limit - now.virtual)) + resident, source: "`ulimit -v`"))
        }
        return found.min { $0.bytes < $1.bytes }
    }

    /// Limit and use of the control group, in its second and its first version.
    private static let groups = [
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ]

    private static func number(_ path: String) -> Double? {
        (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
            Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}

/// The memory of this process.
struct ProcessMemory {
    /// What is in memory, in bytes.
    let resident: Int64
    /// The address space, in bytes.
    let virtual: Int64

    /// Now; nil where the system does not say.
    static var now: ProcessMemory? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let pages = text.split(separator: " ").prefix(2).compactMap { Int64($0) }
        guard pages.count == 2 else { return nil }
        let size = Int64(sysconf(Int32(_SC_PAGESIZE)))
        return ProcessMemory(resident: pages[1] * size, virtual: pages[0] * size)
    }

    /// The limit on the address space (`ulimit -v`), in bytes; nil without one.
    static let addressLimit: Int64? = {
        var limit = rlimit()
        #if canImport(Glibc)
            let which = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let which = RLIMIT_AS
        #endif
        return getrlimit(which, &limit) == 0 && limit.rlim_cur < rlim_t.max / 4 ? Int64(limit.rlim_cur) : nil
    }()
}
