internal import HearthCameraMedia
public import HearthTraitCore

/// A picture of a camera.
public struct CameraPicture: Hashable, Sendable {
    /// The picture in JPEG.
    public var jpeg: [UInt8]
    /// Width in pixels.
    public var width: UInt16
    /// Height in pixels.
    public var height: UInt16

    /// Creates a picture.
    public init(jpeg: [UInt8], width: UInt16, height: UInt16) {
        self.jpeg = jpeg
        self.width = width
        self.height = height
    }
}

/// What takes a camera's pictures, for a ``CameraAvStreamManagementBehavior``.
public protocol CameraPictureSource: Sendable {
    /// Takes a picture. Called once at a time.
    ///
    /// - Throws: `TraitError` that says what to do, such as `timeout` for a camera that does not answer.
    func takePicture() async throws(TraitError) -> CameraPicture
}

extension SharedPictures<CameraPicture, TraitError> {
    /// The most bytes of a picture: an answer on the wire has at most 4 MiB.
    private static var mostBytes: Int { 7 << 19 }

    /// What those who ask get while a privacy mode is on.
    static var hidden: TraitError {
        TraitError(.invalidInState, "the camera takes no pictures while its privacy mode is on")
    }

    convenience init(_ source: any CameraPictureSource) {
        self.init(
            hidden: Self.hidden,
            abandoned: TraitError(.timeout, "the caller has given up waiting for the picture")
        ) { () throws(TraitError) in
            let picture = try await source.takePicture()
            guard picture.jpeg.count <= Self.mostBytes else {
                throw TraitError(
                    .resourceExhausted,
                    "the camera's picture has \(picture.jpeg.count) bytes, more than \(Self.mostBytes); let the camera "
                        + "take smaller ones")
            }
            return picture
        }
    }
}
