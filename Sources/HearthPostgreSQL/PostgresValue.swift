/// A parameter of a statement. It is sent in the binary format of its type (PostgreSQL documentation, 55.2.4).
package enum PostgresValue: Hashable, Sendable {
    /// A `bigint`.
    case integer(Int64?)
    /// A `double precision`.
    case real(Double?)
    /// A `boolean`.
    case truth(Bool)
    /// A `text`. The server refuses a text that contains U+0000.
    case text(String?)
    /// A `bytea`.
    case bytes([UInt8]?)
    /// A `bigint[]`.
    case integers([Int64])
    /// A `text[]`.
    case texts([String])
    /// A `bytea[]`.
    case blobs([[UInt8]])

    /// The bytes of a text as a `bytea`, which may contain U+0000.
    package static func raw(_ text: String?) -> PostgresValue { .bytes(text.map { Array($0.utf8) }) }

    /// The number of the type in `pg_type`.
    var type: UInt32 {
        switch self {
        case .integer: ElementType.integer
        case .real: 701
        case .truth: 16
        case .text: ElementType.text
        case .bytes: ElementType.bytes
        case .integers: 1016
        case .texts: 1009
        case .blobs: 1001
        }
    }

    private enum ElementType {
        static let integer: UInt32 = 20
        static let text: UInt32 = 25
        static let bytes: UInt32 = 17
    }

    /// Appends the value.
    ///
    /// - Returns: false for NULL, which has no bytes.
    func append(to buffer: inout [UInt8]) -> Bool {
        switch self {
        case .integer(let value):
            guard let value else { return false }
            buffer.append(bigEndian: UInt64(bitPattern: value))
        case .real(let value):
            guard let value else { return false }
            buffer.append(bigEndian: value.bitPattern)
        case .truth(let value): buffer.append(value ? 1 : 0)
        case .text(let value):
            guard let value else { return false }
            buffer.append(contentsOf: value.utf8)
        case .bytes(let value):
            guard let value else { return false }
            buffer.append(contentsOf: value)
        case .integers(let values):
            Self.appendArray(of: ElementType.integer, count: values.count, to: &buffer)
            for value in values {
                buffer.append(bigEndian: UInt32(8))
                buffer.append(bigEndian: UInt64(bitPattern: value))
            }
        case .texts(let values):
            Self.appendArray(of: ElementType.text, count: values.count, to: &buffer)
            for value in values {
                buffer.append(bigEndian: UInt32(clamping: value.utf8.count))
                buffer.append(contentsOf: value.utf8)
            }
        case .blobs(let values):
            Self.appendArray(of: ElementType.bytes, count: values.count, to: &buffer)
            for value in values {
                buffer.append(bigEndian: UInt32(clamping: value.count))
                buffer.append(contentsOf: value)
            }
        }
        return true
    }

    /// Appends the head of an array of one dimension without NULLs, which begins at index 1: dimensions, whether there
    /// are NULLs, the type, the count and the first index.
    private static func appendArray(of type: UInt32, count: Int, to buffer: inout [UInt8]) {
        buffer.append(bigEndian: UInt32(count == 0 ? 0 : 1))
        buffer.append(bigEndian: UInt32(0))
        buffer.append(bigEndian: type)
        guard count > 0 else { return }
        buffer.append(bigEndian: UInt32(clamping: count))
        buffer.append(bigEndian: UInt32(1))
    }
}

extension [UInt8] {
    fileprivate mutating func append<Integer: FixedWidthInteger>(bigEndian value: Integer) {
        for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
