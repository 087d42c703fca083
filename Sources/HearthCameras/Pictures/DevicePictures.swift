internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// The pictures of a camera of the configuration: those that it gives at its own URL, else those of its stream.
struct DevicePictures: CameraPictureSource {
    /// The camera's.
    let name: String
    /// Nil if the camera gives none.
    let own: CameraPictures?
    let streamed: StreamedPictures

    func takePicture() async throws(TraitError) -> CameraPicture {
        if let own {
            do throws(CamerasError) {
                return try await own.picture()
            } catch {
                // Where the camera is there and its URL is wrong, its stream may be right.
                guard error.code == .notAPicture else {
                    throw TraitError(error.code == .unreachable ? .timeout : .failure, "\(name): \(error.forGuests)")
                }
            }
        }
        do throws(HomeError) {
            return try await streamed.picture()
        } catch {
            let isLate = error.code == .unavailable || error.code == .deadlineExceeded
            throw TraitError(isLate ? .timeout : .failure, "\(name): \(error.message)")
        }
    }
}
