internal import HearthRPC
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct WriteGateTests {
    private static let over = RPCError(.unavailable, "over")

    /// Waits for the gate in a task; returns once the task has begun.
    private func waiter(_ gate: WriteGate) async -> Task<RPCError?, Never> {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let task = Task { () -> RPCError? in
            beginning.finish()
            do throws(RPCError) { try await gate.waitUntilWritable() } catch { return error }
            return nil
        }
        for await _ in begun {}
        return task
    }

    @Test func gateClosesAtTheMarkAndOpensAtHalf() {
        let gate = WriteGate(high: 100)
        expect(gate.isWritable)
        expect(gate.add(99))
        expect(gate.isWritable)
        expect(!gate.add(1))
        expect(!gate.isWritable)
        expect(!gate.tryAdd(1))
        gate.remove(49)
        expect(!gate.isWritable)
        gate.remove(1)
        expect(gate.isWritable)
        expect(gate.tryAdd(50))
        expect(!gate.isWritable)
    }

    @Test func aMessageBeyondTheMarkPassesAnOpenGate() {
        let gate = WriteGate(high: 100)
        expect(gate.tryAdd(1_000))
        expect(!gate.isWritable)
        gate.remove(950)
        expect(gate.isWritable)
    }

    @Test func moreOutThanInIsNothing() {
        let gate = WriteGate(high: 100)
        gate.remove(1_000)
        expect(gate.add(99))
        expect(!gate.add(1))
    }

    @Test func waiterResumesWhenThereIsRoom() async {
        let gate = WriteGate(high: 10)
        gate.add(10)
        let waiters = [await waiter(gate), await waiter(gate)]
        gate.remove(5)
        for waiter in waiters { await expectNil(waiter.value) }
    }

    @Test func waiterGetsTheEnd() async {
        let gate = WriteGate(high: 10)
        gate.add(10)
        let waiter = await waiter(gate)
        gate.close(Self.over)
        await expect(waiter.value?.code, equals: .unavailable)
    }

    @Test func waiterCanBeCancelled() async {
        let gate = WriteGate(high: 10)
        gate.add(10)
        let waiter = await waiter(gate)
        waiter.cancel()
        await expect(waiter.value?.code, equals: .cancelled)
        expect(!gate.isWritable)
    }

    @Test func theFirstReasonStays() async {
        let gate = WriteGate(high: 10)
        gate.close(Self.over)
        gate.close(RPCError(.cancelled, "later"))
        expect(gate.closed?.code, equals: .unavailable)
        expect(!gate.isWritable)
        expect(!gate.add(1))
        expect(!gate.tryAdd(1))
        // It does not open any more.
        gate.add(20)
        gate.remove(21)
        expect(!gate.isWritable)
        await expect(waiter(gate).value?.code, equals: .unavailable)
    }

    @Test func latestCallbackIsCalledAtEachOpening() {
        let gate = WriteGate(high: 10)
        let told = Mutex<[String]>([])
        gate.onWritable { told.withLock { $0.append("first") } }
        gate.onWritable { told.withLock { $0.append("latest") } }
        for _ in 0..<2 {
            gate.add(10)
            gate.remove(4)
            gate.remove(6)
        }
        expect(told.withLock { $0 }, equals: ["latest", "latest"])
        gate.add(10)
        gate.close(Self.over)
        gate.remove(10)
        expect(told.withLock { $0 }.count, equals: 2)
    }
}
