package import HearthEventLoop
package import HearthTraitCore

/// Adds bridges.
package enum HueBridge {
    /// Where an addition is.
    package enum Stage: Sendable {
        /// A person has to press the bridge's button.
        case needsButton
        /// The bridge is asked for its devices.
        case asking
    }

    /// Checks who the bridge is, and asks it for a key unless the settings have one, until a person has pressed the
    /// bridge's button or the task is cancelled.
    package static func pair(
        _ settings: HueSettings, loop: EventLoop, clock: any HomeClock, reached: @Sendable (Stage) -> Void
    ) async throws(HueError) -> PairedBridge {
        let lane = 0
        var connections: [LoopBound<HueSockets>] = []
        let (events, sink) = AsyncStream.makeStream(of: HueEvent.self)
        func connect(_ settings: HueSettings) -> LoopBound<HueSockets> {
            let sockets = LoopBound(HueSockets(settings, loop: loop), loop: loop)
            sockets.run { $0.begin(sink) }
            connections.append(sockets)
            return sockets
        }
        var pairing = HuePairing(settings)
        var actions = pairing.start()
        var sockets = connect(settings)
        defer { for sockets in connections { sockets.run { $0.perform(.closeAll) } } }
        var answers = events.makeAsyncIterator()
        while !actions.isEmpty {
            let todo = actions
            actions = []
            for action in todo {
                switch action {
                case .send(let request):
                    sockets.run { $0.perform(.request(lane, request)) }
                    // Nil once the task is cancelled.
                    switch await answers.next()?.content {
                    case .answered(let answer): actions += pairing.answered(answer)
                    case .failed(let error): actions += pairing.failed(error)
                    case .opened, .streamed, nil: break
                    }
                case .reconnect(let settings): sockets = connect(settings)
                case .wait(let time):
                    await clock.sleep(for: time)
                    if !Task.isCancelled { actions += pairing.waited() }
                case .needsButton: reached(.needsButton)
                case .isAsking: reached(.asking)
                case .finished(let result): return try result.get()
                }
            }
        }
        throw HueError(.timedOut, "the attempt was cancelled", wayOut: "try again")
    }
}
