internal import CHearthMessage
internal import CProtobufC
internal import Synchronization

/// How a message's fields lie in memory. libprotobuf-c reads and writes by the descriptor made from it at first use.
///
/// `@unchecked Sendable`: the descriptor is filled once, under ``filling``, before `isReady` says so, and never changes
/// after.
public final class MessageLayout: @unchecked Sendable {
    /// The message's full name: "hearth.v1.Target".
    public let name: String
    /// Bytes of a message in memory.
    public let size: Int
    /// By rising number.
    public let fields: [FieldLayout]
    private let descriptor: UnsafeMutablePointer<ProtobufCMessageDescriptor>?
    private let isReady = Atomic<Bool>(false)
    private let recursive = Atomic<Bool>(false)

    private static let filling = Mutex<Void>(())

    /// - Parameters:
    ///   - size: bytes of a message in memory, 24 for the head included.
    ///   - fields: by rising number.
    public init(_ name: String, size: Int, _ fields: [FieldLayout]) {
        self.name = name
        self.size = size
        self.fields = fields
        descriptor = hm_descriptor_new()
    }

    /// The descriptor, filled; nil when the machine has no memory for it.
    var ready: UnsafePointer<ProtobufCMessageDescriptor>? {
        if !isReady.load(ordering: .acquiring) {
            Self.filling.withLock { _ in
                var filled: [MessageLayout] = []
                fill(&filled)
                for layout in filled { layout.isReady.store(true, ordering: .releasing) }
            }
        }
        return UnsafePointer(descriptor)
    }

    /// Whether a message of this layout can hold one of its own kind, at any depth.
    var containsItself: Bool { recursive.load(ordering: .relaxed) }

    private func fill(_ filled: inout [MessageLayout]) {
        guard !isReady.load(ordering: .relaxed), !filled.contains(where: { $0 === self }), let descriptor else { return }
        filled.append(self)
        let inner = fields.map { $0.kind == .message ? $0.message?() : nil }
        for layout in inner { layout?.fill(&filled) }
        recursive.store(reaches(self, without: []), ordering: .relaxed)
        withFields(inner) { buffer in
            _ = hm_descriptor_fill(descriptor, name, size, buffer.baseAddress, buffer.count)
        }
    }

    private func reaches(_ goal: MessageLayout, without seen: Set<ObjectIdentifier>) -> Bool {
        let seen = seen.union([ObjectIdentifier(self)])
        return fields.contains { field in
            guard field.kind == .message, let inner = field.message?() else { return false }
            return inner === goal || (!seen.contains(ObjectIdentifier(inner)) && inner.reaches(goal, without: seen))
        }
    }

    private func withFields(_ inner: [MessageLayout?], _ body: (UnsafeBufferPointer<hm_field>) -> Void) {
        var names: [UnsafeMutablePointer<CChar>?] = []
        var all: [hm_field] = []
        for (field, inner) in zip(fields, inner) {
            var name = Array(field.name.utf8CString)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
            copy.initialize(from: &name, count: name.count)
            names.append(copy)
            all.append(field.described(name: copy, message: inner?.descriptor))
        }
        all.withUnsafeBufferPointer(body)
        for name in names { name?.deallocate() }
    }
}

extension FieldLayout {
    fileprivate func described(
        name: UnsafePointer<CChar>, message: UnsafeMutablePointer<ProtobufCMessageDescriptor>?
    ) -> hm_field {
        let isList = label == .repeated || label == .packed
        var flags: UInt32 = 0
        if label == .packed { flags |= UInt32(PROTOBUF_C_FIELD_FLAG_PACKED.rawValue) }
        if label == .oneof { flags |= UInt32(PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue) }
        let cLabel = isList ? PROTOBUF_C_LABEL_REPEATED : PROTOBUF_C_LABEL_OPTIONAL
        return hm_field(
            name: name, number: number, type: UInt32(kind.type.rawValue), label: UInt32(cLabel.rawValue), flags: flags,
            offset: UInt32(isList ? at + 8 : at), quantifier_offset: UInt32(isList ? at : has), message: message)
    }
}

extension FieldKind {
    fileprivate var type: ProtobufCType {
        switch self {
        case .bool: PROTOBUF_C_TYPE_BOOL
        case .int32, .enumeration: PROTOBUF_C_TYPE_INT32
        case .sint32: PROTOBUF_C_TYPE_SINT32
        case .uint32: PROTOBUF_C_TYPE_UINT32
        case .int64: PROTOBUF_C_TYPE_INT64
        case .sint64: PROTOBUF_C_TYPE_SINT64
        case .uint64: PROTOBUF_C_TYPE_UINT64
        case .fixed32: PROTOBUF_C_TYPE_FIXED32
        case .sfixed32: PROTOBUF_C_TYPE_SFIXED32
        case .fixed64: PROTOBUF_C_TYPE_FIXED64
        case .sfixed64: PROTOBUF_C_TYPE_SFIXED64
        case .float: PROTOBUF_C_TYPE_FLOAT
        case .double: PROTOBUF_C_TYPE_DOUBLE
        case .string, .bytes: PROTOBUF_C_TYPE_BYTES
        case .message: PROTOBUF_C_TYPE_MESSAGE
        }
    }
}
