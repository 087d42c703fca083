/// A schema that uses Swift's keywords, the members of generated code, and the types it refers to, as names of
/// everything that a schema can name.
enum NamesSchema {
    /// Every keyword of Swift 6, including contextual ones.
    private static let keywords = """
        Any Self Type Protocol actor any as associatedtype associativity async attached autoclosure available await
        borrowing break case catch class consume consuming continue convenience copy default defer deinit didSet discard
        distributed do dynamic each else enum escaping extension fallthrough false file fileprivate final for
        func get guard if import in indirect infix init inout internal is isolated lazy left let macro module mutating
        nil none nonisolated nonmutating nonsending of open operator optional override package postfix precedence
        precedencegroup prefix preconcurrency private public reasync repeat required rethrows return right send sending
        set some static struct subscript super switch then throw throws true try typealias unowned unsafe var weak where
        while willSet yield
        """

    /// The names of variables, parameters and members in generated code.
    private static let members = """
        arguments attributes builder bytes changes command contents description descriptor encode event events fields
        globalAttributes handle hash hashValue id identifier interaction layout list listLayout metadata newValue nulls
        number options payload rawValue read serialized size source state unknownFields unrecognized_ update value values
        wireValue write
        """

    /// Types of the standard library and of Hearth that generated code refers to, or plausibly could.
    private static let types = """
        Any AnyObject Array Attribute Attributes AutomationCommand BatchableCommand Bool Command Commands Dictionary Double
        Duration EmptyMessage Error Event EventMetadata Feature FieldReader FieldWriter Float GlobalAttributeValues
        HandledTrait Hashable Int Int8 Int16 Int32 Int64 KeyPath Message MessageLayout MutableAttributes Never NullFields
        Optional OptionalCommand Payload Presence Protocol RawSpan RawValue Result Self Sendable Sequence Set Source String
        Trait TraitAttribute TraitAttributes TraitBitmap TraitCommand TraitContents TraitDescriptor TraitEnum TraitError
        TraitHandler TraitInteraction TraitMetadata TraitState TraitStruct Type TypedParameter UInt UInt8 UInt16 UInt32
        UInt64 UnknownFields Update Void WireList Names Acme
        """

    private static func words(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split(whereSeparator: \.isWhitespace).map(String.init).filter {
            seen.insert($0.lowercased()).inserted
        }
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    static let text: String = {
        let names = words(keywords + " " + members)
        var text = "vendor Acme = 0xFFF1;\n"
        var number = 0xFC00
        let shared = """
              enum E : enum8 { kA = 0; }
              bitmap B : bitmap8 { kA = 0x1; }
              struct S { int8u x = 0; }
            """
        func add(_ name: String, _ body: String) {
            text += "cluster \(name) = 0xFFF1\(String(number, radix: 16)) {\n  revision 1;\n\(shared)\n\(body)\n}\n"
            number += 1
        }
        func lines(_ line: (Int, String) -> String) -> String {
            names.enumerated().map { "  " + line($0, $1) }.joined(separator: "\n")
        }
        // A field of every form; a word gets several of them, by its place in each list.
        let forms = [
            "int8u %", "optional int8u %", "nullable int8u %", "optional nullable int8u %", "int8u %[]", "E %", "B %",
            "S %",
            "nullable octet_string<8> %", "optional nullable octet_string<8> %", "char_string<8> %",
        ]
        func field(_ index: Int, _ name: String, shifted: Int, mandatory: Bool = false) -> String {
            let known = mandatory ? forms.filter { !$0.hasPrefix("optional") } : forms
            return known[(index + shifted) % known.count].replacing("%", with: name) + " = "
        }
        add(
            "Attributes", lines { "attribute \(field($0, $1, shifted: 0))\($0);" })
        add(
            "Fields",
            "  struct Many {\n" + lines { field($0, $1, shifted: 3) + "\($0);" } + "\n  }\n  attribute Many many = 0;\n"
                + "  request struct DoRequest {\n" + lines { field($0, $1, shifted: 5) + "\($0);" } + "\n  }\n"
                + "  response struct DoResponse = 99 {\n" + lines { field($0, $1, shifted: 7) + "\($0);" } + "\n  }\n"
                + "  command Do(DoRequest): DoResponse = 0;\n"
                + "  info event Done = 0 {\n" + lines { field($0, $1, shifted: 9) + "\($0);" } + "\n  }")
        add(
            "Commands",
            lines { "command \(capitalized($1))(): DefaultSuccess = \($0);" })
        add(
            "OptionalCommands",
            lines { "optional command \($1)(): DefaultSuccess = \($0);" })
        add(
            "Arguments",
            lines { index, name in
                let more = index % 2 == 0 ? " optional nullable int8u further = 1;" : ""
                let field = field(index, name, shifted: 1, mandatory: true)
                return "request struct \(capitalized(name))Request { \(field)0;\(more) } "
                    + "command \(capitalized(name))(\(capitalized(name))Request): DefaultSuccess = \(index);"
            })
        add(
            "Events",
            lines { "info event \($1) = \($0) { \(field($0, $1, shifted: 2, mandatory: true))0; }" })
        for start in stride(from: 0, to: names.count, by: 32) {
            let part = names[start..<min(start + 32, names.count)].enumerated()
            let constants = part.map { "\($1) = \($0);" }.joined(separator: " ")
            let bits = part.map { "\($1) = 0x\(String(1 << $0, radix: 16));" }.joined(separator: " ")
            let numbers = part.map { "k\(capitalized($1)) = 0x\(String(UInt64(3) << UInt64(2 * $0), radix: 16));" }
                .joined(separator: " ")
            add(
                "Constants\(start)",
                "  enum Constant : enum16 { \(constants) }\n  bitmap Bit : bitmap32 { \(bits) }\n"
                    + "  bitmap Number : bitmap64 { \(numbers) }\n  bitmap Feature : bitmap32 { \(bits) }\n"
                    + "  attribute Constant constant = 0;\n  attribute Bit bit = 1;\n  attribute Number number = 2;")
        }
        addTypes(&text, &number)
        return text
    }()

    /// All types as structs of one trait, as enums of another, as bitmaps, events, commands and responses, with their
    /// uses.
    private static func addTypes(_ text: inout String, _ number: inout Int) {
        let all = words(types)
        func add(_ kind: String, _ line: (Int, String) -> String, uses: Bool = true) {
            // A bitmap of this name is the feature map of its cluster.
            let names = all.filter { kind != "Bitmaps" || $0 != "Feature" }
            text += "cluster \(kind) = 0xFFF1\(String(number, radix: 16)) {\n  revision 1;\n"
            number += 1
            for (index, name) in names.enumerated() {
                text += "  \(line(index, name))\n"
                guard uses else { continue }
                text += """
                      attribute optional \(name) one\(index) = \(index);
                      attribute optional nullable \(name) many\(index)[] = \(1_000 + index);

                    """
            }
            if uses {
                text += "  request struct GoRequest {\n"
                for (index, name) in names.enumerated() { text += "    \(name) v\(index) = \(index);\n" }
                text +=
                    "    optional nullable octet_string<2> o = 999;\n  }\n  command Go(GoRequest): DefaultSuccess = 0;\n"
            } else {
                text += "  attribute int8u a = 0;\n"
            }
            text += "}\n"
        }
        add("Structs", { "struct \($1) { int8u x = 0; optional nullable int8u z = 1; char_string<2> list[] = 2; }" })
        add("Enums", { "enum \($1) : enum8 { kA = 0; }" })
        add("Bitmaps", { "bitmap \($1) : bitmap8 { kA = 0x1; kMany = 0x6; }" })
        add(
            "EventsOfTypes", { "info event \($1) = \($0) { nullable int8u v = 0; octet_string<2> o = 1; }" },
            uses: false)
        add(
            "CommandsOfTypes",
            {
                "request struct \($1)Request { int8u v = 0; optional nullable octet_string<2> o = 1; } "
                    + "command \($1)(\($1)Request): DefaultSuccess = \($0);"
            }, uses: false)
        add(
            "Responses",
            {
                "response struct \($1) = \(500 + $0) { nullable int8u v = 0; char_string<2> list[] = 1; } "
                    + "command Ask\($0)(): \($1) = \($0);"
            }, uses: false)
    }
}
