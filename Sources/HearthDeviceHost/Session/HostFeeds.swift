internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The live streams that a host sends to its hub. Each has a call of its own, so that pictures never hold up reports.
///
/// Its lock guards the connection and the running streams. It is held for one look or one entry.
final class HostFeeds: Sendable {
    /// The most streams at a time, as a hub asks for one per camera and quality.
    static let limit = 128

    private struct State {
        /// The present connection; nil between connections.
        var client: RPCClient?
        var running: [UInt64: Task<Void, Never>] = [:]
    }

    private let source: (any CameraSource)?
    private let providerID: String
    private let state = Mutex(State())

    init(_ source: (any CameraSource)?, providerID: String) {
        self.source = source
        self.providerID = providerID
    }

    /// Notes the connection on which streams are sent from now on.
    func connected(_ client: RPCClient) {
        state.withLock { $0.client = client }
    }

    /// Ends all streams.
    func disconnected() {
        let running = state.withLock { state in
            defer { state = State() }
            return Array(state.running.values)
        }
        for task in running { task.cancel() }
    }

    /// Begins to send the stream that the hub asks for.
    func open(_ request: Hearth_V1_OpenFeed) {
        state.withLock { state in
            guard let client = state.client, state.running.count < Self.limit,
                state.running[request.feedID] == nil
            else { return }
            state.running[request.feedID] = Task(executorPreference: client.executor) {
                await self.send(request, on: client)
                self.state.withLock { $0.running[request.feedID] = nil }
            }
        }
    }

    private func send(_ request: Hearth_V1_OpenFeed, on client: RPCClient) async {
        // The hub ends the call when the stream has no viewer any more, which needs no answer.
        guard let (writer, reader) = try? await Hearth_V1_ProviderClient(client).feed() else { return }
        let hello = Hearth_V1_FeedHello(providerID: providerID, feedID: request.feedID)
        _ = try? await writer.write(Hearth_V1_FeedRequest(content: .hello(hello)))
        let opened = Opened()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask(executorPreference: client.executor) {
                await self.send(request, to: writer, noting: opened)
                return false
            }
            group.addTask(executorPreference: client.executor) {
                while let message = try? await reader.next() {
                    switch message.content {
                    case .talkback(let wish):
                        guard let session = opened.session.value else { continue }
                        let result = await Self.setTalkback(wish, of: session)
                        _ = try? await writer.write(Hearth_V1_FeedRequest(content: .talkback(result)))
                    case .spoken(let sound):
                        opened.speaker.value?.play(SpokenPacket(time: sound.time, bytes: sound.data))
                    case nil: break
                    }
                }
                return true
            }
            // After its last message the host waits until the hub has ended the call.
            if await group.next() == false { _ = await group.next() }
            group.cancelAll()
        }
    }

    /// What the hub's messages in a call are about.
    private struct Opened: Sendable {
        let session = OneShot<CameraSession>()
        let speaker = OneShot<any CameraSpeaker>()
    }

    /// Starts or stops playing a client's voice at a camera.
    private static func setTalkback(
        _ wish: Hearth_V1_SetTalkback, of session: CameraSession
    ) async -> Hearth_V1_TalkbackResult {
        do {
            try await session.setTalking(wish.isOn)
            return Hearth_V1_TalkbackResult(number: wish.number)
        } catch {
            return Hearth_V1_TalkbackResult(number: wish.number, status: Hearth_V1_AttachStatus(RPCError(error)))
        }
    }

    /// - Parameter opened: gets the session or the loudspeaker, if one is asked for.
    private func send(
        _ request: Hearth_V1_OpenFeed, to writer: RPCWriter<Hearth_V1_FeedRequest>,
        noting opened: Opened
    ) async {
        do {
            if let offer = request.offerSdp {
                let session = try await session(request, offer)
                opened.session.set(session)
                // The session lasts as long as the call, which the hub ends with the last right to it.
                defer { session.end() }
                try await writer.write(Hearth_V1_FeedRequest(content: .answerSdp(session.answer)))
                if let error = await session.ended.wait() ?? nil { throw error }
            } else if !request.speakerCodecs.isEmpty {
                let found = try await speaker(request)
                opened.speaker.set(found.speaker)
                defer { found.speaker.end() }
                try await writer.write(Hearth_V1_FeedRequest(.format(CameraFormat(audio: found.format))))
                try await Self.lasts(found.speaker)
            } else {
                for try await part in try await stream(request) {
                    try await writer.write(Hearth_V1_FeedRequest(part))
                }
            }
        } catch {
            guard !Task.isCancelled else { return }
            let status = Hearth_V1_AttachStatus(RPCError(error))
            _ = try? await writer.write(Hearth_V1_FeedRequest(content: .failed(status)))
        }
        writer.finish()
    }

    private func stream(_ request: Hearth_V1_OpenFeed) async throws -> CameraViewer {
        if let address = request.address, let opener = source as? any CameraOpener {
            return try await opener.open(CameraAddress(address))
        }
        let (source, request) = try asked(request)
        return try await source.open(request)
    }

    private func session(_ request: Hearth_V1_OpenFeed, _ offer: String) async throws -> CameraSession {
        let session: CameraSession?
        if let address = request.address, let opener = source as? any CameraOpener {
            session = try await opener.connect(CameraAddress(address), offer: offer)
        } else {
            let (source, request) = try asked(request)
            session = try await source.connect(request, offer: offer)
        }
        guard let session else {
            throw HomeError(
                .unimplemented,
                "the process of this camera does not speak WebRTC; switch it on, or open the live view by frames")
        }
        return session
    }

    private func speaker(_ request: Hearth_V1_OpenFeed) async throws -> OpenedSpeaker {
        let opened: OpenedSpeaker?
        if let address = request.address, let opener = source as? any CameraOpener {
            opened = try await opener.openSpeaker(at: CameraAddress(address), among: request.speakerCodecs)
        } else {
            let (source, camera) = try asked(request)
            opened = try await source.openSpeaker(of: camera, among: request.speakerCodecs)
        }
        guard let opened else {
            throw HomeError(
                .unimplemented, "the process of this camera plays nothing; talk through another camera")
        }
        return opened
    }

    /// Waits until the camera has ended its loudspeaker. The task is cancelled when the hub closes it.
    private static func lasts(_ speaker: any CameraSpeaker) async throws {
        while !speaker.isOver { try await Task.sleep(for: .milliseconds(500)) }
        throw speaker.failure ?? HomeError(.unavailable, "the camera plays nothing any more; talk again")
    }

    private func asked(_ request: Hearth_V1_OpenFeed) throws -> (any CameraSource, CameraRequest) {
        guard let source else {
            throw HomeError(.unimplemented, "the process of this device has no live streams; update it")
        }
        guard let target = request.target.flatMap(TraitTarget.init) else {
            throw HomeError(.invalidArgument, "the hub asks for a stream without naming a camera")
        }
        return (
            source,
            CameraRequest(
                device: target.deviceID, endpoint: target.endpoint, quality: CameraQuality(request.quality))
        )
    }
}
