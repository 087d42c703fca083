internal import Expectations
@testable internal import HearthWebRTC
internal import Testing

struct StreamClocksTests {
    @Test func oldPicturesComeAtOnceAndLiveOnesInTime() {
        var clocks = StreamClocks(video: 1_000, audio: 0)
        let now = Duration.seconds(9)
        // Ten seconds old, then live, then a thirtieth of a second later.
        expect(clocks.picture(0, isLive: false, now: now), equals: 1_090)
        expect(clocks.picture(5_000_000, isLive: false, now: now), equals: 1_180)
        expect(clocks.picture(10_000_000, isLive: true, now: now + .milliseconds(2)), equals: 1_270)
        expect(clocks.picture(10_033_000, isLive: true, now: now + .milliseconds(90)), equals: 1_270 + 2_970)
        // A picture behind which another one waits is as live as that.
        expect(clocks.picture(10_066_000, isLive: false, now: now + .milliseconds(91)), equals: 1_270 + 5_940)
    }

    @Test func aNewBeginningIsAsLateAsItIs() {
        var clocks = StreamClocks(video: 0, audio: 0)
        _ = clocks.picture(0, isLive: true, now: .zero)
        clocks.beginAgain()
        expect(!clocks.isLive)
        expect(clocks.picture(0, isLive: false, now: .seconds(1)), equals: 180)
        expect(clocks.picture(900_000, isLive: true, now: .seconds(1)), equals: 90_000)
    }

    @Test func reportsPlaceBothOnOneClock() throws {
        var clocks = StreamClocks(video: 0, audio: 500)
        expect(clocks.timestamps(now: .zero, rate: 8_000) == nil)
        _ = clocks.picture(2_000_000, isLive: true, now: .zero)
        let times = try require(clocks.timestamps(now: .seconds(1), rate: 8_000))
        expect((times.video, times.audio), are: (90 + 90_000, 500 + 24_000))
        expect(clocks.sound(3_000_000, rate: 8_000), equals: 24_500)
    }

    @Test func timesWithoutSenseDoNotTrap() {
        var clocks = StreamClocks(video: .max, audio: .max)
        for time in [Int64.min, .max, 0, .min] { _ = clocks.picture(time, isLive: true, now: .zero) }
        _ = clocks.sound(.max, rate: 48_000)
        _ = clocks.sound(.min, rate: .max)
    }
}
