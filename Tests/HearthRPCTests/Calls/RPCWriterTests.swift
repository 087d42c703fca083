@testable internal import HearthRPC
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct RPCWriterTests {
    /// A stream that takes messages while its gate is open.
    private final class GatedSink: FrameSink {
        let gate = WriteGate(high: 20)
        private let taken = Mutex<[RPCFrame]>([])

        var count: Int { taken.withLock { $0.count } }

        func send(_ frame: RPCFrame) -> Bool {
            taken.withLock { $0.append(frame) }
            return gate.add(frame.bytes.count)
        }

        var isWritable: Bool { gate.isWritable }
        nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) { try await gate.waitUntilWritable() }
        func onWritable(_ body: @escaping @Sendable () -> Void) { gate.onWritable(body) }
        func finishWriting() {}
    }

    /// Ten bytes with its prefix.
    private let message = RPCFrame(message: [1, 2, 3, 4, 5])

    @Test func aMessageThatIsNotWelcomeIsNotSent() {
        let sink = GatedSink()
        let writer = RPCWriter<RPCFrame>(sink)
        let told = Mutex(0)
        writer.onWritable { told.withLock { $0 += 1 } }
        expect(writer.isWritable)
        expect(writer.tryWrite(message))
        expect(writer.tryWrite(message))
        expect(!writer.isWritable)
        expect(!writer.tryWrite(message))
        expect(sink.count, equals: 2)
        expect(told.withLock { $0 }, equals: 0)
        sink.gate.remove(10)
        expect(told.withLock { $0 }, equals: 1)
        expect(writer.tryWrite(message))
        sink.gate.close(RPCError(.cancelled, "over"))
        expect(!writer.tryWrite(message))
        expect(sink.count, equals: 3)
    }
}
