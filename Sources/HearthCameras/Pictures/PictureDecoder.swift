internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceBehaviors
internal import HearthRTSP
internal import HearthSystem
internal import HearthTraitDescriptors
internal import Synchronization

/// Decodes key pictures of cameras into JPEG, by the program ffmpeg. A camera, or who has taken it over, may send pictures that
/// take over a decoder. So each picture has a process of its own, which can do nothing but compute (``ConfinedProgram``).
///
/// Its lock guards the turns. It is held for one step.
final class PictureDecoder: Sendable {
    private typealias Turn = CheckedContinuation<Bool, Never>

    private struct Turns {
        var running = 0
        var waiting = FIFO<Turn>()
    }

    /// The most pictures of all cameras that are decoded at a time.
    private static let mostAtOnce = 2
    /// The most pictures that wait for their turn, a few for each second that the page shows 64 cameras.
    private static let mostWaiting = 64
    /// The longest time for a picture.
    private static let limit = Duration.seconds(5)
    /// The most points of a picture: 4,096 × 4,096.
    private static let mostPoints = 1 << 24
    /// The longest side of a decoded picture, in points. A larger picture is scaled down.
    private static let longestSide = 1_920

    private let files: [String]
    private let turns = Mutex(Turns())

    /// - Parameter files: where ffmpeg may be; the first that is there is used. Not the user's path: the process sees the
    ///   system's folders only.
    init(files: [String] = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]) { self.files = files }

    /// The decoder's file.
    ///
    /// - Throws: ``CamerasError`` `.noDecoder` if ffmpeg is not installed, or if this system can't confine a program.
    func file() throws(CamerasError) -> String {
        guard ChildProgram.canConfine else {
            throw CamerasError(
                .noDecoder,
                "the camera gives no picture of its own, and hearth-cameras decodes streams on Linux only, where it can "
                    + "confine the decoder", wayOut: "use a camera with pictures of its own")
        }
        guard let file = files.first(where: { FileFacts($0, followsLink: true)?.isRegular ?? false }) else {
            throw CamerasError(
                .noDecoder,
                "the camera gives no picture of its own, and ffmpeg, which decodes its stream, is not installed",
                wayOut: "install the package ffmpeg on the machine of hearth-cameras")
        }
        return file
    }

    /// Decodes a picture.
    ///
    /// - Returns: the picture, with sides of at most 1,920 points, in at most 2 MiB.
    func decode(_ picture: KeyPicture) async throws(CamerasError) -> CameraPicture {
        guard let format = Self.format(of: picture.format) else {
            throw CamerasError(
                .notAPicture, "pictures in \(printable(picture.format.codec)) are not decoded",
                wayOut: "set the camera to H.264")
        }
        let program = ConfinedProgram(
            try file(), Self.arguments(format), limit: Self.limit, outputBytes: CameraLimits().unitBytes)
        guard await takeTurn() else {
            throw CamerasError(
                .notAPicture, "\(Self.mostWaiting) pictures wait to be decoded, the most that may",
                wayOut: "try again, or let cameras give pictures of their own")
        }
        let outcome = await program.run(ByteStream(picture.format).bytes(of: picture.unit))
        endTurn()
        guard outcome.end == .exited(0), let head = JPEGHead(outcome.output) else {
            throw CamerasError(
                .notAPicture, "its key picture can't be decoded: ffmpeg \(Self.reason(outcome))",
                wayOut: "set the camera's small stream to H.264, or let it give pictures of its own")
        }
        return CameraPicture(jpeg: outcome.output, width: head.width, height: head.height)
    }

    /// ffmpeg's name of a format; nil for one that is not decoded.
    private static func format(of format: VideoFormat) -> String? {
        switch format.codec.prefix(4) {
        case "avc1", "avc3": "h264"
        case "hvc1", "hev1": "hevc"
        default: nil
        }
    }

    private static func arguments(_ format: String) -> [String] {
        let input = ["-protocol_whitelist", "pipe", "-threads", "1", "-max_pixels", "\(mostPoints)", "-f", format]
        let scale =
            "scale=w='min(\(longestSide),iw)':h='min(\(longestSide),ih)':force_original_aspect_ratio=decrease"
            + ":force_divisible_by=2"
        let output = ["-frames:v", "1", "-threads", "1", "-filter_threads", "1", "-vf", scale, "-q:v", "4"]
        return ["-nostdin", "-hide_banner", "-loglevel", "error"] + input + ["-i", "pipe:0"] + output
            + ["-f", "mjpeg", "pipe:1"]
    }

    /// Why ffmpeg gave no picture, as the end of a sentence, with the last line of its errors.
    private static func reason(_ outcome: ConfinedProgram.Outcome) -> String {
        let reason =
            switch outcome.end {
            case .exited(0): "gave no picture"
            case .exited(let status): "ended with status \(status)"
            case .signalled(let signal): "was ended by signal \(signal)"
            case .timedOut: "timed out after \(limit.wholeSeconds) s"
            case .tooMuchOutput: "gave more than \(CameraLimits().unitBytes) bytes"
            case .notStarted(let error): "can't be started: \(error)"
            }
        let said = outcome.errors.split(whereSeparator: \.isNewline).last.map {
            ": " + printable(String($0.prefix(200)))
        }
        return reason + (said ?? "")
    }

    // MARK: Turns

    /// Waits until a picture may be decoded.
    ///
    /// - Returns: false if too many wait.
    private func takeTurn() async -> Bool {
        await withCheckedContinuation { turn in
            let isNow: Bool? = turns.withLock { turns in
                if turns.running < Self.mostAtOnce {
                    turns.running += 1
                    return true
                }
                guard turns.waiting.count < Self.mostWaiting else { return false }
                turns.waiting.append(turn)
                return nil
            }
            if let isNow { turn.resume(returning: isNow) }
        }
    }

    private func endTurn() {
        let next = turns.withLock { turns in
            let next = turns.waiting.popFirst()
            if next == nil { turns.running -= 1 }
            return next
        }
        next?.resume(returning: true)
    }
}
