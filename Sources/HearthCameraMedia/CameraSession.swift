package import HearthBase

/// A stream that a client gets past the hub, by WebRTC. It ends when it is released.
public final class CameraSession: Sendable {
    /// The longest description of an offer or an answer, in bytes.
    public static let mostDescriptionBytes = 16 << 10

    /// The answer of SDP to the client's offer.
    public let answer: String
    /// Set when the session ends: nil if a side ended it, else the error that broke it.
    package let ended: OneShot<(any Error)?>
    private let talk: (@Sendable (Bool) async throws -> Void)?
    private let stop: @Sendable () -> Void

    /// - Parameters:
    ///   - ended: set when the session ends, by the client, the camera or the hub.
    ///   - talk: starts or stops playing the client's voice at the camera; nil if the camera can't play it.
    ///   - stop: ends the stream; called once or more often.
    package init(
        answer: String, ended: OneShot<(any Error)?> = OneShot(),
        talk: (@Sendable (Bool) async throws -> Void)? = nil, stop: @escaping @Sendable () -> Void
    ) {
        self.answer = answer
        self.ended = ended
        self.talk = talk
        self.stop = stop
    }

    /// Starts or stops playing the client's voice at the camera. A new session does not play it.
    ///
    /// - Throws: an error that says what to do, such as ``CameraSessionError``, if the camera does not play it.
    public func setTalking(_ isOn: Bool) async throws {
        guard let talk else {
            throw CameraSessionError(
                .notSupported, "the camera plays nothing that this client sends",
                wayOut: "talk through a camera with a loudspeaker, and offer to send PCMU, PCMA and Opus")
        }
        try await talk(isOn)
    }

    deinit { stop() }

    /// Ends the stream at once.
    public func end() {
        stop()
        ended.set(nil)
    }
}

/// What sends streams of cameras to clients past the hub.
public protocol CameraPeers: Sendable {
    /// Opens a stream of a source, and sends it to the client that made an offer.
    ///
    /// - Throws: what the source throws; ``CameraSessionError``.
    func connect(_ request: CameraRequest, offer: String, from source: any CameraSource) async throws -> CameraSession
}

/// An offer can't be answered, or a session broke.
public struct CameraSessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Hashable, Sendable {
        /// The offer is no SDP, or longer than the limit.
        case malformed
        /// The offer has nothing that the camera can send, or not as WebRTC demands it.
        case notSupported
        /// There are as many sessions as there may be.
        case tooMany
        /// The client is gone, or the handshake with it has failed.
        case lost
    }

    /// The kind of failure.
    public let code: Code
    /// What failed, for people.
    public let message: String
    /// What a person can do.
    public let wayOut: String

    /// Creates an error.
    public init(_ code: Code, _ message: String, wayOut: String) {
        self.code = code
        self.message = message
        self.wayOut = wayOut
    }

    public var description: String { "\(message); \(wayOut)" }
}
