public import HearthBase

/// The declarations of a proto3 file. Names called `fullName` include the package: `hearth.v1.Target`.
public struct ProtoFile: Hashable, Sendable {
    /// The path below the import root: `hearth/v1/home.proto`.
    public var path: String
    public var package = ""
    public var imports: [Import] = []
    public var messages: [MessageDescriptor] = []
    public var enums: [EnumDescriptor] = []
    public var services: [ServiceDescriptor] = []
    public var extensions: [ExtensionDescriptor] = []
    public var options: [ProtoOption] = []
    /// The comment at the head of the file.
    public var comment: [String] = []
    /// Whether the whole file was read. False for a file that is not proto3: only its syntax statement was read.
    public var isRead = true

    /// An imported file.
    public struct Import: Hashable, Sendable {
        public var path: String
        /// Whether files that import the importer see it too.
        public var isPublic: Bool
        /// A keyword that only protobuf's own tools use.
        public var isWeak: Bool
        public var location: SourceLocation
    }
}

/// A message with its nested declarations.
public struct MessageDescriptor: Hashable, Sendable {
    public var name: String
    public var fullName: String
    public var fields: [FieldDescriptor] = []
    public var oneofs: [OneofDescriptor] = []
    public var messages: [MessageDescriptor] = []
    public var enums: [EnumDescriptor] = []
    public var reservedNumbers: [ClosedRange<Int64>] = []
    public var reservedNames: [String] = []
    public var options: [ProtoOption] = []
    public var comment: [String] = []
    public var location: SourceLocation
}

/// Alternative fields; at most one is set. The fields refer to it by index.
public struct OneofDescriptor: Hashable, Sendable {
    public var name: String
    public var options: [ProtoOption] = []
    public var comment: [String] = []
    public var location: SourceLocation
}

/// A field of a message.
public struct FieldDescriptor: Hashable, Sendable {
    /// How often the field may occur, and whether its absence is visible.
    public enum Label: Hashable, Sendable {
        /// proto3 without a label: zero and absent are the same.
        case implicit
        case optional
        case repeated
        /// A map with keys of this type; the field's own type is that of its values.
        case map(key: FieldType)
    }

    public var name: String
    public var number: Int64
    public var label: Label
    public var type: FieldType
    /// Index into the message's `oneofs`.
    public var oneof: Int?
    public var options: [ProtoOption] = []
    public var comment: [String] = []
    public var location: SourceLocation
}

/// The type of a field or of a map's keys.
public enum FieldType: Hashable, Sendable {
    case double, float, int32, int64, uint32, uint64, sint32, sint64
    case fixed32, fixed64, sfixed32, sfixed64, bool, string, bytes
    case message(String)
    case enumeration(String)
    /// An unresolved name; a pool without diagnostics has none.
    case unresolved(String)

    /// The scalar types by keyword.
    public static let scalars: [String: FieldType] = [
        "double": .double, "float": .float, "int32": .int32, "int64": .int64, "uint32": .uint32, "uint64": .uint64,
        "sint32": .sint32, "sint64": .sint64, "fixed32": .fixed32, "fixed64": .fixed64, "sfixed32": .sfixed32,
        "sfixed64": .sfixed64, "bool": .bool, "string": .string, "bytes": .bytes,
    ]
}

/// An enum. proto3 enums are open: a reader must keep values it does not know.
public struct EnumDescriptor: Hashable, Sendable {
    /// A name and its number.
    public struct Value: Hashable, Sendable {
        public var name: String
        public var number: Int64
        public var options: [ProtoOption] = []
        public var comment: [String] = []
        public var location: SourceLocation
    }

    public var name: String
    public var fullName: String
    public var values: [Value] = []
    public var reservedNumbers: [ClosedRange<Int64>] = []
    public var reservedNames: [String] = []
    public var options: [ProtoOption] = []
    public var comment: [String] = []
    public var location: SourceLocation
}

/// A service and its methods.
public struct ServiceDescriptor: Hashable, Sendable {
    public var name: String
    public var fullName: String
    public var methods: [ServiceMethod] = []
    public var options: [ProtoOption] = []
    public var comment: [String] = []
    public var location: SourceLocation
}

/// A method: a request type and a response type, each one message or a stream of them.
public struct ServiceMethod: Hashable, Sendable {
    public var name: String
    /// The full name of the request's message.
    public var input: String
    public var output: String
    public var streamsInput: Bool
    public var streamsOutput: Bool
    /// Whether it ends with braces, which may contain options, and not with `;`. Descriptors distinguish the two.
    public var hasBraces = false
    public var options: [ProtoOption] = []
    public var comment: [String] = []
    public var location: SourceLocation
}

/// A custom option: a field added to one of protobuf's option messages. proto3 allows no other extensions.
public struct ExtensionDescriptor: Hashable, Sendable {
    /// The full name: `hearth.v1.right`.
    public var fullName: String
    /// The full name of the option message: `google.protobuf.MethodOptions`.
    public var extendee: String
    /// The full name of the enclosing message; nil at the top of the file.
    public var scope: String?
    public var field: FieldDescriptor
}

/// `option name = value;`, or the same in brackets.
public struct ProtoOption: Hashable, Sendable {
    /// The value of an option.
    public indirect enum Value: Hashable, Sendable {
        case identifier(String)
        case integer(Int64)
        case unsigned(UInt64)
        case float(Double)
        case string(String)
        /// A message in protobuf's text format. Each value of a list is a separate part.
        case aggregate([Part])
    }

    /// A field that is set in a message in text format.
    public struct Part: Hashable, Sendable {
        public var name: String
        public var value: Value
        public var location: SourceLocation
    }

    /// The name as written; for a custom option without parentheses, and the full name once the pool is built.
    public var name: String
    public var isCustom: Bool
    /// The names after it if only a part of a message option is set: `(name).path.path`.
    public var path: [String] = []
    public var value: Value
    public var location: SourceLocation
}
