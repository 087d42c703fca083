internal import HearthMessage
internal import Expectations
internal import Testing

@Suite struct DecodingTests {
    private func failure<M: Message>(
        _ type: M.Type, _ bytes: [UInt8], _ limits: DecodeLimits = DecodeLimits()
    ) -> MessageError? {
        do {
            _ = try M(serialized: bytes.span.bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            [0x20], [0x20, 0x80], [0x00], [0x07], [0x72, 5, 0x61], [0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x0B, 0x0C],
            [0x25, 1, 2, 3, 4], [0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        ] as [[UInt8]])
    func malformedBytesAreRefused(_ bytes: [UInt8]) {
        expect(failure(Scalars.self, bytes)?.code, equals: .malformed)
        expect(failure(Scalars.self, bytes)?.message.contains("test.Scalars"), equals: true)
    }

    @Test func fieldNumbersThatNoneMayHaveAreRefused() {
        expect(failure(Nothing.self, [0x80, 0x00, 0x01])?.code, equals: .malformed)
        expect(failure(Nothing.self, [0xF8, 0xFF, 0xFF, 0xFF, 0x7F, 0x01])?.code, equals: .malformed)
        expectNil(failure(Nothing.self, [0xF8, 0xFF, 0xFF, 0xFF, 0x0F, 0x01]))
    }

    @Test(
        arguments: [
            [0xFF], [0x61, 0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func textThatIsNotUTF8NamesItsField(_ text: [UInt8]) {
        let bytes = [0x72, UInt8(text.count)] + text
        expect(failure(Scalars.self, bytes)?.code, equals: .invalidUTF8)
        expect(failure(Scalars.self, bytes)?.message.contains("test.Scalars: the text text "), equals: true)
        let oneof = [0x1A, UInt8(text.count)] + text
        expect(failure(Tree.self, oneof)?.message.contains("test.Tree: the text text "), equals: true)
        let list = [0x62, UInt8(text.count)] + text
        expect(failure(Lists.self, list)?.message.contains("test.Lists: the text texts "), equals: true)
        let inner = [0x4A, UInt8(bytes.count)] + bytes
        expect(failure(Tree.self, inner)?.message.contains("test.Scalars: the text text "), equals: true)
    }

    @Test(arguments: 0..<40)
    func textsOfEveryLengthComeBack(_ length: Int) throws {
        for filler in ["a", "\u{0}", "ü", "€", "\u{1F4A1}"] {
            var message = Scalars()
            message.text = String(repeating: "x", count: length) + filler + String(repeating: "y", count: length % 9)
            try expect(Scalars(message.serialized()), equals: message)
        }
    }

    @Test func everyTruncationIsAnErrorOrAShorterMessage() {
        for bytes in [Scalars.full.serialized(), Lists.full.serialized(), Tree.full.serialized()] {
            for end in bytes.indices {
                let part = Array(bytes[..<end])
                for error in [failure(Scalars.self, part), failure(Lists.self, part), failure(Tree.self, part)] {
                    expect(error.map { [.malformed, .invalidUTF8].contains($0.code) } ?? true)
                }
            }
        }
    }

    @Test func tooDeeplyNestedMessagesAreRefusedEarly() throws {
        var tree = Tree()
        for _ in 0..<63 { tree = Tree(child: tree) }
        expectNil(failure(Tree.self, tree.serialized()))
        expect(failure(Tree.self, Tree(child: tree).serialized())?.code, equals: .tooDeep)

        // Some 200,000 levels: unpacking them would overflow any stack.
        var levels: [[UInt8]] = []
        var size = 0
        while size < 1_000_000 {
            var head: [UInt8] = [0x0A]
            var rest = size
            while rest >= 0x80 {
                head.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            head.append(UInt8(rest))
            levels.append(head)
            size += head.count
        }
        let bomb = Array(levels.reversed().joined())
        expect(failure(Tree.self, bomb)?.code, equals: .tooDeep)
    }

    @Test func depthIsLimitedBelowMessagesThatDoNotHoldThemselves() {
        let outer = MessageLayout.planned("test.Outer", [FieldSpec(3, "tree", .message, message: { Tree.layout })])
        var tree = Tree()
        for _ in 0..<62 { tree = Tree(child: tree) }
        let fits = tree.serialized()
        let deep = Tree(child: tree).serialized()
        func wrapped(_ bytes: [UInt8]) -> [UInt8] {
            outer.encode { fields in
                fields.setMessage(Tree.layout, at: 24) { inner in
                    guard let tree = try? Tree(bytes) else { return }
                    tree.write(to: &inner)
                }
            }
        }
        expect(throws: Never.self) { try outer.decode(wrapped(fits).span.bytes) { _ in } }
        expect(throws: MessageError.self) { try outer.decode(wrapped(deep).span.bytes) { _ in } }
    }

    @Test func depthIsASetting() {
        var limits = DecodeLimits()
        limits.depth = 2
        expectNil(failure(Tree.self, Tree(child: Tree()).serialized(), limits))
        expect(failure(Tree.self, Tree(child: Tree(child: Tree())).serialized(), limits)?.code, equals: .tooDeep)
    }

    @Test func smallBytesCannotTakeMuchMemory() {
        // Empty items of two bytes, each more than two hundred bytes in memory.
        let bomb = [[UInt8]](repeating: [0x72, 0], count: 100_000).flatMap(\.self)
        expect(failure(Lists.self, bomb)?.code, equals: .tooLarge)
        var limits = DecodeLimits()
        limits.expansion = 200
        expectNil(failure(Lists.self, bomb, limits))
        limits.memory = 1 << 20
        expect(failure(Lists.self, bomb, limits)?.code, equals: .tooLarge)
        limits.memory = -1
        expect(failure(Scalars.self, [0x20, 1], limits)?.code, equals: .tooLarge)
        expectNil(failure(Scalars.self, [0x20, 1]))
    }
}
