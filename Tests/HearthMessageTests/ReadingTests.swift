@testable internal import HearthMessage
internal import Expectations
internal import Testing

/// Reading from the memory of a written message equals decoding its bytes.
@Suite(.timeLimit(.minutes(5))) struct ReadingTests {
    /// Tree's fields in a layout of its own, with children of its own kind as in Tree.
    private enum TreeTwin {
        static let layout: MessageLayout = twin(of: Tree.layout, inner: [1: { layout }, 2: { layout }])
    }

    /// The same, but its children have another layout.
    private enum TreeOfOthers {
        static let layout: MessageLayout = twin(of: Tree.layout, inner: [9: { far }])
        private static let far: MessageLayout = twin(of: Scalars.layout, shift: 8)
    }

    private static let scalarsTwin = twin(of: Scalars.layout)
    private static let scalarsElsewhere = twin(of: Scalars.layout, shift: 8)
    private static let listsTwin = twin(of: Lists.layout)
    private static let listsOfOthers = twin(of: Lists.layout, inner: [14: { scalarsElsewhere }])

    /// A layout of the same fields, `shift` bytes further on.
    private static func twin(
        of layout: MessageLayout, shift: Int = 0, inner: [UInt32: @Sendable () -> MessageLayout] = [:]
    ) -> MessageLayout {
        MessageLayout(
            "twin of \(layout.name)", size: layout.size + shift,
            layout.fields.map { field in
                FieldLayout(
                    field.number, field.name, field.kind, at: field.at + shift,
                    has: field.has == 0 ? 0 : field.has + shift, label: field.label,
                    message: inner[field.number] ?? field.message)
            })
    }

    private func check<M: Message>(_ message: M, as layout: MessageLayout) throws {
        let bytes = message.serialized()
        let expected = try layout.decode(bytes.span.bytes) { $0.text(by: layout) }
        try expect(message.read(as: layout) { $0.text(by: layout) }, equals: expected)
        // And the way back.
        let again = try layout.decode(bytes.span.bytes) { fields in
            try M(writtenAs: layout) { fields.copy(to: &$0, by: layout) }
        }
        expect(again.serialized(), equals: bytes)
    }

    @Test func layoutsOfTheSameFieldsShareTheirMemory() {
        expect(Scalars.layout.table.shape === Self.scalarsTwin.table.shape)
        expect(Lists.layout.table.shape === Self.listsTwin.table.shape)
        expect(Tree.layout.table.shape === TreeTwin.layout.table.shape)
    }

    @Test func layoutsThatDifferDoNot() {
        expect(Scalars.layout.table.shape !== Self.scalarsElsewhere.table.shape)
        expect(Lists.layout.table.shape !== Self.listsOfOthers.table.shape)
        expect(Tree.layout.table.shape !== TreeOfOthers.layout.table.shape)
        expect(Scalars.layout.table.shape !== Nothing.layout.table.shape)
    }

    @Test func writtenMemoryIsRead() throws {
        var noise = Noise(of: "writtenMemoryIsRead")
        for _ in 0..<300 {
            let scalars = Scalars.random(&noise), lists = Lists.random(&noise), tree = Tree.random(&noise)
            for layout in [Scalars.layout, Self.scalarsTwin, Self.scalarsElsewhere, Nothing.layout] {
                try check(scalars, as: layout)
            }
            for layout in [Lists.layout, Self.listsTwin, Self.listsOfOthers] { try check(lists, as: layout) }
            for layout in [Tree.layout, TreeTwin.layout, TreeOfOthers.layout] { try check(tree, as: layout) }
        }
    }

    @Test func mergingAMessageIsMergingItsBytes() throws {
        var noise = Noise(of: "mergingAMessageIsMergingItsBytes")
        func check<M: Message>(_ message: M, _ changes: M) throws {
            var merged = message
            merged.merge(changes)
            var expected = message
            try expected.merge(serialized: changes.serialized().span.bytes)
            expect(merged, equals: expected)
        }
        for _ in 0..<300 {
            try check(Scalars.random(&noise), .random(&noise))
            try check(Lists.random(&noise), .random(&noise))
            try check(Tree.random(&noise), .random(&noise))
        }
    }

    @Test func bytesThatAreNoTextAreRefused() throws {
        let text = MessageLayout.planned("test.Text", [FieldSpec(1, "text", .string)])
        for other in [text, Self.twin(of: text), Self.twin(of: text, shift: 8)] {
            #expect {
                try text.read(as: other, { $0.setBytes([0xFF], at: 24, has: 40) }) { $0.text(by: other) }
            } throws: {
                ($0 as? MessageError)?.code == .invalidUTF8
            }
        }
    }

    @Test func anErrorOfTheReaderIsThrownOn() throws {
        struct Stop: Error {}
        for _ in 0..<3 {
            expect(throws: Stop.self) { try Scalars.full.read(as: Scalars.layout) { _ in throw Stop() } }
        }
        try expect(Scalars.full.read(as: Scalars.layout) { $0.uint32(at: 48, has: 52) }, equals: .max)
    }

    @Test func messagesOfOtherTypesAreReadInside() throws {
        let sum = try Scalars.full.read(as: Self.scalarsTwin) { fields in
            let inner = try Lists.full.read(as: Self.listsTwin) { $0.repeatedUInt32(at: 72).count }
            return (inner, fields.string(at: 176, has: 192))
        }
        expect(sum == (Lists.full.uint32s.count, Scalars.full.text))
    }

    @Test func shapesAreFoundByManyThreadsAtOnce() async {
        let twins = (0..<16).map { _ in Self.twin(of: Tree.layout) }
        await withTaskGroup(of: Bool.self) { group in
            for twin in twins {
                group.addTask { (try? Tree.full.read(as: twin) { $0.uint32(at: 56, has: 48) }) == .some(nil) }
            }
            for await _ in group {}
        }
        expect(twins.allSatisfy { $0.table.shape === Tree.layout.table.shape })
    }
}
