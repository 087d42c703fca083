internal import CProtobufC

/// The layout of a message's fields in memory. libprotobuf-c uses the descriptor that is created from it at first use.
/// Layouts are permanent: create each once, as the `static let` of a type. Layouts of a schema that may be released
/// belong to a ``LayoutGroup``.
public struct MessageLayout: Sendable {
    /// Unretained, which saves a retain and a release for every message: the table is permanent, or its group lives
    /// while the layout is used.
    private let reference: Unmanaged<LayoutTable>

    /// - Parameters:
    ///   - name: the message's full name: "hearth.v1.Target".
    ///   - size: bytes of a message in memory, including 24 for libprotobuf-c's header.
    ///   - fields: the fields with their offsets, by the rule of ``planned(_:_:)``.
    public init(_ name: String, size: Int, _ fields: [FieldLayout]) {
        self.init(LayoutTable(name, size: size, fields).keep())
    }

    init(_ table: LayoutTable) {
        reference = .passUnretained(table)
    }

    /// The message's full name.
    public var name: String { table.name }
    /// Bytes of a message in memory.
    public var size: Int { table.size }
    /// In ascending order of number.
    public var fields: [FieldLayout] { table.fields }

    var table: LayoutTable { reference.takeUnretainedValue() }

    /// The descriptor, filled in at the first use.
    @inline(__always)
    var ready: UnsafePointer<ProtobufCMessageDescriptor> { reference._withUnsafeGuaranteedRef { $0.ready } }

    /// Whether messages of this layout can be nested without limit, directly or indirectly.
    @inline(__always)
    var canNestForEver: Bool { reference._withUnsafeGuaranteedRef { $0.canNestForEver } }
}
