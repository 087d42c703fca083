/// Matter's access privileges, each including the ones before it (Matter Core, section 6.6).
///
/// The raw values are Hearth's own: Matter's encoding also has ProxyView between View and Operate.
public enum Privilege: UInt8, Hashable, Sendable, Comparable, CaseIterable {
    /// Reading attributes and events.
    case view = 1
    /// Everyday control: most commands and attributes, such as on and off. Includes `view`.
    case operate
    /// Configuring the device, for example its groups. Includes `operate`.
    case manage
    /// Access control, commissioning and other administration. Includes `manage`.
    case administer

    /// Spelling in schemas: "view".
    public var word: String {
        switch self {
        case .view: "view"
        case .operate: "operate"
        case .manage: "manage"
        case .administer: "administer"
        }
    }

    /// The privilege spelled like this in schemas; nil for any other word, such as `none`.
    public init?(word: String) {
        guard let named = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = named
    }

    public static func < (left: Privilege, right: Privilege) -> Bool { left.rawValue < right.rawValue }
}

/// One attribute of a trait.
public struct AttributeDescriptor: Hashable, Sendable {
    /// Id, name, type and limits of the attribute's value.
    public let field: FieldDescriptor
    /// Privilege needed to read; nil if the attribute cannot be read. Default: `view`.
    public let read: Privilege?
    /// Privilege needed to write; nil if the attribute is read-only.
    public let write: Privilege?
    /// Whether a write must be a timed interaction.
    public let isTimedWrite: Bool
    /// Whether only some of its changes are reported, as for values that are measured or that run continuously (Matter
    /// Core, section 7.7, quality Q). The device suppresses the others; programs that notify people of changes may
    /// suppress more.
    public let isQuieterReported: Bool

    /// Describes an attribute.
    public init(
        _ field: FieldDescriptor, read: Privilege? = .view, write: Privilege? = nil, timedWrite: Bool = false,
        quieterReporting: Bool = false
    ) {
        self.field = field
        self.read = read
        self.write = write
        isTimedWrite = timedWrite
        isQuieterReported = quieterReporting
    }

    /// Attribute id within the cluster; the id of ``field``.
    public var id: UInt32 { field.id }
    /// Name in Swift, JSON and on the command line: "onOff"; the name of ``field``.
    public var name: String { field.name }
    /// Whether the attribute can be written at all, with the privilege ``write``.
    public var isWritable: Bool { write != nil }
}

/// One command of a trait.
public struct CommandDescriptor: Hashable, Sendable {
    /// Matter's command id within the cluster.
    public let id: UInt32
    /// Name in the schema, also the name of the RPC method: "MoveToLevel".
    public let name: String
    /// Name of the method in Swift and on the command line: "moveToLevel".
    public let methodName: String
    /// Fields of the request, in ascending order of ID; empty for a command without arguments. The struct has the name
    /// of the command.
    public let arguments: StructDescriptor
    /// Fields of the response; nil if the command returns a status only.
    public let response: StructDescriptor?
    /// Matter's command id of the response; nil if there is no response, or its id is not known.
    public let responseID: UInt32?
    /// Privilege needed to invoke the command. Default: `operate`.
    public let invoke: Privilege
    /// Whether the call needs a deadline (Matter's timed interaction); the hub allows at most ten minutes by default.
    public let isTimed: Bool
    /// Whether a device may lack the command.
    public let isOptional: Bool
    /// Whether the command can be sent again safely, for example if it is unknown whether it arrived. Its effect is a
    /// given value, so that a second one within a minute changes nothing. `On` is repeatable, `Toggle` and `Step` are
    /// not. False if the schema does not specify it. Attribute writes are always repeatable.
    public let isRepeatable: Bool
    /// Features with which the command is mandatory. If nil, `isOptional` and `allowed` decide.
    public let required: FeatureExpression?
    /// Features without which a device lacks the command; nil for no such restriction.
    public let allowed: FeatureExpression?

    /// Describes a command. `response` is nil if the command returns a status only.
    public init(
        _ id: UInt32, _ name: String, method: String, _ arguments: [FieldDescriptor] = [],
        response: StructDescriptor? = nil, responseID: UInt32? = nil, invoke: Privilege = .operate,
        timed: Bool = false, optional: Bool = false, repeatable: Bool = false,
        required: FeatureExpression? = nil, allowed: FeatureExpression? = nil
    ) {
        self.id = id
        self.name = name
        methodName = method
        self.arguments = StructDescriptor(name, arguments)
        self.response = response
        self.responseID = responseID
        self.invoke = invoke
        isTimed = timed
        isOptional = optional
        isRepeatable = repeatable
        self.required = required
        self.allowed = allowed
    }
}

extension CommandDescriptor: CustomStringConvertible {
    /// The command's name.
    public var description: String { name }
}

/// Matter's priority of an event. The raw values are Matter's plus one.
public enum EventImportance: UInt8, Hashable, Sendable, CaseIterable {
    /// Diagnostic detail (Matter priority DEBUG).
    case debug = 1
    /// Normal operation (Matter priority INFO).
    case info
    /// Something a person should know about, such as a safety problem (Matter priority CRITICAL).
    case critical

    /// Spelling in schemas: "debug".
    public var word: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .critical: "critical"
        }
    }

    /// The importance spelled like this in schemas; nil for any other word.
    public init?(word: String) {
        guard let named = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = named
    }
}

/// One event of a trait.
public struct EventDescriptor: Hashable, Sendable {
    /// Matter's event id within the cluster.
    public let id: UInt32
    /// Name in the schema: "LockOperation".
    public let name: String
    /// Matter's priority of the event.
    public let importance: EventImportance
    /// Privilege needed to read the event. Default: `view`.
    public let read: Privilege
    /// Fields of the event, in ascending order of ID. The struct is named after the event with the suffix "Event".
    public let fields: StructDescriptor

    /// Describes an event.
    public init(
        _ id: UInt32, _ name: String, _ importance: EventImportance, _ fields: [FieldDescriptor] = [],
        read: Privilege = .view
    ) {
        self.id = id
        self.name = name
        self.importance = importance
        self.read = read
        self.fields = StructDescriptor(name + "Event", fields)
    }
}

/// One feature of a trait: a bit of its feature map.
public struct FeatureDescriptor: Hashable, Sendable {
    /// Name in the schema: "DeadFrontBehavior".
    public let name: String
    /// Mask of the feature in the feature map: `0x2` for the second bit.
    public let mask: UInt32

    /// Describes a feature.
    public init(_ name: String, _ mask: UInt32) {
        self.name = name
        self.mask = mask
    }
}
