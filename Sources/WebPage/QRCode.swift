import CQREncode
import Threads

/// QR codes (ISO/IEC 18004) as pictures, by libqrencode.
package enum QRCode {
    /// Bytes of text; a code of this many has 69 modules a side, which a phone still reads.
    package static let textBytesMax = 300

    /// Modules of white around the code (section 6.3.8): scanners need it to find the code.
    private static let quietZone = 4

    /// The library was not always safe to call from several threads at once.
    private static let library = Lock(())

    /// A QR code as an SVG with a background of its own, so that it can be read on dark pages too.
    /// Errors are corrected up to 15 % of the code. Nil if the text is empty or too long.
    package static func svg(of text: String) -> [UInt8]? {
        guard text.utf8.count <= textBytesMax, let rows = modules(of: Array(text.utf8)) else {
            return nil
        }
        let side = rows.count + 2 * quietZone
        let lines = rows.enumerated().map { row, modules in
            line(of: modules, at: row + quietZone)
        }
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
            <path stroke="#000" d="\(lines.joined())"/></svg>

            """
        return Array(svg.utf8)
    }

    /// The squares of a code, rows from the top, each from the left; true is dark.
    private static func modules(of text: [UInt8]) -> [[Bool]]? {
        library.withLock { _ in
            let made = unsafe QRcode_encodeData(Int32(text.count), text, 0, QR_ECLEVEL_M)
            guard let code = unsafe made else { return nil }
            defer { unsafe QRcode_free(code) }
            let width = Int(unsafe code.pointee.width)
            return (0..<width).map { row in
                (0..<width).map { column in
                    unsafe code.pointee.data[row * width + column] & 1 == 1
                }
            }
        }
    }

    /// Strokes through the middle of a row, one for each run of dark modules.
    private static func line(of modules: [Bool], at row: Int) -> String {
        var text = ""
        var column = 0
        while let start = modules[column...].firstIndex(of: true) {
            let end = modules[start...].firstIndex(of: false) ?? modules.count
            text += "M\(start + quietZone) \(row).5h\(end - start)"
            column = end
        }
        return text
    }
}
