internal import HearthCameraMedia
internal import HearthDeviceBehaviors
internal import HearthEventLoop
internal import HearthHTTPDigest
internal import HearthRTSP
internal import HearthTraitCore
internal import Synchronization

/// The streams and pictures of cameras that the hub has added itself. The hub sends address and login with each request;
/// they stay in memory, so that viewers share a connection and a refused password is not tried again soon.
///
/// Its lock guards the list of places. It is held for one look.
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

    /// The most places that are kept. Those without viewers go first.
    private static let most = 256

    private let loop: EventLoop
    private let failures: CameraFailures
    private let places = Mutex<[RTSPSettings: Place]>([:])

    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - failures: says what fails.
    init(loop: EventLoop, failures: CameraFailures) {
        self.loop = loop
        self.failures = failures
    }

    func open(_ address: CameraAddress) async throws -> CameraViewer {
        let url: CameraURL
        do throws(RTSPError) {
            url = try CameraURL(address.url, schemes: CameraURL.Scheme.allCases)
        } catch {
            throw HomeError(.failedPrecondition, "the camera names an address that can't be used: \(error.message)")
        }
        let credentials = address.password.map { HTTPCredentials(user: address.user, password: $0) }
        do {
            switch try place(RTSPSettings(url: url, credentials: credentials)) {
            case .stream(let stream, _): return try await stream.open()
            case .pictures(let pictures): return try await Self.viewer(of: pictures.picture())
            }
        } catch let error as RTSPError {
            throw error.homeError(of: nil)
        } catch let error as CamerasError {
            failures.failed(url.address, name: url.address, .picture, error)
            throw HomeError(error.code == .unreachable ? .unavailable : .failedPrecondition, error.forGuests)
        }
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

    private func place(_ settings: RTSPSettings) throws -> Place {
        try places.withLock { places in
            if let known = places[settings] { return known }
            if places.count >= Self.most {
                guard let idle = places.first(where: { !$0.value.isInUse }) else {
                    throw HomeError(.resourceExhausted, "\(Self.most) streams are open, the most that may be; end one")
                }
                places[idle.key] = nil
            }
            let new = try makePlace(settings)
            places[settings] = new
            return new
        }
    }

    private func makePlace(_ settings: RTSPSettings) throws -> Place {
        // The hub knows the camera's name; the log has the address.
        let name = settings.url.address
        switch settings.url.scheme {
        case .rtsp, .rtsps:
            let viewers = ViewerCount()
            let stream = try CameraStream(
                settings, loop: loop,
                viewersChanged: { [failures] count in
                    viewers.count.withLock { $0 = count }
                    if count > 0 { failures.works(name, .stream) }
                },
                failure: { [failures] error in
                    failures.failed(name, name: name, .stream, error)
                    return error.homeError(of: nil)
                })
            return .stream(stream, viewers: viewers)
        case .http, .https:
            return .pictures(
                try CameraPictures(name, settings, loop: loop) { [failures] error in
                    if let error {
                        failures.failed(name, name: name, .picture, error)
                    } else {
                        failures.works(name, .picture)
                    }
                })
        }
    }
}
