internal import HearthMessage
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct MessageLayoutTests {
    @Test func plannedOffsetsFollowTheRule() {
        let layout = MessageLayout.planned(
            "test.Planned",
            [
                FieldSpec(9, "leaf", .message, message: { Scalars.layout }),
                FieldSpec(1, "flag", .bool),
                FieldSpec(2, "long", .uint64),
                FieldSpec(3, "text", .string),
                FieldSpec(4, "list", .uint32, label: .packed),
                FieldSpec(5, "a", .bool, label: .oneof, oneof: 0),
                FieldSpec(8, "b", .string, label: .oneof, oneof: 0),
                FieldSpec(6, "number", .sint32),
            ])
        expect(layout.fields.map(\.number), equals: [1, 2, 3, 4, 5, 6, 8, 9])
        expect(layout.fields.map(\.at), equals: [24, 32, 48, 72, 96, 112, 96, 120])
        expect(layout.fields.map(\.has), equals: [28, 40, 64, 0, 88, 116, 88, 0])
        expect(layout.size, equals: 128)
    }

    @Test func plannedLayoutsEqualTheGenerators() {
        let specs = Lists.layout.fields.map { field in
            FieldSpec(field.number, field.name, field.kind, label: field.label, message: { Scalars.layout })
        }
        let planned = MessageLayout.planned("test.Lists", specs)
        expect(planned.fields.map(\.at), equals: Lists.layout.fields.map(\.at))
        expect(planned.size, equals: Lists.layout.size)
    }

    @Test func messagesAreReadAndWrittenByDescriptorsAlone() throws {
        let item = MessageLayout.planned("test.Item", [FieldSpec(1, "name", .string)])
        let layout = MessageLayout.planned(
            "test.Holder",
            [
                FieldSpec(1, "one", .message, message: { item }),
                FieldSpec(2, "many", .message, label: .repeated, message: { item }),
                FieldSpec(3, "none", .message, message: { item }),
            ])
        let bytes = layout.encode(reserving: 1) { fields in
            fields.setMessage(item, at: 24) { $0.setString("a", at: 24, has: 40) }
            fields.setMessages(item, count: 2, at: 32) { $1.setString("m\($0)", at: 24, has: 40) }
        }
        expect(bytes, equals: [0, 0x0A, 3, 0x0A, 1, 0x61, 0x12, 4, 0x0A, 2, 0x6D, 0x30, 0x12, 4, 0x0A, 2, 0x6D, 0x31])
        try layout.decode([UInt8](bytes.dropFirst()).span.bytes) { fields in
            expect(fields.messageReader(at: 24)?.string(at: 24, has: 40), equals: "a")
            expect(fields.messageCount(at: 32), equals: 2)
            expect(fields.messageReader(at: 32, index: 1)?.string(at: 24, has: 40), equals: "m1")
            expectNil(fields.messageReader(at: 32, index: 2))
            expectNil(fields.messageReader(at: 32, index: -1))
            expectNil(fields.messageReader(at: 48))
        }
    }

    @Test func groupLayoutsAreUsedWhileItIsHeld() throws {
        func layouts(_ group: LayoutGroup) -> (item: MessageLayout, holder: MessageLayout) {
            let item = group.planned("test.Item", [FieldSpec(1, "name", .string)])
            return (item, group.planned("test.Holder", [FieldSpec(1, "one", .message, message: { item })]))
        }
        func check(_ layouts: (item: MessageLayout, holder: MessageLayout)) throws {
            let bytes = layouts.holder.encode { fields in
                fields.setMessage(layouts.item, at: 24) { $0.setString("a", at: 24, has: 40) }
            }
            expect(bytes, equals: [0x0A, 3, 0x0A, 1, 0x61])
            try layouts.holder.decode(bytes.span.bytes) { fields in
                expect(fields.messageReader(at: 24)?.string(at: 24, has: 40), equals: "a")
            }
        }
        for _ in 0..<100 {
            let group = LayoutGroup()
            try withExtendedLifetime(group) { try check(layouts(group)) }
            // Some are never used.
            _ = layouts(group)
        }
        let kept: (MessageLayout, MessageLayout)
        do {
            let group = LayoutGroup()
            kept = layouts(group)
            group.keep()
        }
        try check(kept)
    }

    @Test func anErrorOfTheBodyLeavesDecodeUsable() throws {
        struct Stop: Error {}
        let bytes: [UInt8] = [0x20, 1]
        for _ in 0..<3 {
            expect(throws: Stop.self) { try Scalars.layout.decode(bytes.span.bytes) { _ in throw Stop() } }
        }
        try expect(Scalars([0x20, 1]).uint32, equals: 1)
    }

    @Test func fieldsMayBeGivenInAnyOrderAndWithoutALayout() throws {
        let layout = MessageLayout(
            "test.Careless", size: 0,
            [FieldLayout(7, "number", .uint32, at: 32, has: 36), FieldLayout(2, "untold", .message, at: 24)])
        expect(layout.size, equals: 40)
        let bytes: [UInt8] = [0x12, 2, 0x08, 1, 0x38, 5]
        let again = try layout.decode(bytes.span.bytes) { fields in
            expect(fields.uint32(at: 32, has: 36), equals: 5)
            return fields.messageReader(at: 24)?.unknownFields.encoded
        }
        expect(again, equals: [0x08, 1])
    }

    @Test func layoutsAreMadeReadyByManyThreadsAtOnce() async throws {
        final class Box: Sendable {
            let layouts: [MessageLayout]
            init() {
                let last = MessageLayout.planned("test.Last", [FieldSpec(1, "number", .uint32)])
                var layouts = [last]
                for index in 1..<20 {
                    let inner = layouts[index - 1]
                    layouts.append(
                        MessageLayout.planned("test.L\(index)", [FieldSpec(1, "inner", .message, message: { inner })]))
                }
                self.layouts = layouts
            }
        }
        let box = Box()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    let bytes: [UInt8] = [0x08, 5]
                    let number = try? box.layouts[index % 2 == 0 ? 0 : index].decode(bytes.span.bytes) { _ in 1 }
                    // 08 is a number, which only the last layout has as its field 1.
                    expect((number != nil), equals: (index % 2 == 0))
                }
            }
        }
    }
}
