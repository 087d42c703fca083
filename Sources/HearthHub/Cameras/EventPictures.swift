internal import HearthCameraEvents
internal import HearthClips
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Takes a picture of a camera at its events, and gives it to callers who may watch the camera, by an address without a
/// credential. An event soon after another one has the same picture. No picture is stored.
///
/// Its lock guards the pictures, their addresses and the questions to cameras. The directory's lock is taken under it.
final class EventPictures: Sendable {
    private struct Question {
        let id: UInt64
        let provider: UInt64
        /// When its events were observed.
        var times: [Duration]
    }

    private struct State {
        var shelf = PictureShelf(bytes: EventPictures.bytes)
        var addresses = PictureAddresses<Principal>()
        /// The cameras that are asked for a picture.
        var asked: [ClipCamera: Question] = [:]
        /// When each camera was asked last, and the picture that it gave.
        var last: [ClipCamera: (time: Duration, picture: UInt64?)] = [:]
        var lastQuestion: UInt64 = 0
        var isOver = false
    }

    /// The memory for all pictures.
    private static let bytes = 16 << 20
    /// The most cameras that are asked at a time.
    private static let mostAsked = 8
    /// The most cameras of one provider that are asked at a time, so that one that does not answer leaves room for others.
    private static let mostAskedOfProvider = 4
    /// How long a camera may take to answer.
    private static let deadline = Duration.seconds(10)
    /// The shortest time between two pictures of a camera.
    private static let pause = Duration.seconds(2)
    /// The size that is asked for; cameras answer with one that they have.
    private static let size: (width: UInt64, height: UInt64) = (640, 360)
    /// Where the server has the pictures.
    package static let folder = "/media/"

    private let clock: any HomeClock
    private let directory: HomeDirectory
    private let watches: PictureWatches
    private let state = Mutex(State())

    init(_ environment: HubEnvironment, directory: HomeDirectory, watches: PictureWatches) {
        clock = environment.clock
        self.directory = directory
        self.watches = watches
    }

    // MARK: Taking

    /// Asks the cameras of an event for a picture, without waiting for it.
    func take(_ happening: CameraHappening) {
        for camera in happening.cameras {
            guard let provider = directory.entry(of: camera.deviceID)?.port?.id,
                let id = begin(camera, of: provider, at: happening.time)
            else { continue }
            let task = Task {
                let jpeg = await picture(of: camera)
                end(camera, id, jpeg)
            }
            _ = clock.schedule(after: Self.deadline) { [weak self] in
                task.cancel()
                self?.end(camera, id, nil)
            }
        }
    }

    /// Begins a question, or joins an event to the picture that is being taken or was taken just before.
    ///
    /// - Returns: the question's ID; nil if the camera is not asked.
    private func begin(_ camera: ClipCamera, of provider: UInt64, at time: Duration) -> UInt64? {
        let now = clock.now
        return state.withLock { state in
            guard !state.isOver else { return nil }
            if let times = state.asked[camera]?.times {
                if !times.contains(time), times.count < PictureShelf.mostTimes {
                    state.asked[camera]?.times.append(time)
                }
                return nil
            }
            state.last = state.last.filter { now - $0.value.time < Self.pause }
            if let last = state.last[camera] {
                if let picture = last.picture { state.shelf.join(picture, at: time) }
                return nil
            }
            guard state.asked.count < Self.mostAsked,
                state.asked.values.count(where: { $0.provider == provider }) < Self.mostAskedOfProvider
            else { return nil }
            state.last[camera] = (now, nil)
            state.lastQuestion &+= 1
            state.asked[camera] = Question(id: state.lastQuestion, provider: provider, times: [time])
            return state.lastQuestion
        }
    }

    /// Ends a question, unless it has ended already.
    private func end(_ camera: ClipCamera, _ id: UInt64, _ jpeg: [UInt8]?) {
        state.withLock { state in
            guard let question = state.asked[camera], question.id == id else { return }
            state.asked[camera] = nil
            guard let jpeg else { return }
            let picture = state.shelf.add(jpeg, of: camera, at: question.times)
            if state.last[camera] != nil { state.last[camera]?.picture = picture }
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
        guard let answer = try? await provider.invoke(invocation), case .octets(let jpeg)? = answer[0],
            // A privacy mode may have been switched on meanwhile.
            let still = try? directory.camera(of: camera, for: .owner),
            !CameraPrivacy.forbidsRecording(still.record.attributes)
        else { return nil }
        watches.taken(camera.target, answer, by: .hub)
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
                && maySee(camera, at: nil, caller.principal)
        }
        let now = clock.now
        return all.reversed().filter { cameras.contains($0.camera) }.flatMap { picture -> [Hearth_V1_CameraPicture] in
            let times = picture.times.filter { maySee(picture.camera, at: $0, caller.principal) }
            guard !times.isEmpty else { return [] }
            let secret = Self.secret()
            let name = state.withLock {
                $0.addresses.add(picture.id, for: caller.principal, secret: secret, at: now)
            }
            return times.reversed().map {
                Hearth_V1_CameraPicture(
                    target: Hearth_V1_Target(picture.camera.target), time: .init(sinceEpoch: $0),
                    path: Self.folder + name)
            }
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
        guard let found,
            found.picture.times.contains(where: { maySee(found.picture.camera, at: $0, found.principal) })
        else { return nil }
        return found.picture.jpeg
    }

    /// - Parameter time: when a picture was taken; nil for the camera itself.
    private func maySee(_ camera: ClipCamera, at time: Duration?, _ principal: Principal) -> Bool {
        guard let found = try? directory.camera(of: camera, for: principal) else { return false }
        if let time, !directory.mayShow(found, from: time, to: time, to: principal) { return false }
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
