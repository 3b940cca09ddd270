// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The targets as `Package.swift` declares them: the one place where they are listed.
struct House: Decodable {
    /// A target of the package.
    struct Target: Decodable {
        let name: String
        /// The folder; nil for one that lies where the package manager looks first.
        let path: String?
        let type: String
        let dependencies: [Dependency]

        /// The folder below `Sources` that the target stands in; nil for tests.
        var room: Substring? {
            guard let parts = path?.split(separator: "/"), parts.first == "Sources", parts.count > 2 else { return nil }
            return parts[1]
        }
    }

    /// What a target may import: another target, or a library of another package.
    struct Dependency: Decodable {
        let name: String

        private enum Form: String, CodingKey {
            case byName, product, target
        }

        init(from decoder: any Decoder) throws {
            let forms = try decoder.container(keyedBy: Form.self)
            guard let form = forms.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: forms.codingPath, debugDescription: "no dependency"))
            }
            var list = try forms.nestedUnkeyedContainer(forKey: form)
            name = try list.decode(String.self)
        }
    }

    /// What other packages may link.
    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    let targets: [Target]
    let products: [Product]

    /// The targets whose code is Swift below `Sources`.
    var swiftTargets: [Target] {
        targets.filter { $0.room != nil && $0.room != "Systems" }
    }

    /// The target with this name.
    subscript(_ name: some StringProtocol) -> Target? { targets.first { $0.name == name } }

    /// The target that a file of `Sources` belongs to.
    func target(of path: String) -> Target? {
        targets.first { target in target.path.map { path.hasPrefix($0 + "/") } ?? false }
    }

    /// All that a target reaches, directly or through others.
    func reach(of name: String) -> Set<String> {
        var reached: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for dependency in self[next]?.dependencies ?? [] where reached.insert(dependency.name).inserted {
                open.append(dependency.name)
            }
        }
        return reached
    }

    /// The whole package, as the package manager reads it. Read once for all tests.
    static func read() throws -> House { try house.get() }

    private static let house = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-house-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // A scratch folder of its own: the usual one is locked while a build or `swift test` goes on.
        process.arguments = ["swift", "package", "--scratch-path", folder.path, "dump-package"]
        process.currentDirectoryURL = SourceTree.root
        // Without the choice of tests, which leaves targets out, and with the server.
        process.environment = ProcessInfo.processInfo.environment
            .filter { $0.key != "CABRANK_TESTS" }.merging(["CABRANK_SERVER": "1"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(House.self, from: text)
    }
}
