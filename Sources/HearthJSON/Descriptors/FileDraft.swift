internal import HearthBase

/// A file's declarations, with names not yet resolved. Field numbers are those of `google/protobuf/descriptor.proto`.
struct FileDraft {
    struct Message {
        var name: String
        var fields: [FieldDraft] = []
        var oneofs: [String] = []
        var isMapEntry = false
    }

    struct Enumeration {
        var name: String
        var values: [(name: String, number: Int32)] = []
    }

    var path = ""
    var messages: [Message] = []
    var enums: [Enumeration] = []
    var methods: [String: DescriptorPool.Method] = [:]
    /// The number of messages, fields, enums, values and methods.
    var declarations = 0

    private var package = ""
    private var syntax = ""
    private let bytes: [UInt8]
    private let limits: DescriptorLimits
    private let room: Int

    /// - Parameter room: the most declarations.
    init(_ bytes: [UInt8], _ limits: DescriptorLimits, room: Int) throws(DescriptorError) {
        self.bytes = bytes
        self.limits = limits
        self.room = room
        try readNames()
        guard !path.isEmpty else { throw DescriptorError(.invalid, "a file has no path; give it one in its field 1") }
        try readMessages(try readOutermost())
    }

    /// Counts before anything is stored, so that a file of too many declarations takes no memory.
    private mutating func declare() throws(DescriptorError) {
        declarations += 1
        guard declarations <= room else {
            throw DescriptorError(.tooLarge, "\(path) declares more than the \(room) names left in the pool")
        }
    }

    /// Reads the names that the rest depends on, wherever they are in the file.
    private mutating func readNames() throws(DescriptorError) {
        try fields(in: 0..<bytes.count) { field throws(DescriptorError) in
            switch field.number {
            case 1: path = try text(field)
            case 2: package = try text(field)
            case 12: syntax = try text(field)
            default: break
            }
        }
    }

    private typealias Open = (scope: String, range: Range<Int>, depth: Int)

    /// Reads top-level declarations, and returns the messages to read.
    private mutating func readOutermost() throws(DescriptorError) -> [Open] {
        var open: [Open] = []
        try fields(in: 0..<bytes.count) { field throws(DescriptorError) in
            switch field.number {
            case 4 where field.wire == 2:
                try declare()
                open.append((package, field.range, 1))
            case 5 where field.wire == 2: enums.append(try enumeration(field.range, in: package))
            case 6 where field.wire == 2: try service(field.range)
            default: break
            }
        }
        return open
    }

    /// Not recursive, so that the nesting depth does not matter.
    private mutating func readMessages(_ outermost: [Open]) throws(DescriptorError) {
        var open = outermost
        while let (scope, range, depth) = open.popLast() {
            guard depth <= limits.nesting else {
                throw DescriptorError(
                    .tooLarge,
                    "\(path) has messages nested more than \(limits.nesting) deep; declare them side by side")
            }
            let message = try message(range, in: scope)
            messages.append(message)
            try fields(in: range) { field throws(DescriptorError) in
                switch field.number {
                case 3 where field.wire == 2:
                    try declare()
                    open.append((message.name, field.range, depth + 1))
                case 4 where field.wire == 2: enums.append(try enumeration(field.range, in: message.name))
                default: break
                }
            }
        }
    }

    private mutating func message(_ range: Range<Int>, in scope: String) throws(DescriptorError) -> Message {
        var message = Message(name: try join(scope, name(range)))
        try fields(in: range) { field throws(DescriptorError) in
            switch field.number {
            case 2 where field.wire == 2:
                try declare()
                let draft = FieldDraft(bytes, field.range, isProto3: syntax == "proto3", packs: packsByDefault)
                guard let draft, draft.name.utf8.count <= limits.name, draft.jsonName.utf8.count <= limits.name else {
                    throw DescriptorError(
                        .invalid, "a field of \(message.name) has no valid type, number or name")
                }
                // Groups are not supported, so their fields are treated as unknown.
                if draft.kind != nil { message.fields.append(draft) }
            case 7 where field.wire == 2:
                try fields(in: field.range) { if $0.number == 7 { message.isMapEntry = $0.value != 0 } }
            case 8 where field.wire == 2: message.oneofs.append(try name(field.range))
            default: break
            }
        }
        try message.check()
        return message
    }

    /// Whether lists of numbers are packed by default, as everywhere except in proto2.
    private var packsByDefault: Bool { !syntax.isEmpty && syntax != "proto2" }

    private mutating func enumeration(_ range: Range<Int>, in scope: String) throws(DescriptorError) -> Enumeration {
        var result = Enumeration(name: try join(scope, name(range)))
        try declare()
        try fields(in: range) { field throws(DescriptorError) in
            guard field.number == 2, field.wire == 2 else { return }
            try declare()
            var number: Int32 = 0
            try fields(in: field.range) { if $0.number == 2 { number = Int32(truncatingIfNeeded: $0.value) } }
            result.values.append((name: try name(field.range), number: number))
        }
        return result
    }

    private mutating func service(_ range: Range<Int>) throws(DescriptorError) {
        let service = try join(package, name(range))
        try fields(in: range) { field throws(DescriptorError) in
            guard field.number == 2, field.wire == 2 else { return }
            try declare()
            var method = DescriptorPool.Method()
            try fields(in: field.range) { part throws(DescriptorError) in
                switch part.number {
                case 2: method.input = Self.whole(try text(part))
                case 3: method.output = Self.whole(try text(part))
                case 4 where part.wire == 2:
                    try fields(in: part.range) { if $0.number == 34 { method.hasNoSideEffects = $0.value == 1 } }
                case 5: method.streamsRequests = part.value != 0
                case 6: method.streamsResponses = part.value != 0
                default: break
                }
            }
            methods["\(service)/\(try name(field.range))"] = method
        }
    }

    // MARK: Parts

    private func fields(
        in range: Range<Int>, _ body: (WireField) throws(DescriptorError) -> Void
    ) throws(DescriptorError) {
        var position = range.lowerBound
        while position < range.upperBound {
            let field: WireField
            do throws(WireFailure) {
                field = try bytes.span.bytes.wireField(at: &position, upTo: range.upperBound)
            } catch {
                let file = path.isEmpty ? "the file" : path
                throw DescriptorError(
                    .malformed, "\(file) is not a FileDescriptorProto: \(error.text) (byte \(error.offset))")
            }
            try body(field)
        }
    }

    private func name(_ range: Range<Int>) throws(DescriptorError) -> String {
        var result = ""
        try fields(in: range) { field throws(DescriptorError) in
            if field.number == 1 { result = try text(field) }
        }
        return result
    }

    private func text(_ field: WireField) throws(DescriptorError) -> String {
        guard field.wire == 2, field.end - field.start <= limits.name,
            let text = String(validating: bytes[field.range], as: UTF8.self)
        else {
            throw DescriptorError(
                .invalid, "a name in \(path) is not text, or has more than \(limits.name) bytes (byte \(field.start))")
        }
        return text
    }

    private func join(_ scope: String, _ name: String) throws(DescriptorError) -> String {
        let whole = scope.isEmpty ? name : scope + "." + name
        guard !name.isEmpty, whole.utf8.count <= limits.name else {
            throw DescriptorError(
                .invalid, "\(path) declares something without a name, or with one of more than \(limits.name) bytes")
        }
        return whole
    }

    /// Full names begin with a dot in descriptors.
    static func whole(_ name: String) -> String { String(name.drop { $0 == "." }) }
}
