internal import HearthCameraMedia
internal import HearthDeviceBehaviors
internal import HearthEventLoop
internal import HearthHTTPDigest
internal import HearthRTSP
internal import HearthTraitCore
internal import Synchronization

/// The streams and pictures of cameras that the hub has added itself. The hub sends address and login with each request;
/// they stay in memory for a while, so that viewers share a connection and a refused password is not tried again soon.
///
/// Its lock guards the list of accounts. It is held for one look.
final class AddressedCameras: CameraOpener {
    /// What was asked for at an address.
    private enum Place: Sendable {
        case stream(CameraStream, viewers: ViewerCount)
        case pictures(CameraPictures)

        var isInUse: Bool {
            switch self {
            case .stream(_, let viewers): viewers.count.withLock { $0 > 0 }
            case .pictures: false
            }
        }
    }

    private final class ViewerCount: Sendable {
        let count = Mutex(0)
    }

    /// A login at a camera, for all its ports.
    private struct LoginKey: Hashable {
        let host: String
        let credentials: HTTPCredentials?
    }

    /// What was opened with one login.
    private struct Account {
        let login = CameraLogin()
        var places: [RTSPSettings: Place] = [:]
        var usedAt: ContinuousClock.Instant

        var isInUse: Bool { places.values.contains(where: \.isInUse) }
    }

    private struct State {
        var accounts: [LoginKey: Account] = [:]
        /// Whether idle accounts are looked for.
        var isSweeping = false
    }

    /// The most streams and pictures that are kept. Accounts without viewers go first, the longest idle one of them.
    private static let most = 256
    /// How long an account without viewers is kept: longer than the longest pause after a refused password, which would be
    /// forgotten with it.
    private static let idleTime = Duration.seconds(40 * 60)
    /// How often idle accounts are looked for.
    private static let sweepTime = Duration.seconds(5 * 60)

    private let loop: EventLoop
    private let failures: CameraFailures
    private let decoder: PictureDecoder
    private let state = Mutex(State())

    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - failures: says what fails.
    ///   - decoder: makes pictures of streams.
    init(loop: EventLoop, failures: CameraFailures, decoder: PictureDecoder) {
        self.loop = loop
        self.failures = failures
        self.decoder = decoder
    }

    func open(_ address: CameraAddress) async throws -> CameraViewer {
        let settings = try Self.settings(address)
        let url = settings.url
        do {
            let (place, login) = try place(settings, at: .now)
            switch place {
            case .stream(let stream, _) where address.isStill:
                let pictures = StreamedPictures(
                    stream: stream, login: login, id: url.address, name: url.address, decoder: decoder,
                    failures: failures)
                return try await Self.viewer(of: pictures.picture())
            case .stream(let stream, _):
                try login.check()
                return try await stream.open()
            case .pictures(let pictures): return try await Self.viewer(of: pictures.picture())
            }
        } catch let error as RTSPError {
            throw error.homeError(of: nil)
        } catch let error as CamerasError {
            failures.failed(url.address, name: url.address, .picture, error)
            throw HomeError(error.code == .unreachable ? .unavailable : .failedPrecondition, error.forGuests)
        }
    }

    private static func settings(_ address: CameraAddress) throws(HomeError) -> RTSPSettings {
        do throws(RTSPError) {
            return RTSPSettings(
                url: try CameraURL(address.url, schemes: CameraURL.Scheme.allCases),
                credentials: address.password.map { HTTPCredentials(user: address.user, password: $0) })
        } catch {
            throw HomeError(.failedPrecondition, "the camera names an address that can't be used: \(error.message)")
        }
    }

    /// The loudspeaker of the camera with a stream at an address.
    func speaker(of address: CameraAddress) throws -> StreamedSpeaker {
        let settings = try Self.settings(address)
        let (place, login) = try place(settings, at: .now)
        guard case .stream(let stream, _) = place else {
            throw HomeError(.failedPrecondition, "the camera gives pictures at this address, and plays nothing")
        }
        let name = settings.url.address
        return StreamedSpeaker(stream: stream, login: login, id: name, name: name, failures: failures)
    }

    /// A stream of one picture.
    private static func viewer(of picture: CameraPicture) throws(CamerasError) -> CameraViewer {
        let limits = CameraLimits()
        guard picture.jpeg.count <= limits.unitBytes else {
            throw CamerasError(
                .notAPicture, "its picture has \(picture.jpeg.count) bytes, more than \(limits.unitBytes)",
                wayOut: "let the camera take smaller ones")
        }
        let relay = CameraRelay(limits: limits)
        let video = VideoFormat(codec: "jpeg", width: Int(picture.width), height: Int(picture.height))
        relay.send(.format(CameraFormat(video: video)))
        relay.send(.unit(CameraUnit(isKey: true, time: 0, bytes: picture.jpeg)))
        let viewer = relay.join()
        relay.end()
        return viewer
    }

    private func place(
        _ settings: RTSPSettings, at now: ContinuousClock.Instant
    ) throws -> (Place, CameraLogin) {
        try state.withLock { state in
            let key = LoginKey(host: settings.url.host, credentials: settings.credentials)
            var account = state.accounts[key] ?? Account(usedAt: now)
            account.usedAt = now
            let known = account.places[settings]
            if known == nil { try makeRoom(in: &state, besides: key) }
            let place = try known ?? makePlace(settings, account.login)
            account.places[settings] = place
            state.accounts[key] = account
            if !state.isSweeping {
                state.isSweeping = true
                sweep()
            }
            return (place, account.login)
        }
    }

    private func makeRoom(in state: inout State, besides key: LoginKey) throws {
        while state.accounts.values.reduce(0, { $0 + $1.places.count }) >= Self.most {
            let idle = state.accounts.filter { $0.key != key && !$0.value.isInUse }
            guard let oldest = idle.min(by: { $0.value.usedAt < $1.value.usedAt }) else {
                throw HomeError(.resourceExhausted, "\(Self.most) streams are open, the most that may be; end one")
            }
            state.accounts[oldest.key] = nil
        }
    }

    private func sweep() {
        Task { [weak self] in
            repeat { try? await Task.sleep(for: Self.sweepTime) } while self?.dropIdle(at: .now) ?? false
        }
    }

    /// Forgets the accounts that were idle for long, with their passwords.
    ///
    /// - Returns: whether any account is left.
    func dropIdle(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            state.accounts = state.accounts.filter { $0.value.isInUse || now - $0.value.usedAt < Self.idleTime }
            state.isSweeping = !state.accounts.isEmpty
            return state.isSweeping
        }
    }

    private func makePlace(_ settings: RTSPSettings, _ login: CameraLogin) throws -> Place {
        // The hub knows the camera's name; the log has the address.
        let name = settings.url.address
        switch settings.url.scheme {
        case .rtsp, .rtsps:
            let viewers = ViewerCount()
            let stream = try CameraStream(
                settings, loop: loop,
                viewersChanged: { [failures] count in
                    viewers.count.withLock { $0 = count }
                    guard count > 0 else { return }
                    login.accepted()
                    failures.works(name, .stream)
                },
                failure: { [failures] error in
                    login.ended(error)
                    failures.failed(name, name: name, .stream, error)
                    return error.homeError(of: nil)
                })
            return .stream(stream, viewers: viewers)
        case .http, .https:
            return .pictures(
                try CameraPictures(settings, login: login, loop: loop) { [failures] error in
                    if let error {
                        failures.failed(name, name: name, .picture, error)
                    } else {
                        failures.works(name, .picture)
                    }
                })
        }
    }
}
