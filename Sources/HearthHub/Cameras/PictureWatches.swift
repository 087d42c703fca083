internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Sends pictures of cameras that anyone takes to the callers that watch a camera's pictures. None is kept.
///
/// Its lock guards the list of watches, and is held for one look or one entry.
final class PictureWatches: Sendable {
    private typealias Message = Hearth_V1_WatchPicturesResponse

    private struct Watch {
        let target: TraitTarget
        let pictures: AsyncStream<Message>.Continuation
    }

    private struct State {
        var watches: [UInt64: Watch] = [:]
        var lastID: UInt64 = 0
        var pool: SharedPool<String>
    }

    private let clock: any HomeClock
    private let directory: HomeDirectory
    private let state: Mutex<State>

    init(_ environment: HubEnvironment, directory: HomeDirectory) {
        clock = environment.clock
        self.directory = directory
        let limits = environment.limits
        let pool = limits.pool(limits.pictureWatches, share: max(1, limits.pictureWatches / 2))
        state = Mutex(State(pool: SharedPool(pool)))
    }

    /// Passes on a picture, without waiting for those who get it.
    ///
    /// - Parameter answer: the response of CaptureSnapshot (Matter Application Clusters 1.5, 11.2).
    func taken(_ target: TraitTarget, _ answer: StructureValue?, by cause: ChangeCause) {
        guard case .octets(let jpeg)? = answer?[0], !jpeg.isEmpty, jpeg.count <= PictureShelf.mostOfPicture else {
            return
        }
        let pictures = state.withLock { state in
            state.watches.values.filter { $0.target == target }.map(\.pictures)
        }
        guard !pictures.isEmpty else { return }
        var size = StructureValue()
        if case .structure(let found)? = answer?[2] { size = found }
        let message = Message(
            cause: Hearth_V1_Cause(cause), time: .init(sinceEpoch: clock.sinceEpoch), jpeg: jpeg,
            width: UInt32(clamping: size[0]?.integer ?? 0), height: UInt32(clamping: size[1]?.integer ?? 0))
        for continuation in pictures { continuation.yield(message) }
    }

    /// Sends a camera's pictures until the caller leaves, or may not watch the camera any more.
    ///
    /// - Throws: ``RPCError`` with the reason.
    func send(
        _ target: TraitTarget, to writer: RPCWriter<Hearth_V1_WatchPicturesResponse>, as caller: Caller
    ) async throws(RPCError) {
        _ = try directory.camera(target, for: caller.principal)
        // A slow client misses all pictures but the newest.
        let (pictures, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(1))
        let holder = caller.principal.poolHolder
        let id = try begin(Watch(target: target, pictures: continuation), holder)
        defer {
            state.withLock { state in
                state.watches[id] = nil
                state.pool.giveBack(of: holder)
            }
        }
        try await writer.write(Message())
        for await picture in pictures {
            let found = try directory.camera(target, for: caller.principal)
            guard CameraPrivacy.mode(in: found.record.attributes) == nil else { continue }
            try await writer.write(picture, compress: false)
        }
    }

    private func begin(_ watch: Watch, _ holder: String?) throws(RPCError) -> UInt64 {
        try state.withLock { (state) throws(RPCError) -> UInt64 in
            do throws(PoolRefusal) {
                try state.pool.take(for: holder)
            } catch {
                throw RPCError(
                    .resourceExhausted, error.sentence("watches of pictures", wayOut: "end one that is not needed"))
            }
            state.lastID &+= 1
            state.watches[state.lastID] = watch
            return state.lastID
        }
    }
}
