internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The loudspeakers of a provider's cameras in another process, while people talk through them by way of the hub. Each has
/// a call of `ProviderService.Feed`, which lasts as long as it is open: the end of one is the end of the other.
final class RemoteSpeakers: Sendable {
    /// A loudspeaker, from the request for it on.
    private final class Line: AskedFeed {
        let call = FeedCall()
        /// The format that the camera plays, or why it plays nothing.
        let format = OneShot<Result<AudioFormat, any Error>>()
        /// Why the process plays nothing any more.
        let failure = OneShot<any Error>()
        let packets: AsyncStream<SpokenPacket>
        let waiting: AsyncStream<SpokenPacket>.Continuation
        /// The codecs that the client can send.
        let codecs: [String]

        init(_ codecs: [String]) {
            self.codecs = codecs
            // What a slow process does not take is lost, as speech that comes late is of no use.
            (packets, waiting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(RemoteSpeakers.mostWaiting))
        }

        func end(_ error: any Error) {
            format.set(.failure(error))
            failure.set(error)
            waiting.finish()
        }
    }

    /// Plays by a line, until it is released.
    private final class Speaker: CameraSpeaker {
        let line: Line
        let leave: @Sendable () -> Void

        init(_ line: Line, leave: @escaping @Sendable () -> Void) {
            self.line = line
            self.leave = leave
        }

        deinit { leave() }

        func play(_ packet: SpokenPacket) { line.waiting.yield(packet) }
        var isOver: Bool { line.call.over.isOpen }
        var failure: (any Error)? { line.failure.value }
        func end() { leave() }
    }

    /// The most packets that wait for a process: half a second of the usual ones.
    private static let mostWaiting = 25
    /// How long a camera may take to open its loudspeaker.
    private static let patience = Duration.seconds(30)

    private let clock: any HomeClock
    private let calls = FeedCalls<Line>(
        lost: RPCError(.unavailable, "the connection to the camera's loudspeaker was lost; talk again"))

    init(clock: any HomeClock) { self.clock = clock }

    /// Opens a loudspeaker.
    ///
    /// - Parameters:
    ///   - codecs: those that the client can send.
    ///   - ask: asks the provider for the loudspeaker with this ID.
    func open(among codecs: [String], ask: (UInt64) -> Void) async throws -> OpenedSpeaker {
        let line = Line(codecs)
        try calls.change { $0[line.call.id] = line }
        let late = clock.schedule(after: Self.patience) { [weak self, weak line] in
            guard let self, let line, line.format.value == nil else { return }
            calls.end(line, Self.late)
        }
        defer { late.cancel() }
        ask(line.call.id)
        let call = line.call
        let speaker = Speaker(line) { [weak self] in self?.leave(call) }
        guard let result = await line.format.wait() else { throw CancellationError() }
        return OpenedSpeaker(format: try result.get(), speaker: speaker)
    }

    /// Closes a loudspeaker.
    private func leave(_ call: FeedCall) {
        guard let line = calls.remove(call.id) else { return }
        line.waiting.finish()
        call.over.open()
    }

    private static let late = RPCError(
        .deadlineExceeded, "the camera has not opened its loudspeaker within \(patience.wholeSeconds) s; try again")

    /// Whether the hub has asked for a loudspeaker.
    func has(_ id: UInt64) -> Bool { calls.has(id) }

    /// Closes all loudspeakers, and refuses new ones.
    func endAll(_ error: RPCError) { calls.endAll(error) }

    // MARK: The provider's call

    /// Lasts until the loudspeaker is closed, or the provider ends the call.
    ///
    /// - Throws: ``RPCError`` for a provider that sends what was not asked for.
    func serve(
        _ id: UInt64, _ requests: RPCReader<Hearth_V1_FeedRequest>, _ writer: RPCWriter<Hearth_V1_FeedResponse>
    ) async throws {
        try await calls.serve(id) { line in
            await withTaskGroup(of: FeedEnd?.self) { group in
                // Child tasks of the handler, so that they write on the connection's thread.
                group.addTask { await Self.read(requests, to: line) }
                group.addTask {
                    for await packet in line.packets {
                        let spoken = Hearth_V1_SpokenSound(time: packet.time, data: packet.bytes)
                        guard (try? await writer.write(Hearth_V1_FeedResponse(content: .spoken(spoken)))) != nil else {
                            break
                        }
                    }
                    return nil
                }
                defer { group.cancelAll() }
                while let end = await group.next() {
                    if let end { return end }
                }
                return FeedEnd()
            }
        }
    }

    private static func read(_ requests: RPCReader<Hearth_V1_FeedRequest>, to line: Line) async -> FeedEnd {
        do {
            while let request = try await requests.next() {
                switch request.content {
                case .format(let message):
                    guard let format = CameraFormat(message) else { throw FeedEnd.misuse("a format is too long") }
                    guard let audio = format.audio, format.video == nil else { return isOld }
                    guard line.codecs.contains(audio.codec) else {
                        throw FeedEnd.misuse("a loudspeaker's format has a codec that the client can't send")
                    }
                    guard line.format.value == nil else { throw FeedEnd.misuse("a loudspeaker's format came twice") }
                    line.format.set(.success(audio))
                case .unit: return isOld
                case .failed(let status): return FeedEnd(reason: FeedFailure.error(of: status))
                case .answerSdp: throw FeedEnd.misuse("an answer came without an offer")
                case .talkback: throw FeedEnd.misuse("a talkback was answered that was not asked for")
                case .hello: throw FeedEnd.misuse("hello came twice")
                case nil: throw FeedEnd.misuse("a message has no content that this version knows")
                }
            }
            return FeedEnd()
        } catch {
            return .broken(by: error)
        }
    }

    /// A process from before takes the request for one of a stream.
    private static let isOld = FeedEnd(
        reason: RPCError(
            .unimplemented,
            "the camera's process plays nothing that comes through the hub; update it, or talk over WebRTC"))
}
