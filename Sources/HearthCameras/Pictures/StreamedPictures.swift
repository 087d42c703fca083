internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceBehaviors
internal import HearthRTSP
internal import HearthTraitCore

/// The pictures of a camera's stream, with the stream's login and its place in the log. The stream is opened for a picture
/// unless somebody watches it.
struct StreamedPictures: Sendable {
    let stream: CameraStream
    let login: CameraLogin
    /// The camera's ID in the log's memory, and its name for people.
    let id: String
    let name: String
    let decoder: PictureDecoder
    let failures: CameraFailures

    /// The longest time until a key picture comes: somewhat more than between two of them at most cameras.
    private static let patience = Duration.seconds(15)

    /// Takes the last key picture, or the next one.
    ///
    /// - Throws: `HomeError` with the way out, for all who may see the camera.
    func picture() async throws(HomeError) -> CameraPicture {
        do {
            // No stream is opened in vain.
            _ = try decoder.file()
            try login.check()
            guard let key = try await stream.keyPicture(within: Self.patience) else {
                throw CamerasError(
                    .notAPicture, "it sent no key picture within \(Self.patience.wholeSeconds) s",
                    wayOut: "set the camera to a key frame every 1 to 4 s")
            }
            login.accepted()
            failures.works(id, .stream)
            let picture = try await decoder.decode(key)
            failures.works(id, .decoding)
            return picture
        } catch let error as RTSPError {
            // The stream has said it.
            throw error.homeError(of: nil)
        } catch let error as CamerasError {
            failures.failed(id, name: name, .decoding, error)
            throw HomeError(.failedPrecondition, error.forGuests)
        } catch {
            throw HomeError(.unavailable, "the camera's stream has ended; try again")
        }
    }
}
