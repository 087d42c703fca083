internal import HearthCameraMedia
internal import HearthTraitCore
internal import Synchronization

/// The live streams and pictures of a link's cameras. The link knows their addresses, and another program opens them.
///
/// Its lock guards the list of cameras. It is held for one look.
final class EntityCameras: Sendable {
    /// A picture in JPEG.
    struct Picture: Sendable {
        var jpeg: [UInt8]
        var width = 0
        var height = 0
    }

    private static let hidden = TraitError(
        .invalidInState, "the camera takes no pictures while its privacy mode is on")
    private static let abandoned = TraitError(.timeout, "the caller has given up waiting for the picture")

    private let link: any EntityLink
    private let opener: any CameraOpener
    private let pictures = Mutex<[String: SharedPictures<Picture, TraitError>]>([:])

    init(_ link: any EntityLink, opener: any CameraOpener) {
        self.link = link
        self.opener = opener
    }

    /// Opens a live stream of the link's device.
    ///
    /// - Throws: `HomeError` with the way out.
    func open(_ deviceID: String, _ quality: CameraQuality) async throws -> CameraViewer {
        guard let address = try await addresses(of: deviceID).stream(quality) else { throw Self.noStream }
        return try await opener.open(address)
    }

    /// Opens a live stream of the link's device for a client over WebRTC.
    ///
    /// - Returns: the stream of the quality that was asked for. If it can't be sent so, because it is not H.264, the
    ///   camera's other one; nil if the program that opens streams serves no client over WebRTC.
    /// - Throws: `HomeError` with the way out.
    func connect(_ deviceID: String, _ quality: CameraQuality, offer: String) async throws -> CameraSession? {
        let addresses = try await addresses(of: deviceID)
        guard let wanted = addresses.stream(quality) else { throw Self.noStream }
        do {
            return try await opener.connect(wanted, offer: offer)
        } catch let error as HomeError where error.code == .failedPrecondition {
            // Where the other one fails, too, the answer says what is wrong with the wanted one.
            guard let other = addresses.stream(quality == .main ? .sub : .main), other != wanted,
                let session = try? await opener.connect(other, offer: offer)
            else { throw error }
            return session
        }
    }

    /// Opens the loudspeaker of the link's device, which the description of its stream names.
    ///
    /// - Returns: nil if the program that opens streams opens no loudspeakers.
    /// - Throws: `HomeError` with the way out.
    func openSpeaker(of deviceID: String, among codecs: [String]) async throws -> OpenedSpeaker? {
        guard let address = try await addresses(of: deviceID).stream(.main) else { throw Self.noStream }
        return try await opener.openSpeaker(at: address, among: codecs)
    }

    private static let noStream = HomeError(
        .failedPrecondition, "the camera names no stream; switch on RTSP in the camera's settings")

    private func addresses(of deviceID: String) async throws(HomeError) -> CameraAddresses {
        guard let addresses = await (link as? any CameraLink)?.addresses(ofCamera: deviceID) else {
            throw HomeError(
                .unavailable, "the camera has not said where its streams are; it does so once the hub has reached it")
        }
        return addresses
    }

    /// Takes a picture, or returns one of the last two seconds.
    ///
    /// - Parameters:
    ///   - now: the time of the question.
    ///   - isPrivate: whether a privacy mode is on at the moment.
    func picture(
        of deviceID: String, at now: Duration, isPrivate: () -> Bool
    ) async throws(TraitError) -> Picture {
        let shared = pictures.withLock { pictures in
            if let known = pictures[deviceID] { return known }
            let new = SharedPictures(hidden: Self.hidden, abandoned: Self.abandoned) {
                [weak self] () throws(TraitError) -> Picture in
                guard let self else { throw Self.abandoned }
                return try await self.take(deviceID)
            }
            pictures[deviceID] = new
            return new
        }
        shared.setPrivacy(isPrivate())
        let picture = try await shared.picture(at: now)
        guard !isPrivate() else { throw Self.hidden }
        return picture
    }

    private func take(_ deviceID: String) async throws(TraitError) -> Picture {
        do {
            var refusal: any Error = TraitError(.unsupportedCommand, "the camera names neither a picture nor a stream")
            for address in try await addresses(of: deviceID).pictures {
                do {
                    return try await take(at: address)
                } catch let error as HomeError where error.code == .failedPrecondition {
                    // The camera is there, and has no picture at this address.
                    refusal = error
                }
            }
            throw refusal
        } catch let error as TraitError {
            throw error
        } catch let error as HomeError {
            throw TraitError(Self.status(error.code), error.message)
        } catch {
            throw TraitError(.failure, "the camera gave no picture: \(error)")
        }
    }

    private func take(at address: CameraAddress) async throws -> Picture {
        var format: VideoFormat?
        for try await part in try await opener.open(address) {
            switch part {
            case .format(let new): format = new.video
            case .unit(let unit):
                guard let format, format.codec == "jpeg" else {
                    throw HomeError(
                        .failedPrecondition,
                        "the running hearth-cameras is of an earlier version, which decodes no pictures; start this one"
                    )
                }
                return Picture(jpeg: unit.bytes, width: format.width, height: format.height)
            }
        }
        throw TraitError(.failure, "the camera gave no picture; try again")
    }

    private static func status(_ code: HomeError.Code) -> MatterStatus {
        switch code {
        case .unavailable, .deadlineExceeded: .timeout
        case .resourceExhausted: .resourceExhausted
        case .failedPrecondition: .invalidInState
        default: .failure
        }
    }
}
