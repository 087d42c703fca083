internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of MediaPlayback, one by one.
@Suite struct MediaPlaybackBehaviorTests {
    typealias T = Matter.MediaPlaybackTrait

    private func player() -> Bench {
        Bench([
            MediaPlaybackBehavior([
                .init(title: "One", artist: "A", seconds: 100), .init(title: "Two", artist: "B", seconds: 50),
            ])
        ])
    }

    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(MediaPlaybackBehavior.self) }

    private func send(
        _ bench: inout Bench, _ id: UInt32, _ arguments: some Message = EmptyMessage()
    ) throws -> T.StatusEnum {
        let value = try #require(try bench.send(T.self, id, arguments))
        return T.StatusEnum(rawValue: UInt64(value[0]?.integer ?? -1))
    }

    private func position(_ bench: Bench) throws -> UInt64? { try attributes(bench).sampledPosition?.position }

    private func seek(_ position: UInt64) -> T.Commands.Seek {
        var command = T.Commands.Seek()
        command.position = position
        return command
    }

    @Test func playPauseAndStopReportStateAndSpeedOnce() throws {
        var bench = player()
        #expect(try send(&bench, 0) == .success)
        #expect(try attributes(bench).currentState == .playing)
        #expect(try attributes(bench).playbackSpeed == 1)
        bench.pass(.seconds(10))
        #expect(try send(&bench, 1) == .success)
        #expect(try attributes(bench).playbackSpeed == 0)
        #expect(try position(bench) == 10_000)
        bench.pass(.seconds(60))
        #expect(try send(&bench, 0) == .success)
        #expect(try position(bench) == 10_000)
        #expect(try send(&bench, 2) == .success)
        #expect(try attributes(bench).currentState == .notPlaying)
        #expect(try attributes(bench).$sampledPosition.isNull)
        let events = try bench.payloads(T.StateChangedEvent.self, of: T.descriptor)
        #expect(events.map(\.currentState) == [.playing, .paused, .playing, .notPlaying])
    }

    @Test func idlePlayerRefusesPauseAndOthers() throws {
        var bench = player()
        #expect(try send(&bench, 1) == .invalidStateForCommand)
        #expect(try send(&bench, 5) == .notActive)
        #expect(try send(&bench, 0xB, seek(0)) == .notActive)
        #expect(try send(&bench, 7, T.Commands.FastForward()) == .notActive)
        #expect(bench.reports.isEmpty)
    }

    /// Rewind and FastForward raise the speed in steps; beyond the fastest is SpeedOutOfRange.
    @Test func speeds() throws {
        var bench = player()
        _ = try send(&bench, 0)
        for speed in [Float(2), 4, 8] {
            #expect(try send(&bench, 7, T.Commands.FastForward()) == .success)
            #expect(try attributes(bench).playbackSpeed == speed)
        }
        #expect(try send(&bench, 7, T.Commands.FastForward()) == .speedOutOfRange)
        #expect(try send(&bench, 6, T.Commands.Rewind()) == .success)
        #expect(try attributes(bench).playbackSpeed == -2)
    }

    @Test func aRewindThatReachesTheStartPlaysOnFromThere() throws {
        var bench = player()
        _ = try send(&bench, 0)
        bench.pass(.seconds(10))
        _ = try send(&bench, 6, T.Commands.Rewind())
        bench.pass(.seconds(5))
        #expect(try attributes(bench).playbackSpeed == 1)
        #expect(try position(bench) == 0)
    }

    @Test func seekGoesAnywhereInTheRangeBeyondItIsSeekOutOfRange() throws {
        var bench = player()
        _ = try send(&bench, 0)
        #expect(try send(&bench, 0xB, seek(90_000)) == .success)
        #expect(try position(bench) == 90_000)
        #expect(try send(&bench, 0xB, seek(100_001)) == .seekOutOfRange)
        #expect(try send(&bench, 0xB, seek(.max)) == .seekOutOfRange)
    }

    @Test func skipsStopAtTheEndsOfTheTrack() throws {
        var bench = player()
        _ = try send(&bench, 0)
        var forward = T.Commands.SkipForward()
        forward.deltaPositionMilliseconds = .max
        #expect(try send(&bench, 8, forward) == .success)
        #expect(try position(bench) == 100_000)
        var backward = T.Commands.SkipBackward()
        backward.deltaPositionMilliseconds = .max
        #expect(try send(&bench, 9, backward) == .success)
        #expect(try position(bench) == 0)
    }

    @Test func nextTrackPlaysAtTheEndAndTheLastStops() throws {
        var bench = player()
        _ = try send(&bench, 0)
        bench.pass(.seconds(100))
        #expect(try attributes(bench).contentInfo?.title.value == "Two")
        bench.pass(.seconds(50))
        #expect(try attributes(bench).currentState == .notPlaying)
        #expect(bench.device.deadline == nil)
    }

    @Test func turnedOffThePlayerStops() throws {
        let track = MediaPlaybackBehavior.Track(title: "One", artist: "A", seconds: 100)
        var bench = Bench([OnOffBehavior(isOn: true), MediaPlaybackBehavior([track])])
        _ = try send(&bench, 0)
        try bench.send(Matter.OnOffTrait.self, 0)
        #expect(try attributes(bench).currentState == .notPlaying)
    }

    @Test func nextAfterTheLastFailsAndPreviousGoesBack() throws {
        var bench = player()
        _ = try send(&bench, 0)
        #expect(try send(&bench, 5) == .success)
        #expect(try send(&bench, 5) == .notAllowed)
        bench.pass(.seconds(5))
        #expect(try send(&bench, 3) == .success)
        #expect(try position(bench) == 0)
        #expect(try send(&bench, 4) == .success)
        #expect(try attributes(bench).contentInfo?.title.value == "One")
    }
}
