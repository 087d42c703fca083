internal import HearthMessage
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct MessageTests {
    @Test(arguments: [Scalars(), .full, .zero])
    func scalarsComeBack(_ message: Scalars) throws {
        #expect(try Scalars(message.serialized()) == message)
    }

    @Test(arguments: [Lists(), .full])
    func listsComeBack(_ message: Lists) throws {
        #expect(try Lists(message.serialized()) == message)
    }

    @Test(arguments: [Tree(), .full])
    func treesComeBack(_ message: Tree) throws {
        #expect(try Tree(message.serialized()) == message)
    }

    @Test func emptyMessageHasNoBytes() throws {
        #expect(Scalars().serialized() == [])
        #expect(try Tree([]) == Tree())
    }

    @Test func reservesFreeBytesInFront() {
        var message = Scalars()
        message.uint32 = 150
        #expect(message.serialized(reserving: 5) == [0, 0, 0, 0, 0, 0x20, 0x96, 0x01])
        #expect(Scalars().serialized(reserving: 5) == [0, 0, 0, 0, 0])
        #expect(Scalars().serialized(reserving: -1) == [])
    }

    @Test func zeroIsNotAbsent() throws {
        #expect(Scalars.zero.serialized().isEmpty == false)
        #expect(try Scalars(Scalars.zero.serialized()).text == "")
        #expect(try Scalars(Scalars().serialized()).text == nil)
    }

    @Test func packedAndSingleValuesAreBothRead() throws {
        // uint32s = 4 is packed, singly = 20 is not; each comes in the other form here, and mixed.
        let bytes: [UInt8] = [0x20, 1, 0x22, 2, 2, 3, 0x20, 4, 0xA2, 0x01, 2, 5, 6, 0xA0, 0x01, 7]
        let message = try Lists(bytes)
        #expect(message.uint32s == [1, 2, 3, 4])
        #expect(message.singly == [5, 6, 7])
    }

    @Test func theLastValueOfAFieldCounts() throws {
        #expect(try Scalars([0x20, 1, 0x20, 2]).uint32 == 2)
        #expect(try Scalars([0x72, 1, 0x61, 0x72, 1, 0x62]).text == "b")
        #expect(try Scalars([0x72, 1, 0x61, 0x72, 0]).text == "")
    }

    @Test func theLastMemberOfAOneofCounts() throws {
        #expect(try Tree([0x1A, 1, 0x61, 0x20, 9]).content == .number(9))
        #expect(try Tree([0x20, 9, 0x1A, 1, 0x61]).content == .text("a"))
        #expect(try Tree([0x32, 2, 0x20, 1, 0x3A, 2, 1, 2]).content == .octets([1, 2]))
    }

    @Test func mergingReplacesWhatIsPresentAndAppendsLists() throws {
        var message = Lists()
        message.texts = ["a"]
        var more = Lists()
        more.texts = ["b"]
        try message.merge(serialized: more.serialized().span.bytes)
        #expect(message.texts == ["a", "b"])

        var scalars = Scalars.full
        try scalars.merge(serialized: [UInt8]([0x20, 1]).span.bytes)
        #expect(scalars.uint32 == 1)
        #expect(scalars.text == Scalars.full.text)
    }

    @Test func aFailedMergeChangesNothing() throws {
        var message = Scalars.full
        #expect(throws: MessageError.self) {
            try message.merge(serialized: [UInt8]([0x20, 1, 0x72, 1, 0xFF]).span.bytes)
        }
        #expect(message == .full)
    }

    @Test func messagesMayBeReadAndWrittenInsideOneAnother() throws {
        let outer = try Tree.layout.decode(Tree.full.serialized().span.bytes) { fields in
            let inner = try Scalars(Scalars.full.serialized())
            #expect(inner == .full)
            var bytes = [UInt8]()
            for _ in 0..<3 { bytes = Tree.full.serialized() }
            var tree = Tree()
            tree.read(from: fields)
            return (tree, bytes)
        }
        #expect(outer.0 == .full)
        #expect(try Tree(outer.1) == .full)
    }

    @Test func largeMessagesComeBack() throws {
        var message = Lists()
        message.octets = [[UInt8](repeating: 7, count: 3_000_000), [1]]
        message.texts = (0..<5000).map { "text \($0)" }
        message.int64s = (0..<50_000).map { -$0 }
        #expect(try Lists(message.serialized()) == message)
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
        #expect(results == [Bool](repeating: true, count: 8))
    }
}
