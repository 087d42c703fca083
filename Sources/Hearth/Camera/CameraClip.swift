internal import HearthCameraEvents
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// A piece of a camera's stream that the hub recorded, from some seconds before an event until some seconds after it.
public struct CameraClip: Hashable, Sendable, Identifiable {
    /// Unique on the hub.
    public let id: String
    /// ID of the device.
    public let deviceID: String
    /// The endpoint of the camera.
    public let endpoint: UInt16
    /// When its first picture was taken, in seconds since 1970.
    public let start: Double
    /// How long it lasts.
    public let duration: Duration
    /// The events that it shows, with the names that `HistoryQuery.cameraEvents` takes, as "EVENT_TYPE_MOTION".
    public let events: [String]
    /// The size of its file in bytes.
    public let bytes: Int

    init?(_ message: Hearth_V1_CameraClip) {
        guard let target = message.target.flatMap(TraitTarget.init) else { return nil }
        id = message.clipID
        deviceID = target.deviceID
        endpoint = target.endpoint
        start = message.start?.secondsSince1970 ?? 0
        duration = message.duration?.duration ?? .zero
        events = message.events.compactMap { CameraEvent(rawValue: UInt64($0))?.name }
        bytes = Int(clamping: message.bytes)
    }
}

/// The clips of a camera.
public struct CameraClips: Hashable, Sendable {
    /// Newest first.
    public let clips: [CameraClip]
    /// Whether the hub records clips of the camera.
    public let isRecorded: Bool
    /// Whether the hub keeps clips at all.
    public let keepsClips: Bool
    /// Why the hub does not record the camera at the moment although that is switched on, in words for people. nil while
    /// it does, or is switched off.
    public let problem: String?
}

extension HomeDevice {
    /// Lists the clips of a camera.
    ///
    /// - Parameters:
    ///   - endpoint: the camera; nil for the device's first one.
    ///   - most: the most clips to return. Default: 1,000.
    /// - Throws: `HomeError`: `.notFound` for a device without a camera, `.unimplemented` for a hub that knows no clips.
    public func clips(endpoint: UInt16? = nil, most: Int = 1_000) async throws(HomeError) -> CameraClips {
        var request = Hearth_V1_ListClipsRequest(target: Hearth_V1_Target(try camera(endpoint)))
        var clips: [CameraClip] = []
        while true {
            let page: Hearth_V1_ListClipsResponse = try await reference.connection.call(
                Hearth_V1_CameraMethods.listClips, request)
            clips += page.clips.compactMap { CameraClip($0) }
            guard !page.nextPageToken.isEmpty, clips.count < most else {
                return CameraClips(
                    clips: Array(clips.prefix(max(most, 0))), isRecorded: page.isRecorded, keepsClips: page.keepsClips,
                    problem: page.problem.isEmpty ? nil : page.problem)
            }
            request.pageToken = page.nextPageToken
        }
    }

    /// Switches on or off that the hub records clips of a camera at its events. Off at first.
    ///
    /// - Parameter endpoint: the camera; nil for the device's first one.
    /// - Throws: `HomeError`: `.permissionDenied` unless the user owns the structure, `.failedPrecondition` for a hub
    ///   that keeps no clips.
    public func setRecorded(_ isRecorded: Bool, endpoint: UInt16? = nil) async throws(HomeError) {
        let request = Hearth_V1_SetRecordingRequest(
            target: Hearth_V1_Target(try camera(endpoint)), isRecorded: isRecorded)
        let _: Hearth_V1_SetRecordingResponse = try await reference.connection.call(
            Hearth_V1_CameraMethods.setRecording, request)
    }

    /// Deletes a clip.
    ///
    /// - Throws: `HomeError`: `.permissionDenied` unless the user owns or administers the structure, `.notFound` for a
    ///   clip that is not there any more.
    public func delete(_ clip: CameraClip) async throws(HomeError) {
        let _: Hearth_V1_DeleteClipResponse = try await reference.connection.call(
            Hearth_V1_CameraMethods.deleteClip, Hearth_V1_DeleteClipRequest(clipID: clip.id))
    }

    /// The file of a clip in pieces, as they arrive: fragmented MP4 with the pictures as the camera encoded them.
    ///
    /// - Throws: `HomeError` if the home was disconnected. The sequence fails with `.notFound` if the clip was deleted, or
    ///   the user may no longer watch the camera.
    public func file(of clip: CameraClip) throws(HomeError) -> AsyncThrowingStream<[UInt8], any Error> {
        let connection = reference.connection
        try connection.checkOpen()
        let pieces = ClipPieces(Hearth_V1_CameraClient(connection.calls), clip.id)
        return AsyncThrowingStream { try await pieces.next() }
    }
}

/// The pieces of a clip's file. The next one is requested when the previous one was read.
private actor ClipPieces {
    private let client: Hearth_V1_CameraClient
    private let id: String
    private var reader: RPCReader<Hearth_V1_FetchClipResponse>?

    init(_ client: Hearth_V1_CameraClient, _ id: String) {
        self.client = client
        self.id = id
    }

    func next() async throws(HomeError) -> [UInt8]? {
        do throws(RPCError) {
            if reader == nil { reader = try await client.fetchClip(Hearth_V1_FetchClipRequest(clipID: id)) }
            return try await reader?.next()?.data
        } catch {
            throw HomeError(error)
        }
    }
}
