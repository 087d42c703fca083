internal import HearthBase

/// `index.html`, which refers to other files by their paths in the folder, or, when sent, by their served paths.
package struct IndexPage {
    private let bytes: [UInt8]

    /// Creates the page from the bytes of its file.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The files that the page refers to, by path in the folder.
    package var names: [String] {
        references().compactMap { value in
            Self.reference(String(decoding: bytes[value], as: UTF8.self))
                .map { String($0.prefix { $0 != "#" && $0 != "?" }) }
        }
    }

    /// The page with the values of `src` and `href` that refer to files moved below a prefix. They name files relative
    /// to the index, or below `/app/`.
    /// - Throws: ``AssetError/missing(_:)`` for a missing file.
    func bytes(naming files: Set<String>, below prefix: String) throws(AssetError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var copied = 0
        for value in references() {
            let text = String(decoding: bytes[value], as: UTF8.self)
            guard let reference = Self.reference(text) else { continue }
            let path = reference.prefix { $0 != "#" && $0 != "?" }
            guard files.contains(String(path)) else { throw .missing(text) }
            result += bytes[copied..<value.lowerBound] + Array((prefix + reference).utf8)
            copied = value.upperBound
        }
        return result + bytes[copied...]
    }

    /// The file's path without its prefix; nil for a fragment, and for an absolute URL.
    private static func reference(_ text: String) -> Substring? {
        for start in ["./", "/app/"] where text.hasPrefix(start) { return text.dropFirst(start.count) }
        guard let first = text.first, first != "/", first != "#", first != "?" else { return nil }
        return text.prefix { $0 != "/" }.contains(":") ? nil : text[...]
    }

    /// The ranges of the values of `src` and `href`, without their quotes.
    private func references() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var position = 0
        while position < bytes.count {
            guard let name = ["src=", "href="].first(where: { bytes[position...].starts(with: $0.utf8) }), position > 0,
                Self.isSpace(bytes[position - 1])
            else {
                position += 1
                continue
            }
            position += name.utf8.count
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
                let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
            else { continue }
            found.append(position + 1..<end)
            position = end + 1
        }
        return found
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
