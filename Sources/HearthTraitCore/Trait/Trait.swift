internal import HearthBase
public import HearthMessage

/// A trait of a device: a snapshot of its attributes, and its commands.
///
/// Traits are values: equal if their attributes and connectivity are equal, regardless of their connection. Conforming
/// types are generated from schemas. Their description is one line: `OnOff(onOff: true)`.
public protocol Trait: Hashable, Sendable, CustomStringConvertible {
    /// The message with the trait's attributes.
    associatedtype Attributes: TraitAttributes
    /// The trait's commands.
    associatedtype Command: TraitCommand

    /// The trait's schema.
    static var descriptor: TraitDescriptor { get }
    /// The event types the trait defines.
    static var supportedEventTypes: [any Event.Type] { get }
    /// The attributes; those that the device does not support are nil.
    var attributes: Attributes { get }
    /// Connectivity and freshness of the trait.
    var metadata: TraitMetadata { get }
    /// The route of the trait's commands and writes.
    var interaction: TraitInteraction { get }

    /// Creates a trait whose commands and writes go through `interaction`.
    init(attributes: Attributes, metadata: TraitMetadata, interaction: TraitInteraction)
}

extension Trait {
    /// An attribute with its schema: its name, type, limits and privileges. `Attribute.onOff` is the attribute of that
    /// name.
    public typealias Attribute = AttributeReference<Self>

    /// The attribute with this ID; nil if the trait has none.
    public static func attribute(id: UInt32) -> Attribute? { descriptor.attribute(id).map { Attribute($0) } }

    /// The commands that the trait defines. A device may support fewer: see `supports…Command` of its trait.
    public static var supportedCommandTypes: [CommandDescriptor] { descriptor.commands }

    /// The identifier with vendor and cluster in hex, such as "home.matter.0000.clusters.0006".
    public static var identifier: String { traitIdentifier(descriptor.id) }

    public static var supportedEventTypes: [any Event.Type] { [] }

    public var description: String { Self.descriptor.description(of: attributes) }
    /// The same as the description.
    public var debugDescription: String { description }
}

/// All attributes of a trait as one message, in which each is optional.
///
/// The global attributes are members like the others: `attributes.clusterRevision`,
/// `attributes.$attributeList.isSupported`.
@dynamicMemberLookup
public protocol TraitAttributes: Message {
    /// The attributes that every trait has in the same form.
    var globalAttributes: GlobalAttributeValues { get set }
    /// Ids of the commands the device accepts (Matter's AcceptedCommandList); nil when it does not report them.
    var acceptedCommandList: [UInt32]? { get }
}

extension TraitAttributes {
    public var acceptedCommandList: [UInt32]? {
        get { globalAttributes.acceptedCommandList }
        set { globalAttributes.acceptedCommandList = newValue }
    }

    /// A global attribute, or its projected value.
    public subscript<Value>(dynamicMember path: KeyPath<GlobalAttributeValues, Value>) -> Value {
        globalAttributes[keyPath: path]
    }

    /// A global attribute, for reading and writing.
    public subscript<Value>(dynamicMember path: WritableKeyPath<GlobalAttributeValues, Value>) -> Value {
        get { globalAttributes[keyPath: path] }
        set { globalAttributes[keyPath: path] = newValue }
    }

    /// Whether the device reports that it accepts the command with this id.
    public func accepts(_ command: UInt32) -> Bool { acceptedCommandList?.contains(command) ?? false }
}

/// Properties of a trait besides its attributes.
public struct TraitMetadata: Hashable, Sendable {
    /// The connectivity of the trait.
    public let sourceConnectivity: SourceConnectivity
    /// Whether the attributes are current, or since when they are stale.
    public let freshness: Freshness

    /// Creates metadata; by default, of current attributes.
    public init(sourceConnectivity: SourceConnectivity, freshness: Freshness = .current) {
        self.sourceConnectivity = sourceConnectivity
        self.freshness = freshness
    }
}

/// A command of a trait with its arguments.
public protocol TraitCommand: Sendable {
    /// Decodes the command with this id; nil when the trait has no such command.
    ///
    /// - Throws: `MessageError` when the bytes are not the command's message.
    init?(id: UInt32, serialized bytes: RawSpan) throws
}

extension TraitDescriptor {
    func description(of attributes: some TraitAttributes) -> String { line(values(of: attributes)) }

    /// The trait in one line: `OnOff(onOff: true)`. For a trait with many attributes, only the first ones.
    package func line(_ values: StructureValue) -> String {
        let mostCharacters = 200
        var shown = ""
        for attribute in attributes where !GlobalAttribute.contains(attribute.id) {
            guard let value = values[attribute.id] else { continue }
            let separator = shown.isEmpty ? "" : ", "
            let next = "\(attribute.name): \(text(value, attribute.field))"
            guard shown.count + next.count <= mostCharacters else {
                shown += separator + (shown.isEmpty ? next.prefix(mostCharacters) : "") + "…"
                break
            }
            shown += separator + next
        }
        return "\(name)(\(shown))"
    }
}

/// The identifier of a trait by its ID.
package func traitIdentifier(_ id: UInt32) -> String {
    "home.matter.\(hex(id >> 16, digits: 4)).clusters.\(hex(id & 0xFFFF, digits: 4))"
}
