internal import HearthRPC
internal import Synchronization

/// One `Watch`: knows what its client was told, and tells the newest only, however slowly it reads.
final class HealthWatch: Sendable {
    /// A status, and the count of changes it comes with.
    struct News {
        let version: Int
        let status: HealthService.Status
    }

    private struct State {
        /// What was told last; nil before the first.
        var told: HealthService.Status?
        /// What is to be told.
        var current: News?
        var isEnding = false
        /// Somebody tells: what changes meanwhile, from another thread, is theirs to tell too, in its order.
        var isTelling = false

        mutating func note(_ news: News) {
            if let current, current.version >= news.version { return }
            current = news
        }
    }

    private let stream: RPCStream<Grpc_Health_V1_HealthCheckResponse>
    private let state = Mutex(State())

    init(_ stream: RPCStream<Grpc_Health_V1_HealthCheckResponse>) {
        self.stream = stream
    }

    func begin(_ news: News) {
        stream.onWritable { [weak self] in self?.tell() }
        tell(news)
    }

    func tell(_ news: News) {
        state.withLock { $0.note(news) }
        tell()
    }

    /// Tells the last status and ends the call.
    func end(_ news: News) {
        state.withLock {
            $0.note(news)
            $0.isEnding = true
        }
        tell()
    }

    private enum Step { case write(HealthService.Status), end, nothing }

    private func tell() {
        guard
            state.withLock({ state in
                defer { state.isTelling = true }
                return !state.isTelling
            })
        else { return }
        while true {
            switch state.withLock({ next(&$0) }) {
            case .write(let status): stream.write(Grpc_Health_V1_HealthCheckResponse(status: status))
            case .end: return stream.finish(RPCError(.unavailable, "the server is shutting down"))
            case .nothing: return
            }
        }
    }

    private func next(_ state: inout State) -> Step {
        // The last one is sent in any case: it is the call's end that takes the memory away.
        if let current = state.current?.status, current != state.told, state.isEnding || stream.isWritable {
            state.told = current
            return .write(current)
        }
        if state.isEnding { return .end }
        state.isTelling = false
        return .nothing
    }
}
