internal import HearthMessage
internal import Expectations
internal import Testing

/// Random bytes decode to a message or an error; a decoded message is the same when decoded again.
@Suite struct FuzzTests {
    private func check<M: Message>(_ type: M.Type, _ bytes: [UInt8]) {
        guard let message = try? M(bytes) else { return }
        let again = message.serialized()
        // NaN is not equal to itself, so bytes are compared.
        expect((try? M(again))?.serialized(), equals: again, "\(M.layout.name) from \(bytes)")
        _ = try? RawFields(serialized: bytes.span.bytes)
    }

    private func checkAll(_ bytes: [UInt8]) {
        check(Scalars.self, bytes)
        check(Lists.self, bytes)
        check(Tree.self, bytes)
        check(Nothing.self, bytes)
    }

    @Test func randomBytes() {
        var noise = Noise(of: "randomBytes")
        for _ in 0..<3000 {
            checkAll(noise.bytes(0..<60))
        }
    }

    @Test func mutatedMessages() {
        var noise = Noise(of: "mutatedMessages")
        let whole = [Scalars.full.serialized(), Lists.full.serialized(), Tree.full.serialized()]
        for _ in 0..<1500 {
            var bytes = whole[Int.random(in: 0..<whole.count, using: &noise)]
            noise.mutate(&bytes)
            checkAll(bytes)
        }
    }

    @Test func piecesOfMessages() {
        var noise = Noise(of: "piecesOfMessages")
        // Tags and lengths with a meaning in Tree, to reach pieces, oneofs and depth.
        let tags: [UInt8] = [0x0A, 0x12, 0x1A, 0x20, 0x2A, 0x32, 0x3A, 0x4A, 0x72, 0x00, 0x01, 0x02, 0x03, 0x04, 0x08]
        for _ in 0..<5000 {
            checkAll((0..<Int.random(in: 2..<40, using: &noise)).map { _ in tags.randomElement(using: &noise) ?? 0 })
        }
    }
}
