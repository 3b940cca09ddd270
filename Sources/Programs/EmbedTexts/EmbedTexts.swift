// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Writes texts into Swift code: `EmbedTexts OUT.swift FILE...`. Run by the plugin `TextsInCode` within a build.
///
/// Each file becomes a constant of `PackageResources`, named as SwiftPM's own `embedInCode` names it. That one writes lists of bytes, on
/// which the compiler spends minutes; a string literal of the same text takes it no time.
@main
enum EmbedTexts {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let output = paths.first else { throw CocoaError(.fileNoSuchFile) }
        var code = "enum PackageResources {\n"
        for file in paths.dropFirst().map(URL.init(fileURLWithPath:)) {
            // A file that is no text ends the build here.
            let text = try String(contentsOf: file, encoding: .utf8)
            let name = String(file.lastPathComponent.map { $0.isLetter || $0.isNumber ? $0 : "_" })
            code += "    static let \(name): [UInt8] = [UInt8](\(literal(text)).utf8)\n"
        }
        code += "}\n"
        // A build of another product links this program anew and runs it again: where nothing changed the file stays as it is, else
        // all that is compiled from it would be compiled again.
        guard (try? String(contentsOfFile: output, encoding: .utf8)) != code else { return }
        try code.write(to: URL(fileURLWithPath: output), atomically: true, encoding: .utf8)
    }

    /// A text as a literal of one line.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
