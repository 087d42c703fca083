import HearthMessage
import Testing

@Suite struct HashingTests {
    @Test func equalMessagesHashAlike() {
        var one = Scalars()
        one.text = "hall"
        one.double = 0.0
        var other = one
        other.double = -0.0
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test func differentMessagesHashDifferently() {
        var trees: Set<Tree> = []
        for count in 0..<100 {
            var tree = Tree()
            tree.children = Array(repeating: Tree(), count: count)
            trees.insert(tree)
        }
        #expect(Set(trees.map(\.hashValue)).count > 90)
    }
}
