internal import CProtobufC

/// How a message's fields lie in memory. libprotobuf-c reads and writes by the descriptor made from it at first use.
/// Layouts stay for ever, each of them: make them once, as the `static let` of a type. Those of a schema that goes
/// again belong to a ``LayoutGroup``.
public struct MessageLayout: Sendable {
    /// Not a strong reference, which would cost a retain and a release for every message: the table stays, or its
    /// group does while the layout is used.
    private let reference: Unmanaged<LayoutTable>

    /// - Parameters:
    ///   - name: the message's full name: "hearth.v1.Target".
    ///   - size: bytes of a message in memory, with 24 for libprotobuf-c's own head.
    ///   - fields: with their offsets; the rule is ``planned(_:_:)``'s.
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
    /// By rising number.
    public var fields: [FieldLayout] { table.fields }

    var table: LayoutTable { reference.takeUnretainedValue() }

    /// The descriptor, filled.
    @inline(__always)
    var ready: UnsafePointer<ProtobufCMessageDescriptor> { reference._withUnsafeGuaranteedRef { $0.ready } }

    /// Whether messages of this layout can be nested without end, in themselves or in what they hold.
    @inline(__always)
    var canNestForEver: Bool { reference._withUnsafeGuaranteedRef { $0.canNestForEver } }
}
