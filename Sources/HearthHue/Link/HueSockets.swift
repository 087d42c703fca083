internal import HearthDeviceLinks
internal import HearthEventLoop
internal import HearthTLS

/// The connections of a link or an addition, by their lanes. On its loop's thread only.
package final class HueSockets: LinkWire {
    private struct Lane {
        var connection: HueConnection
        var answer = HueAnswer(status: 0, body: [])
        var isStream = false
    }

    private let settings: HueSettings
    private let loop: EventLoop
    private var tls: ClientTLS?
    private var sink: AsyncStream<HueEvent>.Continuation?
    private var lanes: [Int: Lane] = [:]
    /// How often each lane was closed.
    private var rounds: [Int: Int] = [:]

    init(_ settings: HueSettings, loop: EventLoop) {
        self.settings = settings
        self.loop = loop
    }

    package func begin(_ sink: AsyncStream<HueEvent>.Continuation) { self.sink = sink }

    package func perform(_ order: HueOrder) {
        switch order {
        case .request(let lane, let request): send(request, on: lane)
        case .close(let lane): close(lane)
        case .closeAll: for lane in lanes.keys.sorted() { close(lane) }
        }
    }

    package func taken(_ event: HueEvent) {
        guard case .streamed = event.content, event.round == rounds[event.lane, default: 0] else { return }
        lanes[event.lane]?.connection.read()
    }

    private func report(_ lane: Int, _ content: HueEvent.Content) {
        sink?.yield(HueEvent(lane: lane, round: rounds[lane, default: 0], content))
    }

    /// Sends a request on a lane that has none.
    private func send(_ request: HueRequest, on number: Int) {
        do throws(TLSError) {
            var lane: Lane
            if let former = lanes[number] { lane = former } else { lane = Lane(connection: try connection(number)) }
            lane.answer = HueAnswer(status: 0, body: [])
            lane.isStream = request.isStream
            lanes[number] = lane
            lane.connection.send(request)
        } catch {
            let failure = HueError(
                .wrongCertificate, "the stored key of the bridge's certificate can't be used: \(error.message)",
                wayOut: "remove the integration, and add the bridge again", cause: error)
            report(number, .failed(failure))
        }
    }

    private func connection(_ number: Int) throws(TLSError) -> HueConnection {
        let context: ClientTLS
        if let tls { context = tls } else { context = try makeTLS() }
        tls = context
        return HueConnection(settings, loop: loop, tls: context) { [weak self] in self?.take($0, number) }
    }

    private func makeTLS() throws(TLSError) -> ClientTLS {
        guard let key = settings.certificateKey else { return try .forFirstUse() }
        return try ClientTLS(trust: .pinned(publicKeySHA256: key), identity: nil, serverName: nil, isHTTP2: false)
    }

    private func take(_ event: HueConnection.Event, _ number: Int) {
        guard let isStream = lanes[number]?.isStream else { return }
        switch event {
        case .head(let status, let certificate):
            lanes[number]?.answer = HueAnswer(status: status, body: [], certificate: certificate)
            if isStream { report(number, .opened(status: status)) }
        case .body(let bytes):
            // In place: with a copy of the lane at hand, each piece would copy the whole body.
            if isStream { report(number, .streamed(bytes)) } else { lanes[number]?.answer.body += bytes }
        case .end:
            guard isStream else {
                if let answer = lanes[number]?.answer { report(number, .answered(answer)) }
                return
            }
            let failure = HueError(
                .disconnected, "the Hue bridge ended its stream of events", wayOut: "the hub tries again")
            lanes[number]?.connection.close()
            report(number, .failed(failure))
        case .failed(let error): report(number, .failed(error))
        }
    }

    /// Ends the connection of a lane. Events of its request that are on their way have a former round.
    private func close(_ number: Int) {
        rounds[number, default: 0] &+= 1
        lanes.removeValue(forKey: number)?.connection.close()
    }
}
