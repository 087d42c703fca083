internal import ProtoSchema
internal import Expectations
internal import ProcessTestSupport
internal import Testing

/// Reading any file ends, with a descriptor or with diagnostics.
struct DamageTests {
    /// Repeatable numbers for a seed.
    private struct Generator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return bound > 0 ? Int((state >> 33) % UInt64(bound)) : 0
        }
    }

    private static let texts: [[UInt8]] = {
        var texts = Corners.texts.sorted { $0.key < $1.key }.map(\.value)
        for root in ProtoRoot.all {
            // The longest files would take most of the time and show nothing more.
            texts += root.paths.compactMap(root.text).filter { $0.utf8.count < 12_000 }
        }
        return texts.map { Array($0.utf8) }
    }()

    private static func damage(_ text: [UInt8], _ random: inout Generator) -> [UInt8] {
        var text = text
        for _ in 0...random.next(below: 3) {
            let place = random.next(below: text.count)
            let end = min(place + 1 + random.next(below: 40), text.count)
            switch random.next(below: 5) {
            case 0 where place < text.count: text[place] = UInt8(random.next(below: 256))
            case 1: text.removeSubrange(place..<end)
            case 2: text.insert(contentsOf: text[place..<end], at: random.next(below: text.count))
            case 3:
                let marks = ["{", "}", "<", "[", "=", "\"", "/*", "-", "0x", "1e9", "18446744073709551615", "\\U", ";"]
                text.insert(contentsOf: Array(marks[random.next(below: marks.count)].utf8), at: place)
            default: text.removeSubrange(place...)
            }
            if text.isEmpty { break }
        }
        return text
    }

    @Test func damagedFilesAreReadOrRefused() {
        var system = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...UInt64.max, using: &system)
        print("damage seed \(seed)")
        var random = Generator(seed: seed)
        var refused = 0
        let rounds = FaultRounds.count(6000)
        for round in 0..<rounds {
            let original = Self.texts[random.next(below: Self.texts.count)]
            let text = String(decoding: Self.damage(original, &random), as: UTF8.self)
            let pool = DescriptorPool([ProtoSource(path: "a.proto", text: text)])
            let bytes = FileDescriptorSet(pool).bytes(for: ["a.proto"])
            expect(!bytes.isEmpty, "seed \(seed), round \(round)")
            if !pool.diagnostics.isEmpty { refused += 1 }
        }
        expect(refused, isAbove: rounds / 4, "seed \(seed)")
    }

    /// Long runs of one token neither exhaust the stack nor take more than linear time.
    @Test(arguments: [
        "\u{1}", "\u{1} ", "(", "{", "[", "<", "1e", "\"", "'\\", "message M {", "option (a) = {", "option (a) = { b {",
        "a.", "extend M {", "//\n", "/*", "-", "import \"a\";",
    ])
    func longRunsEnd(of piece: String) {
        let text = "syntax = \"proto3\";\n" + String(repeating: piece, count: 20_000)
        let pool = DescriptorPool([ProtoSource(path: "a.proto", text: text)])
        expect(FileDescriptorSet(pool).paths(for: ["a.proto"]), equals: ["a.proto"])
    }
}
