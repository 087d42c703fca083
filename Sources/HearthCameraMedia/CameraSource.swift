/// The quality of a camera's stream.
public enum CameraQuality: Sendable, Hashable, CaseIterable {
    /// The best that the camera has.
    case main
    /// A small one, for tiles and slow networks. The best one, if the camera has only that.
    case sub
}

/// A request for a live stream.
public struct CameraRequest: Sendable, Hashable {
    /// The device's id.
    public var device: String
    /// The endpoint of the camera.
    public var endpoint: UInt16
    /// The quality.
    public var quality: CameraQuality

    /// Creates a request.
    public init(device: String, endpoint: UInt16, quality: CameraQuality = .main) {
        self.device = device
        self.endpoint = endpoint
        self.quality = quality
    }
}

/// What supplies the live streams of cameras: a provider in the hub, or the handler of a maker's process.
public protocol CameraSource: Sendable {
    /// Opens a stream. A source has one connection to its camera for each quality, however many viewers there are.
    ///
    /// - Returns: the stream, when it has begun or can begin. It ends when the viewer is released.
    /// - Throws: an error that says what to do, when the camera can't be reached or has no such stream.
    func open(_ request: CameraRequest) async throws -> CameraViewer

    /// Opens a stream that the client gets past the hub, by WebRTC.
    ///
    /// - Parameter offer: the client's offer of SDP.
    /// - Returns: nil if this source serves no client so.
    /// - Throws: as ``open(_:)``; ``CameraSessionError`` for an offer that does not fit.
    func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession?

    /// Opens a camera's loudspeaker for a client that sends its sound through the hub. By default, this asks a source that
    /// is a ``CameraSpeakers``.
    ///
    /// - Parameter codecs: those that the client can send, as ``AudioFormat/codec`` names them.
    /// - Returns: nil if the cameras of this source play nothing.
    /// - Throws: ``CameraSessionError`` if the camera plays none of the codecs; an error that says what to do, when it
    ///   can't be reached.
    func openSpeaker(of request: CameraRequest, among codecs: [String]) async throws -> OpenedSpeaker?
}

extension CameraSource {
    public func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? { nil }
}

/// What opens streams and takes pictures at addresses that it is given.
package protocol CameraOpener: Sendable {
    /// Opens a stream, or takes a picture, if the address is that of a picture or wants a still. A picture is a stream of one
    /// unit, in the codec `jpeg`.
    ///
    /// - Returns: the stream, when it has begun or can begin. It ends when the viewer is released.
    /// - Throws: an error that says what to do, such as a `HomeError`.
    func open(_ address: CameraAddress) async throws -> CameraViewer

    /// Opens a stream that a client gets past the hub, by WebRTC.
    ///
    /// - Parameter offer: the client's offer of SDP.
    /// - Returns: nil if this opener serves no client so.
    /// - Throws: as ``open(_:)``; ``CameraSessionError`` for an offer that does not fit.
    func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession?

    /// Opens the loudspeaker of the camera with a stream at an address, for a client that sends its sound through the hub.
    ///
    /// - Parameter codecs: those that the client can send, as ``AudioFormat/codec`` names them.
    /// - Returns: nil if this opener opens no loudspeakers.
    /// - Throws: as ``open(_:)``; ``CameraSessionError`` if the camera plays none of the codecs.
    func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker?
}

extension CameraOpener {
    package func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession? { nil }
    package func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker? { nil }
}
