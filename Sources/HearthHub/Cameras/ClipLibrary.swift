internal import HearthBase
internal import HearthClips
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The clips of cameras for callers: listed, fetched and deleted with the rights that the camera itself has. Has no
/// state of its own.
final class ClipLibrary: Sendable {
    /// The most clips of a page, and the bytes of a piece of a file.
    private static let mostOfPage = 200
    private static let pieceBytes = 256 << 10

    private let directory: HomeDirectory
    private let recorder: CameraRecorder
    private let folder: ClipFolder?
    private let audit: AuditRecorder

    init(directory: HomeDirectory, recorder: CameraRecorder, media: HubMedia?, audit: AuditRecorder) {
        self.directory = directory
        self.recorder = recorder
        self.audit = audit
        folder = media?.folder
    }

    func list(
        _ target: TraitTarget, size: UInt32, token: String, as caller: Caller
    ) async throws(RPCError) -> Hearth_V1_ListClipsResponse {
        let found = try directory.camera(target, for: caller.principal)
        let camera = found.recorded
        let place = try token.isEmpty ? nil : Self.id(token)
        let most = size == 0 ? Self.mostOfPage : min(Int(size), Self.mostOfPage)
        let clips =
            await folder?.clips(of: camera, before: place, most: most + 1) { [directory] in
                directory.mayShow($0, of: found, to: caller.principal)
            } ?? []
        return Hearth_V1_ListClipsResponse(
            clips: clips.prefix(most).map { Hearth_V1_CameraClip($0) },
            nextPageToken: clips.count > most ? String(clips[most - 1].id) : "",
            isRecorded: recorder.isRecorded(camera), keepsClips: recorder.keepsClips,
            problem: recorder.problem(of: camera))
    }

    /// Sends a clip's file. Before each piece it checks whether the caller may still have it.
    func send(
        _ id: String, to writer: RPCWriter<Hearth_V1_FetchClipResponse>, as caller: Caller
    ) async throws(RPCError) {
        let (clip, found) = try await find(id, for: caller)
        await audit.clip("watched", of: found.deviceName, found.recorded, by: directory.actor(caller, in: found.cell))
        var offset = 0
        while true {
            let found = try directory.camera(of: clip.camera, for: caller.principal)
            guard directory.mayShow(clip, of: found, to: caller.principal) else { throw Self.missing(id) }
            let piece: [UInt8]
            do throws(ClipError) {
                piece = try await folder?.read(clip.id, from: offset, most: Self.pieceBytes) ?? []
            } catch {
                throw RPCError(error.code == .notFound ? .notFound : .unavailable, error.message)
            }
            guard !piece.isEmpty else { return }
            try await writer.write(Hearth_V1_FetchClipResponse(data: piece), compress: false)
            offset += piece.count
        }
    }

    func delete(_ id: String, as caller: Caller) async throws(RPCError) {
        let (clip, found) = try await find(id, for: caller)
        do throws(HubError) {
            try found.access.require(
                .manage, of: caller, to: "delete clips of \(found.deviceName)", about: clip.deviceID)
        } catch {
            throw error.rpcError
        }
        guard await folder?.delete(clip.id) == true else { throw Self.missing(id) }
        await audit.clip("deleted", of: found.deviceName, found.recorded, by: directory.actor(caller, in: found.cell))
    }

    func setRecording(_ target: TraitTarget, isOn: Bool, as caller: Caller) async throws(RPCError) {
        let found = try directory.camera(target, for: caller.principal)
        guard directory.isOwner(caller.principal, of: found.cell) else {
            throw RPCError(
                .permissionDenied,
                "\(caller.principal.subject) may not switch the recording of \(found.deviceName); ask an owner of the "
                    + "structure")
        }
        try await recorder.set(found.recorded, isOn: isOn)
        await audit.recording(
            of: found.deviceName, found.recorded, isOn: isOn, by: directory.actor(caller, in: found.cell))
    }

    private func find(_ id: String, for caller: Caller) async throws(RPCError) -> (Clip, LocatedTrait) {
        guard let number = UInt64(id), let clip = await folder?.clip(number),
            let found = try? directory.camera(of: clip.camera, for: caller.principal),
            directory.mayShow(clip, of: found, to: caller.principal)
        else { throw Self.missing(id) }
        return (clip, found)
    }

    private static func missing(_ id: String) -> RPCError {
        RPCError(.notFound, "there is no clip \(quoted(id)); it may have been deleted")
    }

    private static func id(_ token: String) throws(RPCError) -> UInt64 {
        guard let id = UInt64(token) else { throw HubError.noPage.rpcError }
        return id
    }
}

extension HomeDirectory {
    fileprivate func mayShow(_ clip: Clip, of found: LocatedTrait, to principal: Principal) -> Bool {
        let start = Duration.milliseconds(clip.start)
        return mayShow(found, from: start, to: start + .milliseconds(clip.duration), to: principal)
    }
}

extension LocatedTrait {
    /// The camera as recordings name it.
    fileprivate var recorded: ClipCamera {
        ClipCamera(structureID: cell.id, deviceID: path.target.deviceID, endpoint: path.target.endpoint)
    }
}

extension Hearth_V1_CameraClip {
    fileprivate init(_ clip: Clip) {
        self.init(
            clipID: String(clip.id), target: Hearth_V1_Target(clip.camera.target),
            start: .init(sinceEpoch: .milliseconds(clip.start)),
            duration: .init(duration: .milliseconds(clip.duration)),
            events: clip.events.map { UInt32(clamping: $0) }, bytes: UInt64(clamping: clip.bytes))
    }
}
