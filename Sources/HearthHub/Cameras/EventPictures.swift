internal import HearthCameraEvents
internal import HearthClips
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Takes a picture of a camera at each of its events, and gives it to callers who may watch the camera, by an address
/// without a credential. No picture is stored.
///
/// Its lock guards the pictures, their addresses and the cameras of which a picture is being taken. No other lock is
/// taken under it.
final class EventPictures: Sendable {
    private struct State {
        var shelf = PictureShelf(bytes: EventPictures.bytes)
        var addresses = PictureAddresses<Principal>()
        /// The cameras that are asked for a picture.
        var asked: Set<ClipCamera> = []
        /// When each camera was asked last.
        var last: [ClipCamera: Duration] = [:]
        var isOver = false
    }

    /// The memory for all pictures.
    private static let bytes = 16 << 20
    /// The most cameras that are asked at a time.
    private static let mostAsked = 8
    /// The shortest time between two pictures of a camera.
    private static let pause = Duration.seconds(2)
    /// The size that is asked for; cameras answer with one that they have.
    private static let size: (width: UInt64, height: UInt64) = (640, 360)
    /// Where the server has the pictures.
    package static let folder = "/media/"

    private let clock: any HomeClock
    private let directory: HomeDirectory
    private let state = Mutex(State())

    init(_ environment: HubEnvironment, directory: HomeDirectory) {
        clock = environment.clock
        self.directory = directory
    }

    // MARK: Taking

    /// Asks the cameras of an event for a picture, without waiting for it.
    func take(_ happening: CameraHappening) {
        let now = clock.now
        for camera in happening.cameras {
            let mayAsk = state.withLock { state in
                guard !state.isOver, state.asked.count < Self.mostAsked, !state.asked.contains(camera),
                    state.last[camera].map({ now - $0 >= Self.pause }) ?? true
                else { return false }
                state.last = state.last.filter { now - $0.value < Self.pause }
                state.last[camera] = now
                state.asked.insert(camera)
                return true
            }
            guard mayAsk else { continue }
            Task {
                let jpeg = await picture(of: camera)
                state.withLock { state in
                    state.asked.remove(camera)
                    if let jpeg, !state.isOver { state.shelf.add(jpeg, of: camera, at: happening.time) }
                }
            }
        }
    }

    /// Nil for a camera that has none at the moment, or must not show itself.
    private func picture(of camera: ClipCamera) async -> [UInt8]? {
        guard let found = try? directory.camera(of: camera, for: .owner),
            !CameraPrivacy.forbidsRecording(found.record.attributes), let provider = try? found.reachable(),
            let command = try? found.command(CameraPrivacy.captureSnapshot)
        else { return nil }
        let size: StructureValue = [0: .unsigned(Self.size.width), 1: .unsigned(Self.size.height)]
        let invocation = CommandInvocation(
            path: found.providerPath, command: command, arguments: [0: .null, 1: .structure(size)], cause: .hub)
        guard case .octets(let jpeg)? = try? await provider.invoke(invocation)?[0],
            // A privacy mode may have been switched on meanwhile.
            let still = try? directory.camera(of: camera, for: .owner),
            !CameraPrivacy.forbidsRecording(still.record.attributes)
        else { return nil }
        return jpeg
    }

    // MARK: Giving

    /// The pictures of a structure's cameras that a caller may watch, newest first.
    func list(
        _ structureID: String, devices: Set<String>, as caller: Caller
    ) throws(RPCError) -> [Hearth_V1_CameraPicture] {
        do throws(HubError) {
            _ = try directory.found(structureID, for: caller.principal)
        } catch {
            throw error.rpcError
        }
        let all = state.withLock { state in
            state.shelf.remove { directory.entry(of: $0.deviceID)?.cell.id != $0.structureID }
            return state.shelf.pictures
        }
        let cameras = Set(all.map(\.camera)).filter { camera in
            camera.structureID == structureID && (devices.isEmpty || devices.contains(camera.deviceID))
                && maySee(camera, caller.principal)
        }
        let now = clock.now
        return all.reversed().filter { cameras.contains($0.camera) }.map { picture in
            let secret = Self.secret()
            let name = state.withLock {
                $0.addresses.add(picture.id, for: caller.principal, secret: secret, at: now)
            }
            return Hearth_V1_CameraPicture(
                target: Hearth_V1_Target(picture.camera.target), time: .init(sinceEpoch: picture.time),
                path: Self.folder + name)
        }
    }

    /// The picture at a path; nil if there is none, or its caller may not watch the camera any more.
    func jpeg(at path: String) -> [UInt8]? {
        guard path.hasPrefix(Self.folder) else { return nil }
        let name = String(path.dropFirst(Self.folder.count))
        let now = clock.now
        let found = state.withLock { state in
            state.addresses.find(name, at: now).flatMap { address in
                state.shelf[address.picture].map { (picture: $0, principal: address.holder) }
            }
        }
        guard let found, maySee(found.picture.camera, found.principal) else { return nil }
        return found.picture.jpeg
    }

    private func maySee(_ camera: ClipCamera, _ principal: Principal) -> Bool {
        guard let found = try? directory.camera(of: camera, for: principal) else { return false }
        return CameraPrivacy.mode(in: found.record.attributes) == nil
    }

    /// Ends the addresses of a credential that was revoked or has expired.
    func revoke(credential: String) {
        state.withLock { state in state.addresses.end { $0.credential == credential } }
    }

    /// Forgets all pictures, and takes no more.
    func stop() {
        state.withLock { state in
            state = State()
            state.isOver = true
        }
    }

    private static func secret() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
