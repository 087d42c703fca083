internal import HearthDeviceBehaviors
internal import HearthEventLoop
internal import HearthRTSP
internal import HearthTLS
internal import HearthTraitCore

/// The pictures that a camera gives at its own URL.
struct CameraPictures: CameraPictureSource {
    private let camera: CameraEntry
    private let tls: ClientTLS?
    private let loop: EventLoop

    /// - Throws: ``CamerasError`` if the camera's key can't be used.
    init(_ camera: CameraEntry, loop: EventLoop) throws(CamerasError) {
        self.camera = camera
        self.loop = loop
        do throws(TLSError) {
            tls =
                camera.picture?.scheme.isSecure ?? false
                ? try ClientTLS(
                    trust: camera.publicKeySHA256.map { .pinned(publicKeySHA256: $0) } ?? .system, identity: nil,
                    serverName: nil, isHTTP2: false) : nil
        } catch {
            throw CamerasError(.configuration, error.message, wayOut: "correct the camera's publicKey", cause: error)
        }
    }

    func takePicture() async throws(TraitError) -> CameraPicture {
        guard let url = camera.picture else {
            throw TraitError(.unsupportedCommand, "\(camera.name) takes no pictures; give its snapshotUrl")
        }
        let exchange = PictureExchange(
            url, camera.credentials, allowsBasic: camera.allowsBasic, random: { SecureRandom.bytes($0) })
        let result = await withCheckedContinuation { continuation in
            loop.post { [loop, tls] in
                PictureRequest(url, exchange, tls: tls, loop: loop) { continuation.resume(returning: $0) }.start()
            }
        }
        do throws(CamerasError) {
            let bytes = try result.get()
            guard let head = JPEGHead(bytes) else {
                throw CamerasError(.notAPicture, "its answer is no picture in JPEG", wayOut: "correct its snapshotUrl")
            }
            return CameraPicture(jpeg: bytes, width: head.width, height: head.height)
        } catch {
            throw TraitError(error.code == .unreachable ? .timeout : .failure, "\(camera.name): \(error)")
        }
    }
}
