import HearthMessage
internal import Expectations
import Testing

@Suite struct ComparingTests {
    @Test func messagesAreEqualWhenTheirBytesAre() {
        var one = Scalars()
        one.text = "hall"
        one.double = .nan
        let other = one
        expect(one, equals: other)
        expect(one.hashValue, equals: other.hashValue)
        var zero = one
        zero.double = 0.0
        var minus = one
        minus.double = -0.0
        expect(zero, differsFrom: minus)
        expect(zero, differsFrom: one)
    }

    @Test func textsOfOtherBytesDiffer() {
        var composed = Scalars()
        composed.text = "caf\u{E9}"
        var decomposed = Scalars()
        decomposed.text = "cafe\u{301}"
        expect(composed.text, equals: decomposed.text)
        expect(composed, differsFrom: decomposed)
    }

    @Test func differentMessagesHashDifferently() {
        var trees: Set<Tree> = []
        for count in 0..<100 {
            var tree = Tree()
            tree.children = Array(repeating: Tree(), count: count)
            trees.insert(tree)
        }
        expect(Set(trees.map(\.hashValue)).count, isAbove: 90)
    }
}
