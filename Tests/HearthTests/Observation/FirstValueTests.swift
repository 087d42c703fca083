internal import Hearth
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// The first value arrives after the subscribing call has returned.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct FirstValueTests {
    private static let repetitions = 1_000

    @MainActor @Test func allSubscribersOfASharedPublisherGetTheFirstValue() async throws {
        let (fixture, device) = try await HubFixture.with("ceiling")
        for _ in 0..<Self.repetitions {
            var counts = [0, 0, 0, 0]
            let (stream, came) = AsyncStream<Void>.makeStream()
            let devices = fixture.home.devices().batched().assertNoFailure().share()
            let lights = device.types.subscribe(OnOffLightDeviceType.self).assertNoFailure().share()
            let cancellables = [
                devices.sink { _ in counts[0] += 1 },
                devices.sink { _ in
                    counts[1] += 1; came.yield()
                },
                lights.sink { _ in counts[2] += 1 },
                lights.sink { _ in
                    counts[3] += 1; came.yield()
                },
            ]
            expect(counts, equals: [0, 0, 0, 0])
            var arrived = 0
            for await _ in stream {
                arrived += 1
                if arrived == 2 { break }
            }
            // A change of the home may already have followed.
            expect(counts.map { min($0, 1) }, equals: [1, 1, 1, 1])
            withExtendedLifetime(cancellables) {}
        }
        await fixture.stop()
    }

    @MainActor @Test func theFirstValueCancels() async throws {
        let fixture = try await HubFixture.start()
        for _ in 0..<Self.repetitions {
            var count = 0
            var cancellable: AnyCancellable?
            let (stream, came) = AsyncStream<Bool>.makeStream()
            cancellable = fixture.home.device(id: "ceiling").assertNoFailure().sink { _ in
                count += 1
                came.yield(cancellable != nil)
                cancellable?.cancel()
            }
            for await wasKept in stream {
                expect(wasKept)
                break
            }
            _ = try await fixture.device("ceiling").setName("Ceiling")
            expect(count, equals: 1)
        }
        await fixture.stop()
    }

    /// On other threads only the subscriber knows when it has stored its cancellable: here it holds a lock.
    @Test func onOtherThreadsSubscribingNeverCallsTheSubscriber() async throws {
        let fixture = try await HubFixture.start()
        for _ in 0..<Self.repetitions {
            let kept = Kept()
            let (stream, came) = AsyncStream<Void>.makeStream()
            kept.cancellable.withLock { cancellable in
                cancellable = fixture.home.devices().batched().assertNoFailure().sink { _ in
                    kept.cancellable.withLock { $0?.cancel() }
                    came.yield()
                }
            }
            for await _ in stream { break }
        }
    }

    /// Combine's `AnyCancellable` is thread-safe, but not Sendable.
    private final class Kept: @unchecked Sendable {
        let cancellable = Mutex<AnyCancellable?>(nil)
    }

    @Test func aValueThatIsAskedForLaterIsThePresentOne() async throws {
        let fixture = try await HubFixture.start()
        let changes = Recorder(fixture.home.changes())
        _ = try await fixture.device("ceiling").setName("Sky")
        guard case .report(let report)? = await changes.next().value else {
            Issue.record("no change was published")
            return
        }
        expect(report.objectChanges.count, equals: 1)
    }
}
