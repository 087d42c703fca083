internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct RunningWorkTests {
    private func running() throws -> RunningWork {
        RunningWork(
            DeviceWork(
                id: 1, trait: Sample.onOff, path: Sample.path("a"),
                task: .invoke(try require(Sample.onOff.command(2))), message: [], cause: .device))
    }

    @Test func workIsCancelledBeforeAndAfterItStarts() async throws {
        let waits = Latch()
        let early = try running()
        early.cancel()
        let first = Task { _ = await waits.wait() }
        early.run(as: first)
        expect(first.isCancelled)
        let late = try running()
        let second = Task { _ = await waits.wait() }
        late.run(as: second)
        expect(!second.isCancelled)
        late.cancel()
        expect(second.isCancelled)
        waits.open()
        await first.value
        await second.value
    }
}
