internal import HearthBase

/// An IPv6 address without a zone; many spellings are equal (RFC 4291, section 2.2).
struct IPv6Address: Hashable, CustomStringConvertible {
    private let groups: [UInt16]

    init?(_ text: ArraySlice<UInt8>) {
        var groups: [UInt16] = []
        /// The index of `::`.
        var gap: Int?
        var index = text.startIndex
        let colon = UInt8(ascii: ":")
        if text.starts(with: [colon]) {
            guard text.starts(with: [colon, colon]) else { return nil }
            gap = 0
            index += 2
        }
        while index < text.endIndex {
            guard groups.count < 8 else { return nil }
            let end = text[index...].firstIndex(of: colon) ?? text.endIndex
            if end == text.endIndex, text[index..<end].contains(UInt8(ascii: ".")) {
                guard groups.count <= 6, let last = Self.quad(text[index..<end]) else { return nil }
                groups += last
                break
            }
            guard let group = Self.group(text[index..<end]) else { return nil }
            groups.append(group)
            guard end < text.endIndex else { break }
            index = end + 1
            guard index < text.endIndex else { return nil }
            if text[index] == colon {
                guard gap == nil else { return nil }
                gap = groups.count
                index += 1
            }
        }
        if let gap {
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: [UInt16](repeating: 0, count: 8 - groups.count), at: gap)  // in range: 7 at most
        }
        guard groups.count == 8 else { return nil }
        self.groups = groups
    }

    private static func group(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard !digits.isEmpty, digits.count <= 4 else { return nil }
        var group: UInt16 = 0
        for digit in digits {
            guard let value = hexValue(digit) else { return nil }
            group = group << 4 | UInt16(truncatingIfNeeded: value)
        }
        return group
    }

    /// Dotted decimal at the end, as in `::ffff:127.0.0.1`.
    private static func quad(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> UInt16? in
            guard part.count <= 3, part.count == 1 || part.first != UInt8(ascii: "0"),
                part.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
            else { return nil }
            return UInt8(String(decoding: part, as: UTF8.self)).map(UInt16.init)
        }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
    }

    var description: String { ipText(groups: groups) }
}
