internal import HearthDeviceBehaviors
internal import HearthEventLoop
internal import HearthRTSP
internal import HearthTLS
internal import HearthTraitCore
internal import Synchronization

/// The pictures that a camera gives at its own URL.
final class CameraPictures: CameraPictureSource {
    private let name: String
    private let settings: RTSPSettings
    private let tls: ClientTLS?
    private let loop: EventLoop
    private let ended: @Sendable (CamerasError?) -> Void
    private let start = ContinuousClock.now
    private let pause = Mutex(PicturePause())

    /// - Parameters:
    ///   - name: the camera's.
    ///   - settings: how its picture is reached.
    ///   - ended: called at the end of each request to the camera, with its error.
    /// - Throws: ``CamerasError`` if the camera's key can't be used.
    init(
        _ name: String, _ settings: RTSPSettings, loop: EventLoop,
        ended: @escaping @Sendable (CamerasError?) -> Void = { _ in }
    ) throws(CamerasError) {
        self.name = name
        self.settings = settings
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

    func takePicture() async throws(TraitError) -> CameraPicture {
        do throws(CamerasError) {
            return try await picture()
        } catch {
            throw TraitError(error.code == .unreachable ? .timeout : .failure, "\(name): \(error.forGuests)")
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
        if let error = pause.withLock({ $0.error(at: ContinuousClock.now - start) }) { throw error }
        let exchange = PictureExchange(
            settings.url, settings.credentials, allowsBasic: settings.allowsBasic, random: { SecureRandom.bytes($0) })
        let result = await withCheckedContinuation { continuation in
            loop.post { [loop, tls, settings] in
                PictureRequest(settings.url, exchange, tls: tls, loop: loop) { continuation.resume(returning: $0) }
                    .start()
            }
        }
        pause.withLock { $0.ended(result, now: ContinuousClock.now - start) }
        if case .failure(let error) = result { ended(error) } else { ended(nil) }
        return try result.get()
    }
}

extension CamerasError {
    /// The error for all who may see the camera: without its address, and without the state of its password.
    var forGuests: String {
        switch code {
        case .unreachable: "the camera can't be reached; see whether it has power and a network"
        case .usage, .configuration, .password, .notAPicture:
            "the camera gave no picture; hearth-cameras says the reason in its log"
        }
    }
}
