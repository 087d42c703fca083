@testable internal import HearthMessage
internal import Expectations
internal import Testing

/// Reading in one pass gives the same as libprotobuf-c; input that libprotobuf-c refuses is never accepted.
@Suite struct ReadInOnePassTests {
    /// The text of every field of a message; nil if it was not read.
    private func read(_ layout: MessageLayout, _ bytes: [UInt8], _ limits: DecodeLimits) -> String? {
        bytes.withUnsafeBytes { Decoding.read(layout, $0, limits) }.map { text(layout, $0) }
    }

    private func unpack(_ layout: MessageLayout, _ bytes: [UInt8], _ limits: DecodeLimits) -> String? {
        (try? bytes.withUnsafeBytes { try Decoding.unpack(layout, $0, limits) }).map { text(layout, $0) }
    }

    private func text(_ layout: MessageLayout, _ fields: FieldReader) -> String {
        let text = fields.text(by: layout)
        do {
            try Decoding(fields: fields).finish()
            return text
        } catch {
            return "refused: \(error)"
        }
    }

    /// Whether the message was read in one pass.
    @discardableResult
    private func compare(_ layout: MessageLayout, _ bytes: [UInt8], _ limits: DecodeLimits = DecodeLimits()) -> Bool {
        guard let read = read(layout, bytes, limits) else { return false }
        let unpacked = unpack(layout, bytes, limits)
        expect(read, equals: unpacked, "\(layout.name) from \(bytes)")
        return true
    }

    private static let layouts = [Scalars.layout, Lists.layout, Tree.layout, Nothing.layout]

    @Test func randomMessages() throws {
        var noise = Noise(of: "randomMessages")
        for _ in 0..<500 {
            var (scalars, lists, tree) = (Scalars.random(&noise), Lists.random(&noise), Tree.random(&noise))
            compare(Scalars.layout, scalars.serialized())
            compare(Lists.layout, lists.serialized())
            compare(Tree.layout, tree.serialized())
            // Without unknown fields nothing is left to libprotobuf-c.
            scalars.unknownFields = UnknownFields()
            lists.unknownFields = UnknownFields()
            for index in lists.items.indices { lists.items[index].unknownFields = UnknownFields() }
            tree = tree.withoutUnknownFields
            expect(compare(Scalars.layout, scalars.serialized()))
            expect(compare(Lists.layout, lists.serialized()))
            expect(compare(Tree.layout, tree.serialized()))
        }
    }

    @Test func mutatedMessages() {
        var noise = Noise(of: "mutatedMessages")
        var count = 0
        for _ in 0..<1500 {
            let message = [Scalars.random(&noise).serialized(), Lists.random(&noise).serialized()]
            for var bytes in message + [Tree.random(&noise, depth: 2).withoutUnknownFields.serialized()] {
                noise.mutate(&bytes)
                for layout in Self.layouts where compare(layout, bytes) { count += 1 }
            }
        }
        expect(count, isAbove: 100)
    }

    @Test func piecesOfMessages() {
        var noise = Noise(of: "piecesOfMessages")
        // Tags, lengths and ends of numbers with a meaning in the layouts.
        let parts: [[UInt8]] = [
            [0x0A], [0x12], [0x1A], [0x20], [0x2A], [0x32], [0x3A], [0x4A], [0x72], [0xA0, 0x01], [0xA2, 0x01], [0],
            [1],
            [2], [3], [4], [8], [0x80], [0xFF], [0x80, 0x00], [0x88, 0x80, 0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0xFD, 0x06], [0xF8, 0xFF, 0xFF, 0xFF, 0x0F],
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1..<14, using: &noise)).flatMap { _ in
                parts.randomElement(using: &noise) ?? []
            }
            for layout in Self.layouts { compare(layout, bytes) }
        }
    }

    @Test(
        arguments: [
            // Overlong tags and lengths, and numbers of the wrong width.
            [0xA0, 0x00, 1], [0x20, 0x81, 0x00], [0x72, 0x81, 0x00, 0x61], [0x72, 0x81, 0x80, 0x80, 0x80, 0x00, 0x61],
            [0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02],
            [0x08, 0x80, 0x80, 0x80, 0x80, 0x10], [0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            // Truncated in places where more is loaded than there is.
            [0xA0], [0x72, 0x84], [0x61, 1, 2, 3, 4, 5, 6, 7], [0x45, 1, 2, 3], [0x38, 0x80, 0x80],
        ] as [[UInt8]])
    func oddBytes(_ bytes: [UInt8]) {
        for layout in Self.layouts { compare(layout, bytes) }
        let inner = [0x4A, UInt8(bytes.count)] + bytes
        compare(Tree.layout, inner)
        compare(Tree.layout, inner + [0x20, 1])
    }

    @Test func truncatedMessages() {
        for (layout, bytes) in [
            (Scalars.layout, Scalars.full.serialized()), (Lists.layout, Lists.full.serialized()),
            (Tree.layout, Tree.full.serialized()),
        ] {
            for end in bytes.indices { compare(layout, Array(bytes[..<end])) }
            expect(compare(layout, bytes))
        }
    }

    @Test func limitsHold() {
        let deep = Tree(child: Tree(child: Tree())).serialized()
        var limits = DecodeLimits()
        for depth in -1..<6 {
            limits.depth = depth
            expect(compare(Tree.layout, deep, limits), equals: (depth >= 3))
        }
        // One pass may need less memory than libprotobuf-c, but not less than the message takes.
        let lists = Lists.full.serialized()
        let whole = unpack(Lists.layout, lists, DecodeLimits())
        for memory in stride(from: 0, to: 6000, by: 50) {
            limits.memory = memory
            guard let read = read(Lists.layout, lists, limits) else { continue }
            expect(read, equals: whole)
            expect(memory, isAbove: Lists.layout.size + lists.count)
        }
        limits.memory = 6000
        expect(read(Lists.layout, lists, limits), equals: whole)
    }
}

extension Tree {
    /// Nor in its children.
    fileprivate var withoutUnknownFields: Tree {
        var tree = self
        tree.unknownFields = UnknownFields()
        tree.child = child?.withoutUnknownFields
        tree.children = children.map(\.withoutUnknownFields)
        tree.leaf?.unknownFields = UnknownFields()
        if case .leaf(var leaf)? = content {
            leaf.unknownFields = UnknownFields()
            tree.content = .leaf(leaf)
        }
        return tree
    }
}
