/// A parameter value of a statement, in one of SQLite's five storage classes.
public enum SQLValue: Equatable, Sendable {
    /// NULL.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A 64-bit float.
    case real(Double)
    /// UTF-8 text, which may contain NUL.
    case text(String)
    /// Arbitrary bytes.
    case blob([UInt8])

    /// An integer, or NULL for nil.
    public init(_ value: Int64?) { self = value.map(Self.integer) ?? .null }

    /// A float, or NULL for nil.
    public init(_ value: Double?) { self = value.map(Self.real) ?? .null }

    /// Text, or NULL for nil.
    public init(_ value: String?) { self = value.map(Self.text) ?? .null }

    /// Bytes, or NULL for nil.
    public init(_ value: [UInt8]?) { self = value.map(Self.blob) ?? .null }

    /// 1 or 0, or NULL for nil: SQLite has no booleans.
    public init(_ value: Bool?) { self = value.map { .integer($0 ? 1 : 0) } ?? .null }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// NULL.
    public init(nilLiteral: ()) { self = .null }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
}
