internal import Synchronization

/// Everything about a trait as data: what hub, store, command line and logs work from.
///
/// Generated code holds one for each trait; see ``Trait/descriptor``.
public final class TraitDescriptor: Sendable {
    /// Matter's cluster id; a vendor's with its prefix in the high half.
    public let id: UInt32
    /// The cluster's name: "OnOff".
    public let name: String
    /// The namespace in Swift: "Matter", "ExampleOrganization".
    public let vendor: String
    /// The proto package: "hearth.traits.matter.v1".
    public let package: String
    public let revision: UInt16
    public let features: [FeatureDescriptor]
    public let enums: [EnumDescriptor]
    public let bitmaps: [BitmapDescriptor]
    public let structs: [StructDescriptor]
    /// By rising id, the global attributes among them.
    public let attributes: [AttributeDescriptor]
    public let commands: [CommandDescriptor]
    public let events: [EventDescriptor]

    private let attributesByID: [UInt32: Int]
    private let commandsByID: [UInt32: Int]
    private let eventsByID: [UInt32: Int]
    private let attachment = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Describes a trait. The global attributes that `attributes` lacks are added.
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

    /// The name of the trait's message: "hearth.traits.matter.v1.OnOff".
    public var typeName: String { package + "." + name }
    /// The name of the trait's service: "hearth.traits.matter.v1.OnOffService".
    public var serviceName: String { package + "." + name + "Service" }
    /// The name of the trait's attributes message.
    public var attributesTypeName: String { typeName + ".Attributes" }
    /// The full name of an event's message: "hearth.traits.matter.v1.DoorLock.LockOperationEvent".
    public func typeName(of event: EventDescriptor) -> String { typeName + "." + event.fields.name }

    /// The attribute with this id.
    public func attribute(_ id: UInt32) -> AttributeDescriptor? { attributesByID[id].map { attributes[$0] } }
    /// The attribute of this name: "onOff".
    public func attribute(named name: String) -> AttributeDescriptor? { attributes.first { $0.name == name } }
    /// The command with this id.
    public func command(_ id: UInt32) -> CommandDescriptor? { commandsByID[id].map { commands[$0] } }
    /// The command of this name, as in the schema or as in Swift.
    public func command(named name: String) -> CommandDescriptor? {
        commands.first { $0.name == name || $0.methodName == name }
    }
    /// The event with this id.
    public func event(_ id: UInt32) -> EventDescriptor? { eventsByID[id].map { events[$0] } }
}

extension TraitDescriptor {
    /// What a module above works out from the descriptor and keeps with it: how its messages are coded. It is made at
    /// the first use. A lock, as the standard library's lazy reference is not inlined and takes longer to look at.
    package func attached(_ make: () -> any AnyObject & Sendable) -> any AnyObject & Sendable {
        attachment.withLock { attachment in
            if let attachment { return attachment }
            let made = make()
            attachment = made
            return made
        }
    }
}

/// The attributes that every trait has (Matter, global elements).
public enum GlobalAttribute {
    public static let generatedCommandList: UInt32 = 0xFFF8
    public static let acceptedCommandList: UInt32 = 0xFFF9
    public static let attributeList: UInt32 = 0xFFFB
    public static let featureMap: UInt32 = 0xFFFC
    public static let clusterRevision: UInt32 = 0xFFFD

    /// True for the ids above.
    public static func contains(_ id: UInt32) -> Bool { (0xFFF8...0xFFFD).contains(id) }

    /// What every trait has of them.
    package static let descriptors: [AttributeDescriptor] = [
        AttributeDescriptor(FieldDescriptor(generatedCommandList, "generatedCommandList", .unsigned(32), .list)),
        AttributeDescriptor(FieldDescriptor(acceptedCommandList, "acceptedCommandList", .unsigned(32), .list)),
        AttributeDescriptor(FieldDescriptor(attributeList, "attributeList", .unsigned(32), .list)),
        AttributeDescriptor(FieldDescriptor(featureMap, "featureMap", .unsigned(32))),
        AttributeDescriptor(FieldDescriptor(clusterRevision, "clusterRevision", .unsigned(16))),
    ]
}
