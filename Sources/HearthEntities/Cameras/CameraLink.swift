package import HearthCameraMedia

/// A link to cameras, whose streams another program opens: a link has events and no pictures.
package protocol CameraLink: EntityLink {
    /// Where the streams of a camera are; nil until the camera has said it.
    func addresses(ofCamera deviceID: String) async -> CameraAddresses?
}
