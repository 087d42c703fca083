internal import HearthDeviceLinks
internal import HearthEventLoop
internal import HearthHTTP1

/// The connections of a link or a probe, by their lanes. On its loop's thread only.
package final class ONVIFSockets: LinkWire {
    private let settings: ONVIFSettings
    private let loop: EventLoop
    private let finished: (Result<ProbedCamera, ONVIFError>) -> Void
    private var sink: AsyncStream<ONVIFEvent>.Continuation?
    private var lanes: [Int: CameraExchange] = [:]
    /// How often each lane was closed.
    private var rounds: [Int: Int] = [:]
    /// Whether the receiver still takes what a pull has brought, and the end of the next pull meanwhile.
    private var isTaking = false
    private var held: Result<CameraAnswer, ONVIFError>?

    /// The longest time for a last request.
    private static let farewellTime = Duration.seconds(3)

    /// - Parameter finished: called with the result of a probe.
    init(
        _ settings: ONVIFSettings, loop: EventLoop, finished: @escaping (Result<ProbedCamera, ONVIFError>) -> Void
    ) {
        self.settings = settings
        self.loop = loop
        self.finished = finished
    }

    package func begin(_ sink: AsyncStream<ONVIFEvent>.Continuation) { self.sink = sink }

    package func perform(_ order: ONVIFOrder) {
        switch order {
        case .request(let lane, let request, let port): send(request, port, on: lane)
        case .close(let lane): close(lane)
        case .closeAll: for lane in lanes.keys.sorted() { close(lane) }
        case .farewell(let request, let port): sayFarewell(request, port)
        case .finished(let result): finished(result)
        }
    }

    package func taken(_ event: ONVIFEvent) {
        guard event.lane == ONVIFMachine.pullLane else { return }
        isTaking = false
        if let result = held.take() { report(result, of: event.lane) }
    }

    private func send(_ request: HTTP1ClientRequest, _ port: UInt16, on lane: Int) {
        let exchange = CameraExchange(request, settings, port: port, loop: loop) { [weak self] result in
            self?.ended(lane, result)
        }
        lanes[lane] = exchange
        exchange.open()
    }

    private func ended(_ lane: Int, _ result: Result<CameraAnswer, ONVIFError>) {
        lanes[lane] = nil
        // The next pull begins once this one is reported. So a receiver that is slow makes the camera wait.
        if lane == ONVIFMachine.pullLane, isTaking {
            held = result
        } else {
            report(result, of: lane)
        }
    }

    private func report(_ result: Result<CameraAnswer, ONVIFError>, of lane: Int) {
        if lane == ONVIFMachine.pullLane { isTaking = true }
        let content: ONVIFEvent.Content =
            switch result {
            case .success(let answer): .answered(answer)
            case .failure(let error): .failed(error)
            }
        sink?.yield(ONVIFEvent(lane: lane, round: rounds[lane, default: 0], content))
    }

    /// Ends the exchange of a lane. Events of it that are on their way have a former round.
    private func close(_ lane: Int) {
        rounds[lane, default: 0] &+= 1
        if lane == ONVIFMachine.pullLane { held = nil }
        lanes.removeValue(forKey: lane)?.close()
    }

    private func sayFarewell(_ request: HTTP1ClientRequest, _ port: UInt16) {
        var kept: CameraExchange?
        let exchange = CameraExchange(request, settings, port: port, loop: loop) { _ in kept = nil }
        kept = exchange
        exchange.open()
        _ = loop.schedule(after: Self.farewellTime) {
            kept?.close()
            kept = nil
        }
    }
}
