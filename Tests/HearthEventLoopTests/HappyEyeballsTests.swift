@testable internal import HearthEventLoop
internal import Expectations
internal import Testing

@Suite struct HappyEyeballsTests {
    @Test func theNextBeginsWhenTheLastOneTakesItsTime() {
        var race = HappyEyeballs(count: 3)
        expect(race.start(), equals: [.attempt(0), .wait(.milliseconds(250))])
        expect(race.delayPassed(), equals: [.attempt(1), .wait(.milliseconds(250))])
        expect(race.delayPassed(), equals: [.attempt(2)])
        expect(race.delayPassed(), equals: [])
        expect(race.connected(1), equals: [.abandon(0), .abandon(2), .connected(1)])
        expect(race.connected(2) == [] && race.failed(0) == [] && race.delayPassed() == [])
    }

    @Test func theNextBeginsAtOnceWhenTheLastOneFails() {
        var race = HappyEyeballs(count: 3)
        expect(race.start(), equals: [.attempt(0), .wait(.milliseconds(250))])
        expect(race.failed(0), equals: [.attempt(1), .wait(.milliseconds(250))])
        expect(race.failed(1), equals: [.attempt(2)])
        expect(race.failed(2), equals: [.failed])
        expect(race.failed(2) == [] && race.start() == [])
    }

    @Test func aSlowFirstMayStillWin() {
        var race = HappyEyeballs(count: 2)
        _ = race.start()
        _ = race.delayPassed()
        expect(race.failed(1), equals: [])
        expect(race.connected(0), equals: [.connected(0)])
    }

    @Test func withoutAddressesItFails() {
        var race = HappyEyeballs(count: 0)
        expect(race.start(), equals: [.failed])
        expect(race.start(), equals: [])
    }

    @Test func familiesTakeTurns() {
        let addresses = ["6a", "6b", "6c", "4a", "6a", "4b"]
        expect(
            HappyEyeballs.interleaved(addresses) { $0.hasPrefix("6") ? 6 : 4 }, equals: ["6a", "4a", "6b", "4b", "6c"])
        expect(
            HappyEyeballs.interleaved(["4a", "6a", "6b"]) { $0.hasPrefix("6") ? 6 : 4 }, equals: ["4a", "6a", "6b"])
        expect(HappyEyeballs.interleaved([String]()) { $0.count }, equals: [])
    }
}
