internal import HearthHTTPDigest

/// The last failure of a stream, which answers further requests for some time, so that attempts can't pile up.
struct KnownFailure: Sendable {
    /// How long a failure that may pass is the answer.
    private static let errorTime = Duration.seconds(1)
    /// How long a failure is the answer that a person must end.
    private static let personTime = Duration.seconds(30)

    private var pause = LoginPause()
    private var last: (error: RTSPError, until: Duration)?

    /// The failure that is the answer at a time.
    func error(at now: Duration) -> RTSPError? { last.flatMap { now < $0.until ? $0.error : nil } }

    mutating func failed(_ error: RTSPError, now: Duration) {
        let time =
            switch error.code {
            case .wrongPassword, .forbidden: pause.refused()
            case _ where error.needsPerson: Self.personTime
            default: Self.errorTime
            }
        last = (error, now + time)
    }

    /// The camera has described the stream, or plays it.
    mutating func worked() {
        pause.accepted()
        last = nil
    }
}
