package import HearthDeviceLinks
package import HearthEntities
package import HearthEventLoop
internal import HearthTLS
package import HearthTraitCore

/// The link to a Shelly of the second generation or later.
package typealias ShellyLink = DeviceLink<ShellyMachine>

extension DeviceLink<ShellyMachine> {
    /// - Parameters:
    ///   - loop: the loop that the connection runs on.
    ///   - clock: the clock of timeouts.
    ///   - turns: limits how many links connect at the same time.
    package init(
        _ settings: ShellySettings, loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()
    ) {
        self.init(settings, .states, loop: loop, clock: clock, turns: turns, finished: { _ in })
    }

    private init(
        _ settings: ShellySettings, _ purpose: ShellyMachine.Purpose, loop: EventLoop, clock: any HomeClock,
        turns: ConnectTurns?, finished: @escaping (Result<ShellyInfo, ShellyError>) -> Void
    ) {
        self.init(
            ShellyMachine(settings, purpose, random: { SecureRandom.bytes($0) }),
            LoopBound(ShellySocket(settings, loop: loop, finished: finished), loop: loop), clock: clock, turns: turns)
    }

    /// Asks a device once who it is, and checks the password.
    package static func probe(
        _ settings: ShellySettings, loop: EventLoop, clock: any HomeClock
    ) async throws(ShellyError) -> ShellyInfo {
        let (results, sink) = AsyncStream.makeStream(of: Result<ShellyInfo, ShellyError>.self)
        // A person waits for the answer, so that it takes no turn.
        let link = DeviceLink(settings, .probe, loop: loop, clock: clock, turns: nil) { sink.yield($0) }
        await link.start()
        var iterator = results.makeAsyncIterator()
        // Nil once the task is cancelled.
        let result = await iterator.next()
        await link.stop()
        guard let result else { throw ShellyError(.timedOut, "the attempt was cancelled", wayOut: "try again") }
        return try result.get()
    }
}
