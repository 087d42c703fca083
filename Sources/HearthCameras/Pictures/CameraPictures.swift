internal import HearthDeviceBehaviors
internal import HearthEventLoop
internal import HearthRTSP
internal import HearthTLS
internal import Synchronization

/// The pictures that a camera gives at its own URL.
final class CameraPictures: Sendable {
    private let settings: RTSPSettings
    private let tls: ClientTLS?
    private let loop: EventLoop
    private let ended: @Sendable (CamerasError?) -> Void
    private let login: CameraLogin
    /// The last failure, and until when it answers further requests without asking the camera.
    private let last = Mutex<(error: CamerasError, until: ContinuousClock.Instant)?>(nil)
    /// How long a failure is the answer that has nothing to do with the password.
    private static let errorTime = Duration.seconds(2)

    /// - Parameters:
    ///   - settings: how its picture is reached.
    ///   - login: the one of the settings' credentials, which the camera's streams share.
    ///   - ended: called at the end of each request to the camera, with its error.
    /// - Throws: ``CamerasError`` if the camera's key can't be used.
    init(
        _ settings: RTSPSettings, login: CameraLogin, loop: EventLoop,
        ended: @escaping @Sendable (CamerasError?) -> Void = { _ in }
    ) throws(CamerasError) {
        self.settings = settings
        self.login = login
        self.loop = loop
        self.ended = ended
        do throws(TLSError) {
            tls =
                settings.url.scheme.isSecure
                ? try ClientTLS(
                    trust: settings.publicKeySHA256.map { .pinned(publicKeySHA256: $0) } ?? .system, identity: nil,
                    serverName: nil, isHTTP2: false) : nil
        } catch {
            throw CamerasError(.configuration, error.message, wayOut: "correct the camera's publicKey", cause: error)
        }
    }

    /// Takes a picture.
    ///
    /// - Throws: ``CamerasError``, which is not for guests.
    func picture() async throws(CamerasError) -> CameraPicture {
        let bytes = try await fetch()
        guard let head = JPEGHead(bytes) else {
            throw CamerasError(.notAPicture, "its answer is no picture in JPEG", wayOut: "correct its snapshotUrl")
        }
        return CameraPicture(jpeg: bytes, width: head.width, height: head.height)
    }

    private func fetch() async throws(CamerasError) -> [UInt8] {
        let begin = ContinuousClock.now
        guard !login.isPaused(at: begin) else {
            throw CamerasError(
                .password, "the camera refuses the user or the password", wayOut: "correct user and password")
        }
        if let error = last.withLock({ $0.flatMap { begin < $0.until ? $0.error : nil } }) { throw error }
        let exchange = PictureExchange(
            settings.url, settings.credentials, allowsBasic: settings.allowsBasic, random: { SecureRandom.bytes($0) })
        let result = await withCheckedContinuation { continuation in
            loop.post { [loop, tls, settings] in
                PictureRequest(settings.url, exchange, tls: tls, loop: loop) { continuation.resume(returning: $0) }
                    .start()
            }
        }
        note(result, at: .now)
        return try result.get()
    }

    /// A request has ended.
    private func note(_ result: Result<[UInt8], CamerasError>, at now: ContinuousClock.Instant) {
        switch result {
        case .success:
            login.accepted()
            ended(nil)
        case .failure(let error):
            if error.code == .password {
                login.refused(at: now)
            } else {
                last.withLock { $0 = (error, now + Self.errorTime) }
            }
            ended(error)
        }
    }
}

extension CamerasError {
    /// The error for all who may see the camera: without its address, and without the state of its password.
    var forGuests: String {
        switch code {
        case .unreachable: "the camera can't be reached; see whether it has power and a network"
        case .usage, .configuration, .password, .notAPicture:
            "the camera gave no picture; hearth-cameras says the reason in its log"
        case .noDecoder: description
        }
    }
}
