/// What a bridge's connections are to do.
package enum HueOrder: Hashable, Sendable {
    /// Sends a request on a lane.
    case request(Int, HueRequest)
    /// Ends what a lane does.
    case close(Int)
    case closeAll
}

/// What a bridge's connections report of a lane.
package struct HueEvent: Sendable {
    package enum Content: Sendable {
        /// The answer to the request of the lane.
        case answered(HueAnswer)
        case failed(HueError)
        /// The stream of events has begun, with this status.
        case opened(status: Int)
        /// A piece of the stream. The next one is read once it is taken.
        case streamed([UInt8])
    }

    package var lane: Int
    /// Generation of the lane's connection; events of an earlier generation are ignored.
    package var round: Int
    package var content: Content

    package init(lane: Int, round: Int, _ content: Content) {
        self.lane = lane
        self.round = round
        self.content = content
    }
}
