internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
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
        let value = try require(try bench.send(T.self, id, arguments))
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
        try expect(send(&bench, 0), equals: .success)
        try expect(attributes(bench).currentState, equals: .playing)
        try expect(attributes(bench).playbackSpeed, equals: 1)
        bench.pass(.seconds(10))
        try expect(send(&bench, 1), equals: .success)
        try expect(attributes(bench).playbackSpeed, equals: 0)
        try expect(position(bench), equals: 10_000)
        bench.pass(.seconds(60))
        try expect(send(&bench, 0), equals: .success)
        try expect(position(bench), equals: 10_000)
        try expect(send(&bench, 2), equals: .success)
        try expect(attributes(bench).currentState, equals: .notPlaying)
        try expect(attributes(bench).$sampledPosition.isNull)
        let events = try bench.payloads(T.StateChangedEvent.self, of: T.descriptor)
        expect(events.map(\.currentState), equals: [.playing, .paused, .playing, .notPlaying])
    }

    @Test func idlePlayerRefusesPauseAndOthers() throws {
        var bench = player()
        try expect(send(&bench, 1), equals: .invalidStateForCommand)
        try expect(send(&bench, 5), equals: .notActive)
        try expect(send(&bench, 0xB, seek(0)), equals: .notActive)
        try expect(send(&bench, 7, T.Commands.FastForward()), equals: .notActive)
        expect(bench.reports.isEmpty)
    }

    /// Rewind and FastForward raise the speed in steps; beyond the fastest is SpeedOutOfRange.
    @Test func speeds() throws {
        var bench = player()
        _ = try send(&bench, 0)
        for speed in [Float(2), 4, 8] {
            try expect(send(&bench, 7, T.Commands.FastForward()), equals: .success)
            try expect(attributes(bench).playbackSpeed, equals: speed)
        }
        try expect(send(&bench, 7, T.Commands.FastForward()), equals: .speedOutOfRange)
        try expect(send(&bench, 6, T.Commands.Rewind()), equals: .success)
        try expect(attributes(bench).playbackSpeed, equals: -2)
    }

    @Test func aRewindThatReachesTheStartPlaysOnFromThere() throws {
        var bench = player()
        _ = try send(&bench, 0)
        bench.pass(.seconds(10))
        _ = try send(&bench, 6, T.Commands.Rewind())
        bench.pass(.seconds(5))
        try expect(attributes(bench).playbackSpeed, equals: 1)
        try expect(position(bench), equals: 0)
    }

    @Test func seekGoesAnywhereInTheRangeBeyondItIsSeekOutOfRange() throws {
        var bench = player()
        _ = try send(&bench, 0)
        try expect(send(&bench, 0xB, seek(90_000)), equals: .success)
        try expect(position(bench), equals: 90_000)
        try expect(send(&bench, 0xB, seek(100_001)), equals: .seekOutOfRange)
        try expect(send(&bench, 0xB, seek(.max)), equals: .seekOutOfRange)
    }

    @Test func skipsStopAtTheEndsOfTheTrack() throws {
        var bench = player()
        _ = try send(&bench, 0)
        var forward = T.Commands.SkipForward()
        forward.deltaPositionMilliseconds = .max
        try expect(send(&bench, 8, forward), equals: .success)
        try expect(position(bench), equals: 100_000)
        var backward = T.Commands.SkipBackward()
        backward.deltaPositionMilliseconds = .max
        try expect(send(&bench, 9, backward), equals: .success)
        try expect(position(bench), equals: 0)
    }

    @Test func nextTrackPlaysAtTheEndAndTheLastStops() throws {
        var bench = player()
        _ = try send(&bench, 0)
        bench.pass(.seconds(100))
        try expect(attributes(bench).contentInfo?.title.value, equals: "Two")
        bench.pass(.seconds(50))
        try expect(attributes(bench).currentState, equals: .notPlaying)
        expectNil(bench.device.deadline)
    }

    @Test func turnedOffThePlayerStops() throws {
        let track = MediaPlaybackBehavior.Track(title: "One", artist: "A", seconds: 100)
        var bench = Bench([OnOffBehavior(isOn: true), MediaPlaybackBehavior([track])])
        _ = try send(&bench, 0)
        try bench.send(Matter.OnOffTrait.self, 0)
        try expect(attributes(bench).currentState, equals: .notPlaying)
    }

    @Test func nextAfterTheLastFailsAndPreviousGoesBack() throws {
        var bench = player()
        _ = try send(&bench, 0)
        try expect(send(&bench, 5), equals: .success)
        try expect(send(&bench, 5), equals: .notAllowed)
        bench.pass(.seconds(5))
        try expect(send(&bench, 3), equals: .success)
        try expect(position(bench), equals: 0)
        try expect(send(&bench, 4), equals: .success)
        try expect(attributes(bench).contentInfo?.title.value, equals: "One")
    }
}
