internal import Synchronization

/// Hands the parts of one stream to all its viewers. One source feeds it; each viewer has a queue of its own, so that a
/// slow one delays nobody.
///
/// The lock guards the ring and the queues. It is held for one part; viewers are woken without it.
public final class CameraRelay: Sendable {
    private struct Viewer {
        var queue: ViewerQueue
        var waiting: CheckedContinuation<[CameraPart]?, any Error>?
    }

    private struct State {
        var ring: KeyFrameRing
        var viewers: [UInt64: Viewer] = [:]
        var next: UInt64 = 0
        var end: Result<Void, any Error>?
    }

    private let limits: CameraLimits
    private let state: Mutex<State>
    private let changed: @Sendable (Int) -> Void

    /// Creates a relay.
    ///
    /// - Parameter viewersChanged: called with the number of viewers after each change of it.
    public init(limits: CameraLimits = CameraLimits(), viewersChanged: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.limits = limits
        state = Mutex(State(ring: KeyFrameRing(limits)))
        changed = viewersChanged
    }

    /// The number of viewers.
    public var viewerCount: Int { state.withLock { $0.viewers.count } }

    /// Adds a viewer, which begins with what is kept since the last key picture. It leaves when it is released.
    public func join() -> CameraViewer {
        let (id, count) = state.withLock { state in
            let id = state.next
            state.next &+= 1
            state.viewers[id] = Viewer(queue: ViewerQueue(limits, beginning: state.ring.beginning))
            return (id, state.viewers.count)
        }
        changed(count)
        return CameraViewer(relay: self, id: id)
    }

    /// Hands on a part. Units longer than the limit are left out, and so is everything after ``end(_:)``.
    public func send(_ part: CameraPart) {
        typealias Woken = (CheckedContinuation<[CameraPart]?, any Error>, [CameraPart])
        let woken = state.withLock { state -> [Woken] in
            guard state.end == nil else { return [] }
            switch part {
            case .format(let format): state.ring.add(format)
            case .unit(let unit):
                guard unit.bytes.count <= limits.unitBytes else { return [] }
                state.ring.add(unit)
            }
            var woken: [Woken] = []
            for id in state.viewers.keys {
                switch part {
                case .format(let format): state.viewers[id]?.queue.add(format)
                case .unit(let unit): state.viewers[id]?.queue.add(unit)
                }
                guard let waiting = state.viewers[id]?.waiting, let parts = state.viewers[id]?.queue.take(),
                    !parts.isEmpty
                else { continue }
                state.viewers[id]?.waiting = nil
                woken.append((waiting, parts))
            }
            return woken
        }
        for (waiting, parts) in woken { waiting.resume(returning: parts) }
    }

    /// Ends the stream for all viewers, after what waits for them.
    ///
    /// - Parameter error: what they throw; nil for a stream that is over.
    public func end(_ error: (any Error)? = nil) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let woken = state.withLock { state -> [CheckedContinuation<[CameraPart]?, any Error>] in
            guard state.end == nil else { return [] }
            state.end = result
            let woken = state.viewers.values.compactMap(\.waiting)
            for id in state.viewers.keys { state.viewers[id]?.waiting = nil }
            return woken
        }
        for waiting in woken { waiting.resume(with: result.map { nil }) }
    }

    /// Returns what waits for a viewer, as soon as there is something; nil at the end.
    func next(_ id: UInt64) async throws -> [CameraPart]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let now = state.withLock { state -> Result<[CameraPart]?, any Error>? in
                    guard let parts = state.viewers[id]?.queue.take(), !Task.isCancelled else {
                        return .failure(CancellationError())
                    }
                    if !parts.isEmpty { return .success(parts) }
                    if let end = state.end { return end.map { nil } }
                    state.viewers[id]?.waiting = continuation
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.viewers[id]?.waiting
                state.viewers[id]?.waiting = nil
                return waiting
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    func lost(_ id: UInt64) -> Int {
        state.withLock { $0.viewers[id]?.queue.lost ?? 0 }
    }

    func leave(_ id: UInt64) {
        let (waiting, count) = state.withLock { ($0.viewers.removeValue(forKey: id)?.waiting, $0.viewers.count) }
        waiting?.resume(throwing: CancellationError())
        changed(count)
    }
}

/// A viewer of a stream: its parts in order, for one reader at a time. It leaves the stream when it is released.
public final class CameraViewer: AsyncSequence, Sendable {
    public typealias Element = CameraPart
    public typealias Failure = any Error

    private let relay: CameraRelay
    private let id: UInt64

    init(relay: CameraRelay, id: UInt64) {
        self.relay = relay
        self.id = id
    }

    deinit {
        relay.leave(id)
    }

    /// Units that this viewer lost because it was behind.
    public var lost: Int { relay.lost(id) }

    /// Returns all that waits, as soon as there is something; nil at the end.
    public func nextParts() async throws -> [CameraPart]? {
        try await relay.next(id)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(viewer: self)
    }

    /// Returns the parts one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let viewer: CameraViewer
        var parts: ArraySlice<CameraPart> = []

        public mutating func next() async throws -> CameraPart? {
            if parts.isEmpty {
                guard let more = try await viewer.nextParts() else { return nil }
                parts = more[...]
            }
            return parts.popFirst()
        }
    }
}
