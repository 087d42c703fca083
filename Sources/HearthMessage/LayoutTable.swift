internal import CHearthMessage
internal import CProtobufC
internal import HearthBase
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The storage of a ``MessageLayout``, with the descriptor that libprotobuf-c uses. Permanent unless a ``LayoutGroup``
/// owns it.
///
/// `@unchecked Sendable`: mutable properties are written once, under ``filling``, before `isReady` is set.
final class LayoutTable: @unchecked Sendable {
    let name: String
    /// Bytes of a message in memory.
    let size: Int
    /// In ascending order of number.
    let fields: [FieldLayout]

    private let descriptor: UnsafeMutablePointer<ProtobufCMessageDescriptor>
    private let isReady = Atomic<Bool>(false)
    /// The layouts of message fields, in the order of ``fields``; nil for the others.
    private var inner: [LayoutTable?] = []
    private var isBottomless = false
    /// The address of ``shape``; 0 until it was requested.
    private let shapeAddress = Atomic<UInt>(0)

    private static let filling = Mutex<Void>(())
    /// The layout of message fields without one: all their content is unknown.
    private static let nothing = LayoutTable("?", size: head, []).keep()

    /// The size of libprotobuf-c's message header: descriptor, count and array of unknown fields.
    static let head = 24

    /// Whether it is permanent.
    private let isKept = Atomic<Bool>(false)

    init(_ name: String, size: Int, _ fields: [FieldLayout]) {
        self.name = name
        self.fields = fields.ordered(by: \.number)
        self.size = fields.reduce(max(size, Self.head)) { max($0, $1.end) }
        descriptor = hm_descriptor_new()
    }

    deinit { hm_descriptor_free(descriptor) }

    /// Makes it permanent, with its descriptor.
    func keep() -> LayoutTable {
        let isFirst = isKept.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        if isFirst { hm_descriptor_keep(descriptor, Unmanaged.passRetained(self).toOpaque()) }
        return self
    }

    /// Whether it is permanent, so that others may refer to it.
    var stays: Bool { isKept.load(ordering: .acquiring) }

    /// The descriptor, filled in at the first use.
    var ready: UnsafePointer<ProtobufCMessageDescriptor> {
        if !isReady.load(ordering: .acquiring) { prepare() }
        return UnsafePointer(descriptor)
    }

    /// Whether messages of this layout can be nested without limit, directly or indirectly.
    var canNestForEver: Bool {
        if !isReady.load(ordering: .acquiring) { prepare() }
        return isBottomless
    }

    /// The layout of the messages of a field, by its index; available after ``ready``.
    func innerLayout(_ index: Int) -> LayoutTable? { index < inner.count ? inner[index] : nil }

    /// The result of ``shape``, which is the same for all threads.
    var knownShape: LayoutTable? {
        get {
            UnsafeRawPointer(bitPattern: shapeAddress.load(ordering: .acquiring)).map {
                Unmanaged<LayoutTable>.fromOpaque($0).takeUnretainedValue()  // it is permanent
            }
        }
        set {
            guard let newValue, newValue.stays else { return }
            shapeAddress.store(UInt(bitPattern: Unmanaged.passUnretained(newValue).toOpaque()), ordering: .releasing)
        }
    }

    /// A field by its number, with the layout of its messages if it has some.
    func slot(_ number: UInt32) -> (field: FieldLayout, inner: LayoutTable?)? {
        var low = 0
        var high = fields.count
        while low < high {
            let middle = (low + high) / 2
            if fields[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < fields.count, fields[low].number == number else { return nil }
        return (fields[low], innerLayout(low))
    }
}

extension LayoutTable {
    /// Fills in the descriptors of this layout and of all layouts that it refers to.
    private func prepare() {
        // Closures of the schema run before the lock is taken, because they may run other layouts' static initialisers.
        var all: [LayoutTable] = []
        var inner: [ObjectIdentifier: [LayoutTable?]] = [:]
        var waiting = [self]
        while let layout = waiting.popLast() {
            let id = ObjectIdentifier(layout)
            guard inner[id] == nil, !layout.isReady.load(ordering: .acquiring) else { continue }
            let found = layout.fields.map { field in
                field.kind == .message ? field.message?().table ?? Self.nothing : nil
            }
            all.append(layout)
            inner[id] = found
            waiting += found.compactMap(\.self)
        }
        let bottomless = Self.bottomless(all, inner)
        Self.filling.withLock { _ in
            let new = all.filter { !$0.isReady.load(ordering: .relaxed) }
            for layout in new {
                layout.inner = inner[ObjectIdentifier(layout)] ?? []
                layout.isBottomless = bottomless.contains(ObjectIdentifier(layout))
                layout.fill()
            }
            for layout in new { layout.isReady.store(true, ordering: .releasing) }
        }
    }

    /// The layouts from which a cycle can be reached: those that remain after repeatedly removing layouts with only
    /// finite inner layouts.
    private static func bottomless(
        _ all: [LayoutTable], _ inner: [ObjectIdentifier: [LayoutTable?]]
    ) -> Set<ObjectIdentifier> {
        var rest = Set(all.map { ObjectIdentifier($0) })
        var changed = true
        while changed {
            changed = false
            for layout in all.reversed() where rest.contains(ObjectIdentifier(layout)) {
                let isFinite = (inner[ObjectIdentifier(layout)] ?? []).allSatisfy { held in
                    guard let held else { return true }
                    if inner[ObjectIdentifier(held)] == nil { return !held.isBottomless }
                    return !rest.contains(ObjectIdentifier(held))
                }
                if isFinite {
                    rest.remove(ObjectIdentifier(layout))
                    changed = true
                }
            }
        }
        return rest
    }

    private func fill() {
        let names = fields.map { strdup($0.name) }
        defer { names.forEach { free($0) } }
        let described = fields.indices.map { index in
            fields[index].described(name: names[index], message: inner[index]?.descriptor)
        }
        hm_descriptor_fill(descriptor, name, size, described, described.count)
    }
}

extension FieldLayout {
    fileprivate var isList: Bool { label == .repeated || label == .packed }

    /// The end of the field's part of the message's memory.
    fileprivate var end: Int { max(at + (isList || label == .oneof ? 16 : kind.size), has + 4) }

    fileprivate func described(
        name: UnsafePointer<CChar>?, message: UnsafeMutablePointer<ProtobufCMessageDescriptor>?
    ) -> hm_field {
        var flags: UInt32 = 0
        if label == .packed, kind.isPackable { flags |= UInt32(PROTOBUF_C_FIELD_FLAG_PACKED.rawValue) }
        if label == .oneof { flags |= UInt32(PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue) }
        let cLabel = isList ? PROTOBUF_C_LABEL_REPEATED : PROTOBUF_C_LABEL_OPTIONAL
        return hm_field(
            name: name, number: number, type: UInt32(kind.type.rawValue), label: UInt32(cLabel.rawValue), flags: flags,
            offset: UInt32(truncatingIfNeeded: isList ? at + 8 : at),
            quantifier_offset: UInt32(truncatingIfNeeded: isList ? at : has), message: message)
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
