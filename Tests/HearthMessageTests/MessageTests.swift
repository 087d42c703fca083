internal import HearthMessage
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct MessageTests {
    @Test(arguments: [Scalars(), .full, .zero])
    func scalarsComeBack(_ message: Scalars) throws {
        try expect(Scalars(message.serialized()), equals: message)
    }

    @Test(arguments: [Lists(), .full])
    func listsComeBack(_ message: Lists) throws {
        try expect(Lists(message.serialized()), equals: message)
    }

    @Test(arguments: [Tree(), .full])
    func treesComeBack(_ message: Tree) throws {
        try expect(Tree(message.serialized()), equals: message)
    }

    @Test func emptyMessageHasNoBytes() throws {
        expect(Scalars().serialized(), equals: [])
        try expect(Tree([]), equals: Tree())
    }

    @Test func reservesFreeBytesInFront() {
        var message = Scalars()
        message.uint32 = 150
        expect(message.serialized(reserving: 5), equals: [0, 0, 0, 0, 0, 0x20, 0x96, 0x01])
        expect(Scalars().serialized(reserving: 5), equals: [0, 0, 0, 0, 0])
        expect(Scalars().serialized(reserving: -1), equals: [])
    }

    @Test func zeroIsNotAbsent() throws {
        expect(Scalars.zero.serialized().isEmpty, equals: false)
        try expect(Scalars(Scalars.zero.serialized()).text, equals: "")
        try expectNil(Scalars(Scalars().serialized()).text)
    }

    @Test func packedAndSingleValuesAreBothRead() throws {
        // uint32s = 4 is packed, singly = 20 is not; each comes in the other form here, and mixed.
        let bytes: [UInt8] = [0x20, 1, 0x22, 2, 2, 3, 0x20, 4, 0xA2, 0x01, 2, 5, 6, 0xA0, 0x01, 7]
        let message = try Lists(bytes)
        expect(message.uint32s, equals: [1, 2, 3, 4])
        expect(message.singly, equals: [5, 6, 7])
    }

    @Test func theLastValueOfAFieldCounts() throws {
        try expect(Scalars([0x20, 1, 0x20, 2]).uint32, equals: 2)
        try expect(Scalars([0x72, 1, 0x61, 0x72, 1, 0x62]).text, equals: "b")
        try expect(Scalars([0x72, 1, 0x61, 0x72, 0]).text, equals: "")
    }

    @Test func theLastMemberOfAOneofCounts() throws {
        try expect(Tree([0x1A, 1, 0x61, 0x20, 9]).content, equals: .number(9))
        try expect(Tree([0x20, 9, 0x1A, 1, 0x61]).content, equals: .text("a"))
        try expect(Tree([0x32, 2, 0x20, 1, 0x3A, 2, 1, 2]).content, equals: .octets([1, 2]))
    }

    @Test func mergingReplacesWhatIsPresentAndAppendsLists() throws {
        var message = Lists()
        message.texts = ["a"]
        var more = Lists()
        more.texts = ["b"]
        try message.merge(serialized: more.serialized().span.bytes)
        expect(message.texts, equals: ["a", "b"])

        var scalars = Scalars.full
        try scalars.merge(serialized: [UInt8]([0x20, 1]).span.bytes)
        expect(scalars.uint32, equals: 1)
        expect(scalars.text, equals: Scalars.full.text)
    }

    @Test func aFailedMergeChangesNothing() throws {
        var message = Scalars.full
        expect(throws: MessageError.self) {
            try message.merge(serialized: [UInt8]([0x20, 1, 0x72, 1, 0xFF]).span.bytes)
        }
        expect(message, equals: .full)
    }

    @Test func messagesMayBeReadAndWrittenInsideOneAnother() throws {
        let outer = try Tree.layout.decode(Tree.full.serialized().span.bytes) { fields in
            let inner = try Scalars(Scalars.full.serialized())
            expect(inner, equals: .full)
            var bytes = [UInt8]()
            for _ in 0..<3 { bytes = Tree.full.serialized() }
            var tree = Tree()
            tree.read(from: fields)
            return (tree, bytes)
        }
        expect(outer.0, equals: .full)
        try expect(Tree(outer.1), equals: .full)
    }

    @Test func largeMessagesComeBack() throws {
        var message = Lists()
        message.octets = [[UInt8](repeating: 7, count: 3_000_000), [1]]
        message.texts = (0..<5000).map { "text \($0)" }
        message.int64s = (0..<50_000).map { -$0 }
        try expect(Lists(message.serialized()), equals: message)
    }

    @Test func manyThreadsAtOnce() async throws {
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 where try Tree(Tree.full.serialized()) != .full { return false }
                    return true
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        expect(results, equals: [Bool](repeating: true, count: 8))
    }
}
