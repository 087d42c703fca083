internal import Synchronization

/// A trait as data, for generic code: hub, store, command line and logs.
///
/// Generated code has one for each trait; see ``Trait/descriptor``.
public final class TraitDescriptor: Sendable {
    /// Matter's cluster id; for a vendor's trait, the vendor prefix is in the high half.
    public let id: UInt32
    /// Name of the cluster: "OnOff".
    public let name: String
    /// Namespace in Swift: "Matter", "ExampleOrganization".
    public let vendor: String
    /// Proto package: "hearth.traits.matter.v1".
    public let package: String
    /// Cluster revision that the schema describes.
    public let revision: UInt16
    /// Features that the trait defines, one for each bit of the feature map in use.
    public let features: [FeatureDescriptor]
    /// Enums that the trait defines. ``ValueType/enumeration(_:)`` refers to one by its index.
    public let enums: [EnumDescriptor]
    /// Bitmaps that the trait defines. ``ValueType/bitmap(_:)`` refers to one by its index.
    public let bitmaps: [BitmapDescriptor]
    /// Structs that the trait defines. ``ValueType/structure(_:)`` refers to one by its index.
    public let structs: [StructDescriptor]
    /// Attributes in ascending order of ID, including the global ones.
    public let attributes: [AttributeDescriptor]
    /// Commands that the trait defines, each with its response.
    public let commands: [CommandDescriptor]
    /// Events that the trait defines.
    public let events: [EventDescriptor]

    private let attributesByID: [UInt32: Int]
    private let commandsByID: [UInt32: Int]
    private let eventsByID: [UInt32: Int]
    private let attachment = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Describes a trait. Global attributes missing from `attributes` are added.
    public init(
        id: UInt32, name: String, vendor: String, package: String, revision: UInt16,
        features: [FeatureDescriptor] = [], enums: [EnumDescriptor] = [], bitmaps: [BitmapDescriptor] = [],
        structs: [StructDescriptor] = [], attributes: [AttributeDescriptor] = [], commands: [CommandDescriptor] = [],
        events: [EventDescriptor] = []
    ) {
        self.id = id
        self.name = name
        self.vendor = vendor
        self.package = package
        self.revision = revision
        self.features = features
        self.enums = enums
        self.bitmaps = bitmaps
        self.structs = structs
        let known = Set(attributes.map(\.id))
        let all = (attributes + GlobalAttribute.descriptors.filter { !known.contains($0.id) }).sorted { $0.id < $1.id }
        self.attributes = all
        self.commands = commands
        self.events = events
        attributesByID = Dictionary(all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        commandsByID = Dictionary(commands.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        eventsByID = Dictionary(events.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Full name of the trait's message: "hearth.traits.matter.v1.OnOff".
    public var typeName: String { package + "." + name }
    /// Full name of the trait's service: "hearth.traits.matter.v1.OnOffService".
    public var serviceName: String { package + "." + name + "Service" }
    /// Full name of the message that holds all attributes: "hearth.traits.matter.v1.OnOff.Attributes".
    public var attributesTypeName: String { typeName + ".Attributes" }
    /// Full name of an event's message: "hearth.traits.matter.v1.DoorLock.LockOperationEvent".
    public func typeName(of event: EventDescriptor) -> String { typeName + "." + event.fields.name }

    /// The attribute with this id; nil if the trait has none.
    public func attribute(_ id: UInt32) -> AttributeDescriptor? { attributesByID[id].map { attributes[$0] } }
    /// The attribute of this name ("onOff"); nil if the trait has none.
    public func attribute(named name: String) -> AttributeDescriptor? { attributes.first { $0.name == name } }
    /// The command with this id; nil if the trait has none.
    public func command(_ id: UInt32) -> CommandDescriptor? { commandsByID[id].map { commands[$0] } }
    /// The command of this name, spelled as in the schema or as in Swift; nil if the trait has none.
    public func command(named name: String) -> CommandDescriptor? {
        commands.first { $0.name == name || $0.methodName == name }
    }
    /// The event with this id; nil if the trait has none.
    public func event(_ id: UInt32) -> EventDescriptor? { eventsByID[id].map { events[$0] } }
}

extension TraitDescriptor {
    /// An object that a higher module derives from the descriptor, such as its message codec. Created at the first call
    /// and cached.
    ///
    /// A mutex guards it because the standard library's lazy reference is not inlined and is slower to read.
    package func attached(_ make: () -> any AnyObject & Sendable) -> any AnyObject & Sendable {
        attachment.withLock { attachment in
            if let attachment { return attachment }
            let made = make()
            attachment = made
            return made
        }
    }
}

/// Ids of the attributes that every trait has (Matter Core, "Global Elements").
public enum GlobalAttribute {
    /// Ids of the responses that the device can send.
    public static let generatedCommandList: UInt32 = 0xFFF8
    /// Ids of the commands that the device accepts.
    public static let acceptedCommandList: UInt32 = 0xFFF9
    /// Ids of the attributes that the device has, including the global ones.
    public static let attributeList: UInt32 = 0xFFFB
    /// Bit mask of the features that the device supports.
    public static let featureMap: UInt32 = 0xFFFC
    /// Revision of the cluster that the device implements.
    public static let clusterRevision: UInt32 = 0xFFFD

    /// Whether an ID is in 0xFFF8 through 0xFFFD, which includes the withdrawn `eventList` (0xFFFA).
    public static func contains(_ id: UInt32) -> Bool { (0xFFF8...0xFFFD).contains(id) }

    /// Descriptors of the global attributes.
    package static let descriptors: [AttributeDescriptor] = [
        AttributeDescriptor(FieldDescriptor(generatedCommandList, "generatedCommandList", .unsigned(32), .list)),
        AttributeDescriptor(FieldDescriptor(acceptedCommandList, "acceptedCommandList", .unsigned(32), .list)),
        AttributeDescriptor(FieldDescriptor(attributeList, "attributeList", .unsigned(32), .list)),
        AttributeDescriptor(FieldDescriptor(featureMap, "featureMap", .unsigned(32))),
        AttributeDescriptor(FieldDescriptor(clusterRevision, "clusterRevision", .unsigned(16))),
    ]
}
