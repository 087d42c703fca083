internal import HearthHTTPDigest

/// The last failure, which answers further requests for a picture for some time. Cameras lock out users after some
/// wrong passwords, and the user of the pictures is often that of the streams.
struct PicturePause: Sendable {
    /// How long a failure is the answer that has nothing to do with the password.
    private static let errorTime = Duration.seconds(2)

    private var pause = LoginPause()
    private var last: (error: CamerasError, until: Duration)?

    /// The error that is the answer at a time without asking the camera.
    func error(at now: Duration) -> CamerasError? { last.flatMap { now < $0.until ? $0.error : nil } }

    /// A request has ended.
    mutating func ended(_ result: Result<[UInt8], CamerasError>, now: Duration) {
        switch result {
        case .success:
            pause.accepted()
            last = nil
        case .failure(let error):
            last = (error, now + (error.code == .password ? pause.refused() : Self.errorTime))
        }
    }
}
