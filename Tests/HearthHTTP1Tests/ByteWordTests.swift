@testable internal import HearthHTTP1
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite struct ByteWordTests {
    /// A negative answer is never wrong.
    @Test func negativeAnswersAreNeverWrong() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of words: \(seed)")
        var dice = Dice(seed: seed)
        var noes = 0
        for _ in 0..<20_000 {
            let isText = dice.below(2) == 0
            let bytes = (0..<16).map { _ in
                UInt8(isText && dice.below(20) > 0 ? 0x20 + dice.below(0x5F) : dice.below(256))
            }
            let offset = dice.below(9)
            let word = ByteWord(bytes.span.bytes, at: offset)
            let inWord = bytes[offset..<(offset + ByteWord.count)]
            let byte = UInt8(dice.below(256))
            if !word.mayContain(byte) { expect(!inWord.contains(byte), "seed \(seed)") }
            guard !word.mayContainControl else { continue }
            noes += 1
            expect(inWord.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "seed \(seed)")
        }
        expect(noes, isAbove: 1_000)
    }
}
