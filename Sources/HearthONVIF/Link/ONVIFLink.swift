package import HearthCameraMedia
package import HearthDeviceLinks
package import HearthEntities
package import HearthEventLoop
internal import HearthTLS
package import HearthTraitCore

/// The link to a camera that speaks ONVIF.
package typealias ONVIFLink = DeviceLink<ONVIFMachine>

extension DeviceLink: CameraLink where Machine == ONVIFMachine {
    package func addresses(ofCamera deviceID: String) async -> CameraAddresses? {
        machine.deviceID == deviceID ? machine.addresses : nil
    }
}

extension DeviceLink<ONVIFMachine> {
    /// - Parameters:
    ///   - id: identifies the camera in its integration.
    ///   - loop: the loop that the connections run on.
    ///   - clock: the clock of timeouts and of events.
    ///   - turns: limits how many links connect at the same time.
    package init(
        _ settings: ONVIFSettings, id: String, loop: EventLoop, clock: any HomeClock,
        turns: ConnectTurns = ConnectTurns()
    ) {
        self.init(settings, .states(id: id), loop: loop, clock: clock, turns: turns, finished: { _ in })
    }

    private init(
        _ settings: ONVIFSettings, _ purpose: ONVIFMachine.Purpose, loop: EventLoop, clock: any HomeClock,
        turns: ConnectTurns?, finished: @escaping (Result<ProbedCamera, ONVIFError>) -> Void
    ) {
        self.init(
            ONVIFMachine(
                settings, purpose, sinceEpoch: { clock.sinceEpoch }, random: { SecureRandom.bytes($0) }),
            LoopBound(ONVIFSockets(settings, loop: loop, finished: finished), loop: loop), clock: clock, turns: turns)
    }

    /// Asks a camera once who it is and where its streams are, and checks the password.
    package static func probe(
        _ settings: ONVIFSettings, loop: EventLoop, clock: any HomeClock
    ) async throws(ONVIFError) -> ProbedCamera {
        let (results, sink) = AsyncStream.makeStream(of: Result<ProbedCamera, ONVIFError>.self)
        // A person waits for the answer, so that it takes no turn.
        let link = DeviceLink(settings, .probe, loop: loop, clock: clock, turns: nil) { sink.yield($0) }
        await link.start()
        var iterator = results.makeAsyncIterator()
        // Nil once the task is cancelled.
        let result = await iterator.next()
        await link.stop()
        guard let result else { throw ONVIFError(.timedOut, "the attempt was cancelled", wayOut: "try again") }
        return try result.get()
    }
}
