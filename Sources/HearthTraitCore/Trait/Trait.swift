public import HearthMessage

/// A trait of a device: its attributes as they were when the value was made, and its commands.
///
/// Traits are values. Two are equal when their attributes and their connectivity are; which connection they came by
/// does not count. The types that conform are generated from schemas.
public protocol Trait: Hashable, Sendable, CustomStringConvertible {
    associatedtype Attributes: TraitAttributes
    associatedtype Command: TraitCommand

    /// The trait as data.
    static var descriptor: TraitDescriptor { get }
    /// The events that the trait may report.
    static var supportedEventTypes: [any Event.Type] { get }
    /// The attributes; those that the device lacks are nil.
    var attributes: Attributes { get }
    var metadata: TraitMetadata { get }

    /// A trait with these attributes, whose calls go through `interaction`.
    init(attributes: Attributes, metadata: TraitMetadata, interaction: TraitInteraction)
}

extension Trait {
    /// "home.matter.0000.clusters.0006": vendor and cluster in hex.
    public static var identifier: String {
        "home.matter.\(hex(descriptor.id >> 16)).clusters.\(hex(descriptor.id & 0xFFFF))"
    }

    public static var supportedEventTypes: [any Event.Type] { [] }

    public var description: String { Self.descriptor.description(of: attributes) }
}

/// All attributes of a trait, as one message: each is optional, absent ones are not sent.
public protocol TraitAttributes: Message {
    /// The commands that the device takes, by id; nil when it does not say.
    var acceptedCommandList: [UInt32]? { get }
}

extension TraitAttributes {
    /// Whether the device takes the command with this id.
    public func accepts(_ command: UInt32) -> Bool { acceptedCommandList?.contains(command) ?? false }
}

/// What goes with a trait besides its attributes.
public struct TraitMetadata: Hashable, Sendable {
    public let sourceConnectivity: SourceConnectivity

    /// Metadata with this connectivity.
    public init(sourceConnectivity: SourceConnectivity) {
        self.sourceConnectivity = sourceConnectivity
    }
}

/// A command of a trait with its arguments: what a device is asked to do.
public protocol TraitCommand: Hashable, Sendable {
    /// The command with this id from its encoded message; nil when the trait has no such command.
    ///
    /// - Throws: `MessageError` when the bytes are not the command's message.
    init?(id: UInt32, serialized bytes: RawSpan) throws
}

extension TraitDescriptor {
    func description(of attributes: some TraitAttributes) -> String {
        guard let value = try? decodeAttributes(attributes.serialized().span.bytes) else { return name }
        let shown = self.attributes.filter { !GlobalAttribute.contains($0.id) }.map(\.field)
        return "\(name)(\(text(value, StructDescriptor(name, shown))))"
    }
}

func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
