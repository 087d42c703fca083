internal import HearthMessage

/// Children of its own kind, singular and repeated, a oneof and a map, as in generated code.
struct Tree: Message {
    enum Content: Hashable {
        case text(String)
        case number(UInt32)
        case leaf(Scalars)
        case octets([UInt8])
        case real(Double)
    }

    private struct CountsEntry: Message {
        var key = ""
        var value: Int32 = 0
        var unknownFields = UnknownFields()

        init() {}

        init(key: String, value: Int32) {
            self.key = key
            self.value = value
        }

        static let layout: MessageLayout = MessageLayout(
            "test.Tree.CountsEntry", size: 56,
            [
                FieldLayout(1, "key", .string, at: 24, has: 40),
                FieldLayout(2, "value", .sint32, at: 44, has: 48),
            ])

        func write(to fields: inout FieldWriter) {
            fields.setString(key, at: 24, has: 40)
            fields.setInt32(value, at: 44, has: 48)
            fields.setUnknownFields(unknownFields)
        }

        mutating func read(from fields: FieldReader) {
            fields.readUnknownFields(into: &unknownFields)
            if let value = fields.string(at: 24, has: 40) { key = value }
            if let value = fields.int32(at: 44, has: 48) { self.value = value }
        }
    }

    private var boxedChild: [Tree] = []
    var child: Tree? {
        get { boxedChild.first }
        set { boxedChild = newValue.map { [$0] } ?? [] }
    }
    var children: [Tree] = []
    var content: Content?
    var counts: [String: Int32] = [:]
    var leaf: Scalars?
    var unknownFields = UnknownFields()

    init() {}

    init(child: Tree) { self.child = child }

    static let layout: MessageLayout = MessageLayout(
        "test.Tree", size: 96,
        [
            FieldLayout(1, "child", .message, at: 24, message: { Tree.layout }),
            FieldLayout(2, "children", .message, at: 32, label: .repeated, message: { Tree.layout }),
            FieldLayout(3, "text", .string, at: 56, has: 48, label: .oneof),
            FieldLayout(4, "number", .uint32, at: 56, has: 48, label: .oneof),
            FieldLayout(5, "counts", .message, at: 72, label: .repeated, message: { CountsEntry.layout }),
            FieldLayout(6, "content_leaf", .message, at: 56, has: 48, label: .oneof, message: { Scalars.layout }),
            FieldLayout(7, "octets", .bytes, at: 56, has: 48, label: .oneof),
            FieldLayout(8, "real", .double, at: 56, has: 48, label: .oneof),
            FieldLayout(9, "leaf", .message, at: 88, message: { Scalars.layout }),
        ])

    func write(to fields: inout FieldWriter) {
        if let child { fields.setMessage(child, at: 24) }
        fields.setMessages(children, at: 32)
        let entries = counts.sorted { $0.key < $1.key }.map { CountsEntry(key: $0.key, value: $0.value) }
        fields.setMessages(entries, at: 72)
        if let leaf { fields.setMessage(leaf, at: 88) }
        switch content {
        case .text(let value)?:
            fields.setString(value, at: 56, has: 48)
            fields.setOneofCase(3, at: 48)
        case .number(let value)?:
            fields.setUInt32(value, at: 56, has: 48)
            fields.setOneofCase(4, at: 48)
        case .leaf(let value)?:
            fields.setMessage(value, at: 56)
            fields.setOneofCase(6, at: 48)
        case .octets(let value)?:
            fields.setBytes(value, at: 56, has: 48)
            fields.setOneofCase(7, at: 48)
        case .real(let value)?:
            fields.setDouble(value, at: 56, has: 48)
            fields.setOneofCase(8, at: 48)
        case nil: break
        }
        fields.setUnknownFields(unknownFields)
    }

    mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
        if let value = fields.message(Tree.self, at: 24) { child = value }
        children += fields.messages(Tree.self, at: 32)
        for entry in fields.messages(CountsEntry.self, at: 72) { counts[entry.key] = entry.value }
        if let value = fields.message(Scalars.self, at: 88) { leaf = value }
        switch fields.oneofCase(at: 48) {
        case 3: if let value = fields.string(at: 56, has: 48) { content = .text(value) }
        case 4: if let value = fields.uint32(at: 56, has: 48) { content = .number(value) }
        case 6: if let value = fields.message(Scalars.self, at: 56) { content = .leaf(value) }
        case 7: if let value = fields.bytes(at: 56, has: 48) { content = .octets(value) }
        case 8: if let value = fields.double(at: 56, has: 48) { content = .real(value) }
        default: break
        }
    }

    static let full: Tree = {
        var message = Tree()
        message.child = Tree(child: Tree())
        message.content = .leaf(.full)
        message.counts = ["": 0, "a": -1, "ß": 1]
        message.leaf = .zero
        let contents: [Content] = [
            .text(""), .text("x"), .number(0), .octets([]), .octets([1]), .real(0), .leaf(Scalars()),
        ]
        for content in contents {
            var child = Tree()
            child.content = content
            message.children.append(child)
        }
        return message
    }()
}

/// A message without fields, which keeps all unknown ones.
struct Nothing: Message {
    var unknownFields = UnknownFields()
    static let layout: MessageLayout = MessageLayout("test.Nothing", size: 24, [])
    func write(to fields: inout FieldWriter) {
        fields.setUnknownFields(unknownFields)
    }
    mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
    }
}

extension Message {
    init(_ bytes: [UInt8]) throws { try self.init(serialized: bytes.span.bytes) }
}
