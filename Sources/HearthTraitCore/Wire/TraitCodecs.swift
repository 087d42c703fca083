internal import HearthMessage
internal import Synchronization

/// The codecs of one trait's messages, derived from its descriptor. Released with it, including the layouts.
final class TraitCodecs: Sendable {
    let structs: [StructCodec]
    let attributes: StructCodec
    let arguments: [UInt32: StructCodec]
    let responses: [UInt32: StructCodec]
    let events: [UInt32: StructCodec]
    /// The type URL of the Attributes message in an Any.
    let attributesTypeURL: String
    private let group: LayoutGroup

    init(
        typeName: String, structs: [StructDescriptor], bitmaps: [BitmapDescriptor], attributes: [FieldDescriptor],
        commands: [CommandDescriptor], events: [EventDescriptor]
    ) {
        let layouts = StructLayouts()
        let group = LayoutGroup()
        self.group = group
        let codecs = structs.map {
            StructCodec("\(typeName).\($0.name)", $0.fields, bitmaps: bitmaps, structs: layouts, group: group)
        }
        layouts.fill(codecs.map(\.layout))
        func codec(_ name: String, _ fields: [FieldDescriptor], role: StructCodec.Role = .fields) -> StructCodec {
            StructCodec("\(typeName).\(name)", fields, bitmaps: bitmaps, structs: layouts, group: group, role: role)
        }
        attributesTypeURL = "/\(typeName).Attributes"
        self.structs = codecs
        self.attributes = codec("Attributes", attributes, role: .attributes)
        arguments = Dictionary(
            commands.map { ($0.id, codec($0.name, $0.arguments.fields)) }, uniquingKeysWith: { first, _ in first })
        responses = Dictionary(
            commands.compactMap { command in
                command.response.map { (command.id, codec($0.name, $0.fields)) }
            }, uniquingKeysWith: { first, _ in first })
        self.events = Dictionary(
            events.map { ($0.id, codec($0.fields.name, $0.fields.fields)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The same codecs with layouts that are never released, for callers that keep a layout.
    var kept: TraitCodecs {
        group.keep()
        return self
    }
}

extension TraitDescriptor {
    /// The codecs of its messages: created at the first use, then kept with the descriptor.
    var codecs: TraitCodecs {
        let kept = attached {
            TraitCodecs(
                typeName: typeName, structs: structs, bitmaps: bitmaps, attributes: attributes.map(\.field),
                commands: commands, events: events)
        }
        guard let codecs = kept as? TraitCodecs else { preconditionFailure("our bug: nothing else is attached") }
        return codecs
    }
}

/// The layouts of a trait's structs, which may contain each other, so they are filled in when all are created.
/// Unretained, to avoid a reference cycle.
final class StructLayouts: Sendable {
    private let layouts = Mutex<[MessageLayout]>([])

    func fill(_ all: [MessageLayout]) {
        layouts.withLock { $0 = all }
    }

    /// A closure that returns the layout of a field's struct; nil for other types.
    func reference(_ type: ValueType) -> (@Sendable () -> MessageLayout)? {
        guard case .structure(let index) = type else { return nil }
        return { self.layout(index) }
    }

    private func layout(_ index: Int) -> MessageLayout {
        layouts.withLock { $0.indices.contains(index) ? $0[index] : MessageLayout.missing }
    }
}

extension MessageLayout {
    /// An empty layout in place of one that the trait does not have.
    static let missing = MessageLayout.planned("Missing", [])
}
