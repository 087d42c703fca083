internal import HearthMessage
internal import Testing

/// Whatever bytes come, a decode ends in a message or an error; a message that was read once is read again the same.
@Suite struct FuzzTests {
    private struct Noise: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    private func check<M: Message>(_ type: M.Type, _ bytes: [UInt8]) {
        guard let message = try? M(bytes) else { return }
        let again = message.serialized()
        // NaN is not equal to itself, so bytes are compared.
        #expect((try? M(again))?.serialized() == again, "\(M.layout.name) from \(bytes)")
        _ = try? RawFields(serialized: bytes.span.bytes)
    }

    private func checkAll(_ bytes: [UInt8]) {
        check(Scalars.self, bytes)
        check(Lists.self, bytes)
        check(Tree.self, bytes)
        check(Nothing.self, bytes)
    }

    @Test func randomBytes() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of random bytes: \(seed)")
        var noise = Noise(state: seed)
        for _ in 0..<3000 {
            checkAll((0..<Int.random(in: 0..<60, using: &noise)).map { _ in UInt8.random(in: 0...255, using: &noise) })
        }
    }

    @Test func mutatedMessages() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of mutated messages: \(seed)")
        var noise = Noise(state: seed)
        let whole = [Scalars.full.serialized(), Lists.full.serialized(), Tree.full.serialized()]
        for _ in 0..<1500 {
            var bytes = whole[Int.random(in: 0..<whole.count, using: &noise)]
            for _ in 0..<Int.random(in: 1...4, using: &noise) {
                let place = Int.random(in: 0..<bytes.count, using: &noise)
                switch Int.random(in: 0..<4, using: &noise) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &noise)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
                case 2: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                default: bytes.remove(at: place)
                }
            }
            checkAll(bytes)
        }
    }

    @Test func piecesOfMessages() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of pieces of messages: \(seed)")
        var noise = Noise(state: seed)
        // Tags and lengths that mean something to Tree, so that pieces, oneofs and depth are met.
        let tags: [UInt8] = [0x0A, 0x12, 0x1A, 0x20, 0x2A, 0x32, 0x3A, 0x4A, 0x72, 0x00, 0x01, 0x02, 0x03, 0x04, 0x08]
        for _ in 0..<5000 {
            checkAll((0..<Int.random(in: 2..<40, using: &noise)).map { _ in tags.randomElement(using: &noise) ?? 0 })
        }
    }
}
