extension TraitDescriptor {
    /// Creates a trait's descriptor from the text in generated code. Each line is an item; an indented line belongs to
    /// the item above it:
    ///
    ///     feature 0x1 Lighting
    ///     enum StartUpOnOffEnum 8
    ///       0 off 1 on 2 toggle
    ///     attribute 0x4003 startUpOnOff enum(0) nullable optional required=0x1 write=manage
    ///     command 0x42 OnWithTimedOff onWithTimedOff
    ///       0x1 onTime uint16 max=65534 unit="0.1 s"
    ///
    /// As Swift code, the same data would take a quarter of the trait's compile time. Only the generator writes this
    /// text; invalid lines are skipped.
    public convenience init(
        id: UInt32, name: String, vendor: String, package: String, revision: UInt16, _ text: String
    ) {
        let items = DescriptorText(text)
        self.init(
            id: id, name: name, vendor: vendor, package: package, revision: revision, features: items.features,
            enums: items.enums, bitmaps: items.bitmaps, structs: items.structs, attributes: items.attributes,
            commands: items.commands, events: items.events)
    }
}

/// The items in the text of a trait. Every program reads hundreds of them when it starts, so that the loops here and in
/// ``DescriptorWord`` are over indices: without optimization, generic collections take several times as long.
struct DescriptorText {
    private(set) var features: [FeatureDescriptor] = []
    private(set) var enums: [EnumDescriptor] = []
    private(set) var bitmaps: [BitmapDescriptor] = []
    private(set) var structs: [StructDescriptor] = []
    private(set) var attributes: [AttributeDescriptor] = []
    private(set) var commands: [CommandDescriptor] = []
    private(set) var events: [EventDescriptor] = []
    /// The numbers of invalid lines, from 1.
    private(set) var unread: [Int] = []

    /// The item that indented lines belong to, and the command that a response belongs to.
    private var head: [DescriptorWord] = []
    private var command: [DescriptorWord] = []
    private var arguments: [FieldDescriptor] = []
    private var fields: [FieldDescriptor] = []
    private var values: [(UInt64, String)] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var (number, start) = (0, 0)
        while start <= bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            let first = start
            start = end + 1
            number += 1
            let words = DescriptorWord.words(of: bytes, from: first, to: end)
            guard !words.isEmpty else { continue }
            let isRead: Bool
            if bytes[first] == UInt8(ascii: " ") {
                isRead = belongs(words)
            } else {
                isRead = close()
                head = words
            }
            if !isRead { unread.append(number) }
        }
        if !close() || !closeCommand() { unread.append(number) }
    }

    /// Parses a line below the head: a field, or alternating values and names.
    private mutating func belongs(_ words: [DescriptorWord]) -> Bool {
        switch head.first?.text {
        case "enum", "bitmap":
            guard words.count % 2 == 0 else { return false }
            for index in stride(from: 0, to: words.count, by: 2) {
                guard let value = words[index].unsigned else { return false }
                values.append((value, words[index + 1].text))
            }
            return true
        case "struct", "command", "response", "event":
            guard let field = DescriptorWord.field(words[...]) else { return false }
            fields.append(field)
            return true
        default: return false
        }
    }

    /// Completes the current head, so that the next one can begin.
    private mutating func close() -> Bool {
        let (head, fields, values) = (head, fields, values)
        (self.head, self.fields, self.values) = ([], [], [])
        guard let kind = head.first?.text else { return true }
        if kind != "response" {
            guard closeCommand() else { return false }
        }
        if kind == "struct" {
            guard head.count == 2 else { return false }
            structs.append(StructDescriptor(head[1].text, fields))
            return true
        }
        guard head.count >= 3 else { return false }
        let (second, third, rest) = (head[1], head[2], head[3...])
        switch kind {
        case "feature":
            guard let mask = second.unsigned.flatMap(UInt32.init(exactly:)) else { return false }
            features.append(FeatureDescriptor(third.text, mask))
        case "enum", "bitmap":
            guard let bits = third.unsigned.flatMap(UInt8.init(exactly:)) else { return false }
            if kind == "enum" {
                enums.append(EnumDescriptor(second.text, bits: bits, values))
            } else {
                bitmaps.append(BitmapDescriptor(second.text, bits: bits, values))
            }
        case "attribute":
            guard let field = DescriptorWord.field(head[1...]) else { return false }
            attributes.append(
                AttributeDescriptor(
                    field, read: rest.value("read").map { Privilege(word: $0) } ?? .view,
                    write: rest.value("write").flatMap { Privilege(word: $0) }, timedWrite: rest.has("timedWrite"),
                    quieterReporting: rest.has("quieterReporting")))
        case "command": (command, arguments) = (head, fields)
        case "response": return closeCommand(response: second.unsigned, StructDescriptor(third.text, fields))
        case "event":
            guard let id = second.unsigned.flatMap(UInt32.init(exactly:)), let word = rest.first,
                let importance = EventImportance(word: word.text)
            else { return false }
            let read = rest.value("read").flatMap { Privilege(word: $0) } ?? .view
            events.append(EventDescriptor(id, third.text, importance, fields, read: read))
        default: return false
        }
        return true
    }

    private mutating func closeCommand(response id: UInt64? = nil, _ response: StructDescriptor? = nil) -> Bool {
        let (head, arguments) = (command, arguments)
        (command, self.arguments) = ([], [])
        guard !head.isEmpty else { return response == nil }
        guard head.count >= 4, let number = head[1].unsigned.flatMap(UInt32.init(exactly:)) else { return false }
        let rest = head[4...]
        commands.append(
            CommandDescriptor(
                number, head[2].text, method: head[3].text, arguments, response: response,
                responseID: id.flatMap(UInt32.init(exactly:)),
                invoke: rest.value("invoke").flatMap { Privilege(word: $0) } ?? .operate, timed: rest.has("timed"),
                optional: rest.has("optional"), repeatable: rest.has("repeatable"),
                required: rest.value("required").flatMap(FeatureExpression.init),
                allowed: rest.value("allowed").flatMap(FeatureExpression.init)))
        return true
    }
}
