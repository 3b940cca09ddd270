// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The machine that the program runs on, without any name of its own.
enum HostMachine {
    /// The processor's model as the system names it, such as `AMD EPYC`.
    static var processor: String {
        #if canImport(Darwin)
            var size = 0
            sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
            var bytes = [UInt8](repeating: 0, count: size)
            guard size > 0, sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return unknown }
            return named(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        #else
            guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return unknown }
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                let key = parts[0].filter { $0 != "\t" }
                if parts.count == 2, key == "model name" || key == "Model" { return named(String(parts[1])) }
            }
            return unknown
        #endif
    }

    /// The compiler that the program was made with.
    static var compiler: String {
        #if compiler(>=6.4)
            "Swift 6.4 or later"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }

    private static func named(_ text: String) -> String {
        let name = text.trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? unknown : String(name.prefix(100))
    }

    private static var unknown: String {
        #if arch(x86_64)
            "unknown x86-64 processor"
        #elseif arch(arm64)
            "unknown ARM64 processor"
        #else
            "unknown processor"
        #endif
    }
}
