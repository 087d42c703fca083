/// A named type.
struct PoolEntry: Sendable {
    let name: String
    var message: MessageTable?
    var enumeration: EnumTable?
}

/// The messages, enums and methods of `.proto` files, from encoded `google.protobuf.FileDescriptorProto`s as in server
/// reflection. Files may come in any order; one may refer to others that come later or never.
///
/// A pool is a value. A copy stays unchanged while the original takes more files, so that a call can use one pool
/// throughout. ``SharedDescriptorPool`` holds one that changes while calls run.
public struct DescriptorPool: Sendable {
    /// The request and response of a method.
    public struct Method: Hashable, Sendable {
        /// The full name of the request message, such as `hearth.v1.ListRequest`.
        public internal(set) var input = ""
        /// The full name of the response message.
        public internal(set) var output = ""
        /// Whether the client streams requests.
        public internal(set) var streamsRequests = false
        /// Whether the server streams responses.
        public internal(set) var streamsResponses = false
        /// Whether the schema says `idempotency_level = NO_SIDE_EFFECTS`, which permits calls by Connect's GET.
        public internal(set) var hasNoSideEffects = false
    }

    private struct File {
        var path: String
        var bytes: [UInt8]
        var declarations: Int
    }

    /// The limits of the pool.
    public let limits: DescriptorLimits
    /// In the order of their addition.
    private var files: [File] = []
    private var methods: [String: Method] = [:]
    /// A name keeps its index, even if it is only referred to.
    private var places: [String: Int] = [:]
    private(set) var entries: [PoolEntry]

    /// Creates a pool without files. It knows protobuf's well-known types.
    public init(limits: DescriptorLimits = DescriptorLimits()) {
        self.limits = limits
        entries = WellKnownType.builtIn
        for (place, entry) in entries.enumerated() { places[entry.name] = place }
    }

    /// The paths of its files.
    public var paths: [String] { files.map(\.path) }

    /// Adds a file, or replaces the one with the same path.
    /// - Parameter bytes: an encoded `google.protobuf.FileDescriptorProto`.
    /// - Throws: when the file is refused; the pool is then unchanged.
    public mutating func add(_ bytes: [UInt8]) throws(DescriptorError) {
        let others = files.reduce(0) { $0 + $1.bytes.count }
        guard bytes.count <= limits.bytes, others <= limits.bytes - bytes.count else {
            throw DescriptorError(.tooLarge, "a file of \(bytes.count) bytes exceeds the limit of the pool")
        }
        let room = limits.declarations - files.reduce(0) { $0 + $1.declarations }
        let draft = try FileDraft(bytes, limits, room: max(room, 0))
        if files.contains(where: { $0.path == draft.path }) {
            var rest = without(draft.path)
            try rest.insert(draft, bytes)
            self = rest
        } else {
            try insert(draft, bytes)
        }
    }

    /// Removes the file of a path with its declarations.
    public mutating func remove(path: String) {
        if files.contains(where: { $0.path == path }) { self = without(path) }
    }

    /// Whether there is a message with this full name, such as `hearth.v1.Device`.
    public func hasMessage(_ name: String) -> Bool { place(ofMessage: name) != nil }

    /// The request and response of a method.
    /// - Parameter path: `hearth.v1.HomeService/List`, as in an HTTP path after the first slash.
    public func method(_ path: String) -> Method? { methods[path] }

    /// The index of a message.
    func place(ofMessage name: String) -> Int? {
        guard let place = places[name], entries[place].message != nil else { return nil }
        return place
    }

    private func without(_ path: String) -> DescriptorPool {
        var result = DescriptorPool(limits: limits)
        for file in files where file.path != path {
            // The files were compatible before, so none is refused.
            guard let draft = try? FileDraft(file.bytes, limits, room: limits.declarations) else { continue }
            try? result.insert(draft, file.bytes)
        }
        return result
    }

    private mutating func insert(_ draft: FileDraft, _ bytes: [UInt8]) throws(DescriptorError) {
        var names: Set<String> = []
        for name in draft.messages.map(\.name) + draft.enums.map(\.name) {
            let isBuiltIn = places[name].map { $0 < WellKnownType.builtIn.count } ?? false
            let entry = isBuiltIn ? nil : places[name].map { entries[$0] }
            guard names.insert(name).inserted, entry?.message == nil, entry?.enumeration == nil else {
                throw DescriptorError(.conflict, "\(draft.path) declares \(name), which is declared already")
            }
        }
        if let method = draft.methods.keys.first(where: { methods[$0] != nil }) {
            throw DescriptorError(.conflict, "\(draft.path) declares \(method), which is declared already")
        }
        for message in draft.messages {
            let place = place(of: message.name)
            guard place >= WellKnownType.builtIn.count else { continue }
            entries[place].message = table(message)
        }
        for enumeration in draft.enums {
            let place = place(of: enumeration.name)
            guard place >= WellKnownType.builtIn.count else { continue }
            entries[place].enumeration = EnumTable(enumeration.name, enumeration.values)
        }
        methods.merge(draft.methods) { $1 }
        files.append(File(path: draft.path, bytes: bytes, declarations: draft.declarations))
    }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = entries.count
        entries.append(PoolEntry(name: name))
        return entries.count - 1
    }

    private mutating func table(_ message: FileDraft.Message) -> MessageTable {
        var fields: [FieldEntry] = []
        for draft in message.fields {
            let kind = draft.kind ?? .bytes
            let hasType = kind == .message || kind == .enumeration
            fields.append(
                FieldEntry(
                    number: draft.number, kind: kind, presence: draft.presence, isPacked: draft.isPacked,
                    oneof: draft.oneof, type: hasType ? place(of: draft.typeName) : -1, name: draft.jsonName,
                    key: JSONWriter.quoted(draft.jsonName) + [UInt8(ascii: ":")]))
        }
        return MessageTable(
            message.name, fields, originals: message.fields.map(\.name), oneofs: message.oneofs,
            isMapEntry: message.isMapEntry)
    }
}
