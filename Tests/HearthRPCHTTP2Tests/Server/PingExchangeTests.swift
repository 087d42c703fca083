internal import Expectations
internal import Testing

@testable internal import HearthRPCHTTP2

@Suite struct PingExchangeTests {
    private let start = ContinuousClock.now
    private func exchange() -> PingExchange {
        PingExchange(PingPolicy(interval: .seconds(10), maxStrikes: 1))
    }

    @Test func eachPingOfTheClientCountsOnce() {
        var pings = exchange()
        expect(pings.heard(2, at: start) == false)
        expect(pings.heard(2, at: start) == false)
        expect(pings.heard(3, at: start))
    }

    @Test func answersResetTheStrikes() {
        var pings = exchange()
        expect(pings.heard(2, at: start) == false)
        pings.answered(1)
        expect(pings.heard(4, at: start) == false)
        pings.answered(1)
        expect(pings.heard(6, at: start))
    }

    @Test func lastPongBeforeTheShutdownShowsIt() {
        var pings = exchange()
        pings.ping()
        pings.ping(announcing: true)
        pings.ping()
        expect((0..<3).map { _ in pings.pong() }, equals: [false, true, false])
    }

    @Test func unaskedPongsShowNothing() {
        var pings = exchange()
        expect(pings.pong() == false)
        pings.ping(announcing: true)
        expect(pings.pong())
    }
}
