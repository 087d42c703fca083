/// Iterates the fields of an encoded message, for two checks that libprotobuf-c lacks. It never reads values. Malformed
/// bytes end the scan, and decoding then refuses them.
struct WireScanner {
    struct Field {
        var number: UInt32
        /// The content after the length prefix; nil if the field has none.
        var payload: UnsafeRawBufferPointer?
        /// Tag and value.
        var whole: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether the scan reached the end of the bytes.
    var isAtEnd: Bool { at == bytes.count }

    mutating func next() -> Field? {
        var rest = self
        guard let tag = rest.varint(), let number = UInt32(exactly: tag >> 3) else { return nil }
        var payload: UnsafeRawBufferPointer?
        switch tag & 7 {
        case 0: guard rest.varint() != nil else { return nil }
        case 1: guard rest.skip(8) != nil else { return nil }
        case 2:
            guard let length = rest.varint(), let found = rest.skip(length) else { return nil }
            payload = found
        case 5: guard rest.skip(4) != nil else { return nil }
        default: return nil
        }
        let whole = UnsafeRawBufferPointer(rebasing: bytes[at..<rest.at])
        self = rest
        return Field(number: number, payload: payload, whole: whole)
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 70 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    private mutating func skip(_ count: UInt64) -> UnsafeRawBufferPointer? {
        guard count <= UInt64(bytes.count - at) else { return nil }
        let start = at
        at += Int(count)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<at])
    }
}

extension WireScanner {
    /// Whether messages are nested no deeper than `depth`; the outermost counts as one.
    static func isWithin(depth: Int, _ bytes: UnsafeRawBufferPointer, _ layout: LayoutTable) -> Bool {
        guard depth > 0 else { return false }
        var scanner = WireScanner(bytes)
        while let field = scanner.next() {
            guard let payload = field.payload, let inner = layout.slot(field.number)?.inner else { continue }
            guard isWithin(depth: depth - 1, payload, inner) else { return false }
        }
        return true
    }
}

/// Appends a number as a varint.
func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
}
