internal import Foundation
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Damaged schemas that still parse resolve to a model, with or without findings, and never crash.
struct DamageTests {
    @Test func swappedWords() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("DamageTests.swappedWords seed \(seed)")
        var random = Generator(state: seed)
        let texts = try TestFiles.schemas.map { String(decoding: try TestFiles.source($0).bytes, as: UTF8.self) }
            .filter { $0.utf8.count < 6000 }
        try require(!texts.isEmpty)
        var withFindings = 0
        for _ in 0..<1500 {
            let text = texts[Int(random.next() % UInt64(texts.count))]
            var words = text.split(separator: " ", omittingEmptySubsequences: false)
            for _ in 0...(random.next() % 5) {
                let from = Int(random.next() % UInt64(words.count))
                let to = Int(random.next() % UInt64(words.count))
                switch random.next() % 3 {
                case 0: words.swapAt(from, to)
                case 1: words[to] = words[from]
                default: words[to] = ["0", "-1", "99999999999", "x", "int8u", "E"][from % 6]
                }
            }
            let source = SourceText(file: "a.matter", words.joined(separator: " "))
            let found = ModelResolver.resolve([SchemaParser.parse(source).file]).diagnostics
            withFindings += found.isEmpty ? 0 : 1
        }
        expect(withFindings, isAbove: 300)
    }
}

/// SplitMix64: the same damage again for the same seed.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
