/// A packet of the sound that a person says at a camera.
public struct SpokenPacket: Hashable, Sendable {
    /// When it is played, in samples of its format. Begins anywhere, and wraps.
    public var time: UInt32
    /// The sound, as its codec has it.
    public var bytes: [UInt8]

    /// Creates a packet.
    public init(time: UInt32, bytes: [UInt8]) {
        self.time = time
        self.bytes = bytes
    }
}

/// A camera's loudspeaker while one person talks through it.
public protocol CameraSpeaker: Sendable {
    /// Plays a packet. Never waits: what the camera does not take is lost.
    func play(_ packet: SpokenPacket)

    /// Whether it plays nothing more, because it was ended or the camera has ended it.
    var isOver: Bool { get }

    /// Why the camera has ended it, in words for the person who talks; nil while it plays, if it was ended by ``end()``,
    /// and by default.
    var failure: (any Error)? { get }

    /// Ends what is played; called once or more often.
    func end()
}

extension CameraSpeaker {
    public var failure: (any Error)? { nil }
}

/// A camera's loudspeaker that was opened, and the sound that it plays.
public struct OpenedSpeaker: Sendable {
    /// The format of all packets.
    public let format: AudioFormat
    /// The loudspeaker.
    public let speaker: any CameraSpeaker

    /// Creates the pair.
    public init(format: AudioFormat, speaker: any CameraSpeaker) {
        self.format = format
        self.speaker = speaker
    }
}

extension CameraSpeakers {
    /// Opens a camera's loudspeaker with the first of its formats whose codec a client can send.
    ///
    /// - Throws: ``CameraSessionError`` if there is none; what the source throws.
    fileprivate func openPreferred(of request: CameraRequest, among codecs: [String]) async throws -> OpenedSpeaker {
        let formats = try await speakerFormats(of: request)
        guard let format = formats.first(where: { codecs.contains($0.codec) }) else {
            let played = Set(formats.map(\.codec)).sorted().joined(separator: ", ")
            throw CameraSessionError(
                .notSupported,
                formats.isEmpty
                    ? "the camera plays nothing" : "the camera plays \(played), and the client sends none of it",
                wayOut: formats.isEmpty ? "talk through a camera with a loudspeaker" : "send \(played)")
        }
        return OpenedSpeaker(format: format, speaker: try await openSpeaker(of: request, format))
    }
}

extension CameraSource {
    public func openSpeaker(of request: CameraRequest, among codecs: [String]) async throws -> OpenedSpeaker? {
        try await (self as? any CameraSpeakers)?.openPreferred(of: request, among: codecs)
    }
}

/// A source of streams whose cameras have loudspeakers that people can talk through.
public protocol CameraSpeakers: Sendable {
    /// The formats of sound that a camera plays, the preferred one first; empty for a camera without a loudspeaker.
    ///
    /// - Throws: an error that says what to do, when the camera can't be asked.
    func speakerFormats(of request: CameraRequest) async throws -> [AudioFormat]

    /// Opens a camera's loudspeaker.
    ///
    /// - Parameter format: one of ``speakerFormats(of:)``.
    /// - Throws: an error that says what to do, when the camera does not play the sound.
    func openSpeaker(of request: CameraRequest, _ format: AudioFormat) async throws -> any CameraSpeaker
}
