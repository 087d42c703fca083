internal import HearthEventLoop
internal import HearthTLS

/// The connections of a link or an addition, by their lanes. On its loop's thread only.
final class HueSockets {
    enum Event: Sendable {
        /// The answer to the request of a lane.
        case answered(Int, HueAnswer)
        case failed(Int, HueError)
        /// The stream of events has begun, with this status.
        case opened(Int, status: Int)
        /// A piece of the stream. ``HueSockets/read(_:)`` asks for the next one.
        case streamed(Int, [UInt8])
    }

    private struct Lane {
        var connection: HueConnection
        var answer = HueAnswer(status: 0, body: [])
        var isStream = false
    }

    private let settings: HueSettings
    private let loop: EventLoop
    private var tls: ClientTLS?
    private var sink: AsyncStream<Event>.Continuation?
    private var lanes: [Int: Lane] = [:]

    init(_ settings: HueSettings, loop: EventLoop) {
        self.settings = settings
        self.loop = loop
    }

    func begin(_ sink: AsyncStream<Event>.Continuation) { self.sink = sink }

    /// Sends a request on a lane that has none.
    func send(_ request: HueRequest, on number: Int) {
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
            sink?.yield(.failed(number, failure))
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
            guard isStream else { return }
            sink?.yield(.opened(number, status: status))
            read(number)
        case .body(let bytes):
            // In place: with a copy of the lane at hand, each piece would copy the whole body.
            if isStream { sink?.yield(.streamed(number, bytes)) } else { lanes[number]?.answer.body += bytes }
        case .end:
            guard isStream else {
                if let answer = lanes[number]?.answer { sink?.yield(.answered(number, answer)) }
                return
            }
            let failure = HueError(
                .disconnected, "the Hue bridge ended its stream of events", wayOut: "the hub tries again")
            lanes[number]?.connection.close()
            sink?.yield(.failed(number, failure))
        case .failed(let error): sink?.yield(.failed(number, error))
        }
    }

    /// Reads the next piece of a stream.
    func read(_ number: Int) { lanes[number]?.connection.read() }

    /// Ends the connection of a lane; no event of its request follows.
    func close(_ number: Int) { lanes.removeValue(forKey: number)?.connection.close() }

    func closeAll() { for number in lanes.keys.sorted() { close(number) } }
}
