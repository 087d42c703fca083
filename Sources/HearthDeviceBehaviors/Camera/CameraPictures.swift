internal import HearthBase
public import HearthTraitCore
internal import Synchronization

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

/// The pictures of one camera. All who ask while one is taken, or within two seconds after that, get the same one, as
/// cameras take long and have few connections.
final class SharedPictures: Sendable {
    private typealias Taking = OneShot<Result<CameraPicture, TraitError>>

    private struct State {
        var last: (picture: CameraPicture, taken: Duration)?
        var taking: Taking?
        var isPrivate = false
    }

    /// How long a picture is given out.
    private static let lifetime = Duration.seconds(2)
    /// The most bytes of a picture: an answer on the wire has at most 4 MiB.
    private static let mostBytes = 7 << 19

    private let source: any CameraPictureSource
    private let state = Mutex(State())

    init(_ source: any CameraPictureSource) {
        self.source = source
    }

    /// What those who ask get while a privacy mode is on.
    static let hidden = TraitError(.invalidInState, "the camera takes no pictures while its privacy mode is on")

    /// Notes whether a privacy mode is on. Then all who wait for a picture are refused at once.
    func setPrivacy(_ isOn: Bool) {
        let taking = state.withLock { state -> Taking? in
            state.isPrivate = isOn
            guard isOn else { return nil }
            state.last = nil
            return state.taking
        }
        taking?.set(.failure(Self.hidden))
    }

    /// Takes a picture, or returns the last one.
    ///
    /// - Parameter now: the time of the question.
    func picture(at now: Duration) async throws(TraitError) -> CameraPicture {
        let (ready, taking, isFirst) = try state.withLock {
            (state) throws(TraitError) -> (CameraPicture?, Taking, Bool) in
            if state.isPrivate { throw Self.hidden }
            if let taking = state.taking { return (nil, taking, false) }
            if let last = state.last, now >= last.taken, now - last.taken <= Self.lifetime {
                return (last.picture, Taking(), false)
            }
            let taking = Taking()
            state.taking = taking
            return (nil, taking, true)
        }
        if let ready { return ready }
        // A task of its own: those who ask may give up while others wait.
        if isFirst { Task { await take(taking, at: now) } }
        guard let result = await taking.wait() else {
            throw TraitError(.timeout, "the caller has given up waiting for the picture")
        }
        return try result.get()
    }

    private func take(_ taking: Taking, at now: Duration) async {
        let result: Result<CameraPicture, TraitError>
        do throws(TraitError) {
            let picture = try await source.takePicture()
            guard picture.jpeg.count <= Self.mostBytes else {
                throw TraitError(
                    .resourceExhausted,
                    "the camera's picture has \(picture.jpeg.count) bytes, more than \(Self.mostBytes); let the camera "
                        + "take smaller ones")
            }
            result = .success(picture)
        } catch {
            result = .failure(error)
        }
        // Only the first value counts: a refusal since then stays.
        taking.set(result)
        state.withLock { state in
            state.taking = nil
            state.last = (try? taking.value?.get()).map { ($0, now) }
        }
    }
}
