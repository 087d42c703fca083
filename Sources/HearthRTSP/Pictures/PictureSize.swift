/// The size of pictures, and the limits of it. A decoder would reserve memory for any size that a camera states.
struct PictureSize: Hashable, Sendable {
    static let most = 8_192

    var width: Int
    var height: Int

    /// - Returns: nil for a size that no picture has.
    init?(width: Int, height: Int) {
        guard (1...Self.most).contains(width), (1...Self.most).contains(height) else { return nil }
        self.width = width
        self.height = height
    }
}
