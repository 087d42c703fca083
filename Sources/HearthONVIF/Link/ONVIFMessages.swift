package import HearthHTTP1

/// What a camera's connections are to do.
package enum ONVIFOrder: Sendable {
    /// Sends a request on a lane that has none.
    case request(Int, HTTP1ClientRequest, port: UInt16)
    /// Ends what a lane does.
    case close(Int)
    case closeAll
    /// Sends a last request, whose answer nothing waits for.
    case farewell(HTTP1ClientRequest, port: UInt16)
    /// Ends a probe.
    case finished(Result<ProbedCamera, ONVIFError>)
}

/// A camera's answer.
package struct CameraAnswer: Hashable, Sendable {
    package var status: Int
    /// The values of `WWW-Authenticate`.
    package var challenge: String?
    package var body: [UInt8]

    package init(status: Int, challenge: String? = nil, body: [UInt8]) {
        self.status = status
        self.challenge = challenge
        self.body = body
    }
}

/// What a camera's connections report of a lane.
package struct ONVIFEvent: Sendable {
    package enum Content: Sendable {
        case answered(CameraAnswer)
        case failed(ONVIFError)
    }

    package var lane: Int
    /// How often the lane was closed before; events of an earlier connection are ignored.
    package var round: Int
    package var content: Content

    package init(lane: Int, round: Int, _ content: Content) {
        self.lane = lane
        self.round = round
        self.content = content
    }
}
