/// Matter's privileges, each including the ones before it.
public enum Privilege: UInt8, Hashable, Sendable, Comparable, CaseIterable {
    case view = 1
    case operate, manage, administer

    /// As schemas spell it: "view".
    public var word: String {
        switch self {
        case .view: "view"
        case .operate: "operate"
        case .manage: "manage"
        case .administer: "administer"
        }
    }

    /// The privilege of this word; nil for one that names none, such as `none`.
    public init?(word: String) {
        guard let named = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = named
    }

    public static func < (left: Privilege, right: Privilege) -> Bool { left.rawValue < right.rawValue }
}

/// One attribute of a trait.
public struct AttributeDescriptor: Hashable, Sendable {
    public let field: FieldDescriptor
    /// What reading needs; nil when it can't be read.
    public let read: Privilege?
    /// What writing needs; nil when it is read-only.
    public let write: Privilege?
    /// Writing needs a timed interaction.
    public let isTimedWrite: Bool

    /// Describes an attribute.
    public init(_ field: FieldDescriptor, read: Privilege? = .view, write: Privilege? = nil, timedWrite: Bool = false) {
        self.field = field
        self.read = read
        self.write = write
        isTimedWrite = timedWrite
    }

    public var id: UInt32 { field.id }
    public var name: String { field.name }
    public var isWritable: Bool { write != nil }
}

/// One command of a trait.
public struct CommandDescriptor: Hashable, Sendable {
    /// Matter's command id.
    public let id: UInt32
    /// As in the schema, and as the RPC method's name: "MoveToLevel".
    public let name: String
    /// As a method in Swift and on the command line: "moveToLevel".
    public let methodName: String
    public let arguments: StructDescriptor
    /// nil when the command answers with a bare status.
    public let response: StructDescriptor?
    /// Matter's id of the response; nil when there is none, or where it is not known.
    public let responseID: UInt32?
    public let invoke: Privilege
    /// Needs a deadline of at most ten minutes (Matter's timed interaction).
    public let isTimed: Bool
    /// A device may lack it.
    public let isOptional: Bool
    public let required: FeatureExpression?
    public let allowed: FeatureExpression?

    /// Describes a command. `response` is nil when the answer is a bare status.
    public init(
        _ id: UInt32, _ name: String, method: String, _ arguments: [FieldDescriptor] = [],
        response: StructDescriptor? = nil, responseID: UInt32? = nil, invoke: Privilege = .operate,
        timed: Bool = false, optional: Bool = false,
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
        self.required = required
        self.allowed = allowed
    }
}

/// How much an event matters (Matter's priority).
public enum EventImportance: UInt8, Hashable, Sendable, CaseIterable {
    case debug = 1
    case info, critical

    /// As schemas spell it: "debug".
    public var word: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .critical: "critical"
        }
    }

    /// The importance of this word; nil for one that names none.
    public init?(word: String) {
        guard let named = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = named
    }
}

/// One event of a trait.
public struct EventDescriptor: Hashable, Sendable {
    public let id: UInt32
    /// As in the schema: "LockOperation".
    public let name: String
    public let importance: EventImportance
    public let read: Privilege
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
    public let name: String
    public let mask: UInt32

    /// Describes a feature.
    public init(_ name: String, _ mask: UInt32) {
        self.name = name
        self.mask = mask
    }
}
