internal import HearthBase
internal import Foundation
internal import Expectations
internal import ProcessTestSupport
internal import Testing
internal import TraitSchema

/// Damaged text gives diagnostics, never a crash or a hang; the parsed part prints and parses again.
struct DamageTests {
    @Test func randomDamage() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("DamageTests.randomDamage seed \(seed)")
        var random = Generator(state: seed)
        var texts = try TestFiles.schemas.map { try TestFiles.source($0).bytes }.filter { $0.count < 8000 }
        texts.append(Array(SchemaPrinterTests.everything.utf8))
        var found = 0
        let rounds = FaultRounds.count(10_000)
        for _ in 0..<rounds {
            var bytes = texts[Int(random.next() % UInt64(texts.count))]
            for _ in 0...(random.next() % 4) { damage(&bytes, &random) }
            let (file, diagnostics) = SchemaParser.parse(SourceText(file: "a", bytes: bytes))
            found += diagnostics.isEmpty ? 0 : 1
            if diagnostics.isEmpty {
                let printed = SchemaPrinter.print(file)
                let again = SchemaParser.parse(SourceText(file: "a", printed))
                expect(again.diagnostics.isEmpty, "seed \(seed)")
                expect(SchemaPrinter.print(again.file), equals: printed, "seed \(seed)")
            }
        }
        expect(found, isAbove: rounds / 4)
    }

    @Test(arguments: [
        "", " ", "{", "}", "{{{{", "}}}}", ";", "cluster", "cluster C", "cluster C = 1 { enum", "\"", "/*",
        "enum E : enum8 { kA = 1 [", "endpoint 0 { server cluster C { ram", "\u{0}", "🙂",
    ])
    func fragments(_ text: String) {
        let (_, diagnostics) = SchemaParser.parse(SourceText(file: "a", text))
        expect(diagnostics.isEmpty, equals: text.allSatisfy(\.isWhitespace))
    }

    @Test func deepNestingIsNoDanger() {
        for piece in ["{", "cluster C = 1 {", "struct S {", "[", "endpoint 1 { server cluster X {"] {
            let text = String(repeating: piece, count: 20_000)
            expect(SchemaParser.parse(SourceText(file: "a", text)).diagnostics.containsError)
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout Generator) {
        guard !bytes.isEmpty else { return }
        let at = Int(random.next() % UInt64(bytes.count))
        let end = min(bytes.count, at + 1 + Int(random.next() % 40))
        switch random.next() % 5 {
        case 0: bytes.remove(at: at)
        case 1: bytes.removeSubrange(at..<end)
        case 2: bytes.insert(Self.favourites[Int(random.next() % UInt64(Self.favourites.count))], at: at)
        case 3: bytes.insert(contentsOf: bytes[at..<end], at: Int(random.next() % UInt64(bytes.count)))
        default: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        }
    }

    private static let favourites = Array("{}()[]<>;:,=+-!&|\"/*\\ \n0x".utf8)
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
