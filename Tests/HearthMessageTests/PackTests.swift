internal import CHearthMessage
@testable internal import HearthMessage
internal import Expectations
internal import Testing

@Suite struct PackTests {
    private func check<M: Message>(_ message: M) {
        var fields = FieldWriter.root(M.layout)
        message.write(to: &fields)
        let memory = fields.base.assumingMemoryBound(to: ProtobufCMessage.self)
        var expected = [UInt8](repeating: 0, count: protobuf_c_message_get_packed_size(memory))
        let count = expected.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.map { protobuf_c_message_pack(memory, $0) } ?? 0
        }
        expect(count, equals: expected.count)
        expect(fields.finish(reserving: 0), equals: expected)
    }

    @Test func randomMessages() {
        var noise = Noise(of: "randomMessages")
        for _ in 0..<500 {
            check(Scalars.random(&noise))
            check(Lists.random(&noise))
            check(Tree.random(&noise))
        }
    }

    @Test func numbersOfEveryLength() {
        for bits in 0..<64 {
            for number in [UInt64(1) << UInt64(bits), (1 << UInt64(bits)) &- 1, ~(1 << UInt64(bits))] {
                var message = Scalars()
                message.int32 = Int32(truncatingIfNeeded: number)
                message.sint32 = Int32(truncatingIfNeeded: number)
                message.uint32 = UInt32(truncatingIfNeeded: number)
                message.int64 = Int64(bitPattern: number)
                message.sint64 = Int64(bitPattern: number)
                message.uint64 = number
                message.choice = Int32(truncatingIfNeeded: number)
                check(message)
                expect((try? Scalars(message.serialized())), equals: message)
            }
        }
    }

    @Test func lengthsOfEveryLength() {
        for count in [0, 1, 3, 4, 7, 8, 15, 16, 17, 126, 127, 128, 129, 16_383, 16_384, 2_097_151, 2_097_152] {
            var leaf = Scalars()
            leaf.octets = [UInt8](repeating: 7, count: count)
            check(leaf)
            var tree = Tree()
            tree.leaf = leaf
            tree.content = .octets(leaf.octets ?? [])
            check(tree)
            var lists = Lists()
            lists.flags = [Bool](repeating: true, count: count)
            lists.octets = [leaf.octets ?? []]
            lists.items = [leaf]
            check(lists)
        }
    }
}
