internal import SampleTrait
internal import Expectations
internal import Testing

@testable internal import HearthTraitDescriptors

struct DescriptorTextTests {
    private static let text = """
        feature 0x1 Extra
        enum ModeEnum 16
          0 low 1 high
          7 boost
        enum EmptyEnum 8
        bitmap Flags 8
          0x1 fast 0xC level
        struct Inner
          0x0 name string optional maxLength=4
          0x1 child struct(1) fabricSensitive
        struct Leaf
        attribute 0x0 flag bool default=true timedWrite write=manage
        attribute 0x1 small uint8 nullable min=1 max=@0x2-1 read=none write=operate
        attribute 0x3 wide int64 list minLength=1 maxLength=3 read=administer allowed=((0x1&!0x2)|0x4)
        attribute 0x4 label string default="a b^22^5e^c3^a9" unit="°"
        attribute 0x5 ratio float quieterReporting min=-5 max=@0x3+2 step=5 default=-3 required=!0x4
        command 0x1 Begin begin invoke=manage timed optional required=0x1
          0x0 level uint8 max=100
        response 0x2 BeginResponse
          0x0 done bool
        command 0x3 End end repeatable
        event 0x0 Began critical read=manage
          0x0 mode enum(0) default=7
        event 0x1 Ended info
        """

    private let read = DescriptorText(text)

    @Test func everyLineIsRead() {
        expect(read.unread, equals: [])
        expect(read.features, equals: [FeatureDescriptor("Extra", 1)])
    }

    @Test func types() {
        expect(
            read.enums,
            equals: [
                EnumDescriptor("ModeEnum", bits: 16, [(0, "low"), (1, "high"), (7, "boost")]),
                EnumDescriptor("EmptyEnum", bits: 8, []),
            ])
        expect(read.bitmaps, equals: [BitmapDescriptor("Flags", bits: 8, [(1, "fast"), (0xC, "level")])])
        expect(
            read.structs,
            equals: [
                StructDescriptor(
                    "Inner",
                    [
                        FieldDescriptor(0, "name", .string, .optional, maxLength: 4),
                        FieldDescriptor(1, "child", .structure(1), .fabricSensitive),
                    ]),
                StructDescriptor("Leaf", []),
            ])
    }

    @Test func attributes() {
        expect(
            read.attributes,
            equals: [
                AttributeDescriptor(
                    FieldDescriptor(0, "flag", .boolean, default: .bool(true)), write: .manage, timedWrite: true),
                AttributeDescriptor(
                    FieldDescriptor(
                        1, "small", .unsigned(8), .nullable, min: .literal(1), max: .attribute(2, offset: -1)),
                    read: nil, write: .operate),
                AttributeDescriptor(
                    FieldDescriptor(
                        3, "wide", .signed(64), .list, minLength: 1, maxLength: 3,
                        allowed: .or(.and(.feature(1), .not(.feature(2))), .feature(4))),
                    read: .administer),
                AttributeDescriptor(FieldDescriptor(4, "label", .string, unit: "°", default: .string("a b\"^é"))),
                AttributeDescriptor(
                    FieldDescriptor(
                        5, "ratio", .single, min: .literal(-5), max: .attribute(3, offset: 2), step: 5,
                        default: .float(-3), required: .not(.feature(4))), quieterReporting: true),
            ])
    }

    @Test func commandsAndEvents() {
        expect(
            read.commands,
            equals: [
                CommandDescriptor(
                    1, "Begin", method: "begin", [FieldDescriptor(0, "level", .unsigned(8), max: .literal(100))],
                    response: StructDescriptor("BeginResponse", [FieldDescriptor(0, "done", .boolean)]), responseID: 2,
                    invoke: .manage, timed: true, optional: true, required: .feature(1)),
                CommandDescriptor(3, "End", method: "end", repeatable: true),
            ])
        expect(
            read.events,
            equals: [
                EventDescriptor(
                    0, "Began", .critical, [FieldDescriptor(0, "mode", .enumeration(0), default: .unsigned(7))],
                    read: .manage),
                EventDescriptor(1, "Ended", .info),
            ])
    }

    @Test func writtenTextIsRead() {
        expect(DescriptorText(sample.lines.joined(separator: "\n")).unread, equals: [])
        let again = TraitDescriptor(
            id: sample.id, name: sample.name, vendor: sample.vendor, package: sample.package,
            revision: sample.revision, sample.lines.joined(separator: "\n"))
        expect(again, equals: sample)
    }

    @Test func everyWordOfACommandIsWritten() {
        let commands = [
            CommandDescriptor(
                1, "A", method: "a", invoke: .view, timed: true, optional: true, repeatable: true,
                required: .feature(1), allowed: .feature(2)),
            CommandDescriptor(2, "B", method: "b"),
        ]
        let trait = TraitDescriptor(id: 1, name: "T", vendor: "V", package: "p", revision: 1, commands: commands)
        expect(
            trait.lines,
            equals: [
                "command 0x1 A a invoke=view timed optional repeatable required=0x1 allowed=0x2", "command 0x2 B b",
            ])
        expect(DescriptorText(trait.lines.joined(separator: "\n")).commands, equals: commands)
    }

    /// No text in a schema ends the line, the quotes or the literal around it.
    @Test(arguments: [
        ("0.01 °C", "\"0.01 °C\""),
        ("a\"b\\(c)^\n\r\u{2028}", "\"a^22b^5c(c)^5e^0a^0d^e2^80^a8\""),
    ])
    func wordsAreEscaped(_ text: String, _ written: String) {
        let attribute = AttributeDescriptor(FieldDescriptor(0, "a", .string, unit: text, default: .string(text)))
        let trait = TraitDescriptor(
            id: 1, name: "T", vendor: "V", package: "p", revision: 1, attributes: [attribute])
        expect(trait.lines, equals: ["attribute 0x0 a string unit=\(written) default=\(written)"])
        expect(DescriptorText(trait.lines[0]).attributes, equals: [attribute])
    }

    @Test(arguments: [
        "feature 0x1", "enum A", "bitmap A 900\n", "enum A 8\n  1 one 2", "struct", "attribute 0x0 a",
        "attribute x a bool",
        "attribute 0x0 a uint", "attribute 0x0 a enum()", "nonsense 1 2", "command 0x1 A", "response 0x1 A",
        "event 0x0 A loud", "  0x0 a bool x", "struct A\n  0x0",
    ])
    func nonsenseIsPassedOver(_ text: String) {
        let read = DescriptorText(text)
        expect(!read.unread.isEmpty)
        expect(read.attributes.isEmpty)
        expect(read.commands.isEmpty)
        expect(read.events.isEmpty)
    }

    /// Truncated text is harmless.
    @Test func damagedText() {
        for count in 0..<Self.text.count {
            let read = DescriptorText(String(Self.text.prefix(count)))
            expect(read.attributes.count, isAtMost: 5)
        }
    }
}
