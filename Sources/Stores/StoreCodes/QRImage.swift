// SPDX-License-Identifier: GPL-3.0-or-later

import CQRencode
public import StoreRules

/// A QR code (ISO/IEC 18004) as a square of dark and light modules, drawn by libqrencode.
///
/// Error correction of level M: it is read with 15 % of it dirty or covered.
public struct QRImage: Hashable, Sendable {
    /// Modules on each side, the light border not counted.
    public let side: Int
    /// Whether each module is dark, row by row.
    private let modules: [Bool]
    /// Light modules around it, as the standard asks for.
    private static let border = 4

    /// Draws a text; nil when it is empty or too long for one code.
    public init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard side > 0, let data = code.pointee.data else { return nil }
        self.side = side
        modules = (0..<side * side).map { data[$0] & 1 == 1 }
    }

    /// Draws the code of a ticket or booking (STORE-R10).
    public init(_ code: EntryCode) {
        guard let image = QRImage(code.text) else { preconditionFailure("32 digits have a QR code") }
        self = image
    }

    /// Whether the module in a row and column is dark; the border is light.
    private func isDark(_ row: Int, _ column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column]
    }

    /// Modules on each side with the border.
    private var width: Int { side + 2 * Self.border }

    /// The image as SVG, for an app or a page: black on white, one unit a module.
    public var svg: String {
        let squares = (0..<side).flatMap { row in
            (0..<side).filter { isDark(row, $0) }.map { "M\($0 + Self.border) \(row + Self.border)h1v1h-1z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" width="\(width * 4)" \
            height="\(width * 4)" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>\
            <path d="\(squares.joined())"/></svg>

            """
    }

    /// The image as a portable bitmap (PBM, plain), for a totem's printer: `scale` dots a module.
    public func bitmap(scale: Int = 8) -> String {
        let rows = (-Self.border..<side + Self.border).map { row in
            (-Self.border..<side + Self.border)
                .map { String(repeating: isDark(row, $0) ? "1" : "0", count: scale) }.joined()
        }
        let dots = rows.flatMap { [String](repeating: $0, count: scale) }
        return "P1\n\(width * scale) \(width * scale)\n" + dots.joined(separator: "\n") + "\n"
    }
}
