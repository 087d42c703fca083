internal import Synchronization

/// Hands the parts of one stream to all its viewers. One source feeds it; each viewer has a queue of its own, so that a
/// slow one delays no other.
///
/// The lock guards the ring and the queues. It is held for one part; viewers are woken without it.
public final class CameraRelay: Sendable {
    typealias Reading = CheckedContinuation<CameraPart?, any Error>

    private struct Viewer {
        let id: UInt64
        var queue: ViewerQueue
        /// The reader that waits for a part.
        var reading: Reading?
        /// How the stream has ended for this viewer alone.
        var end: Result<Void, any Error>?
    }

    private struct State {
        var ring: KeyFrameRing
        var viewers: [Viewer] = []
        var nextID: UInt64 = 0
        var end: Result<Void, any Error>?
        /// The number of viewers that was passed on last, and whether a thread passes it on.
        var passedOn = 0
        var isPassingOn = false

        func index(of id: UInt64) -> Int? { viewers.firstIndex { $0.id == id } }

        mutating func beginPassingOn() -> Bool {
            defer { isPassingOn = true }
            return !isPassingOn
        }

        /// The number of viewers if it is to be passed on; nil when that is done.
        mutating func nextCount() -> Int? {
            isPassingOn = viewers.count != passedOn
            passedOn = viewers.count
            return isPassingOn ? passedOn : nil
        }
    }

    private let limits: CameraLimits
    private let state: Mutex<State>
    private let changed: @Sendable (Int) -> Void

    /// Creates a relay.
    ///
    /// - Parameter viewersChanged: called with the number of viewers after changes of it, one call at a time. The last
    ///   call has the present number.
    public init(limits: CameraLimits = CameraLimits(), viewersChanged: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.limits = limits
        state = Mutex(State(ring: KeyFrameRing(limits)))
        changed = viewersChanged
    }

    /// Whether a viewer that joins now begins at once, with the last key picture.
    public var hasBeginning: Bool { state.withLock { !$0.ring.units.isEmpty } }

    /// The last key picture of a stream with pictures, as long as units since then are kept; nil before the first.
    package var keyPicture: KeyPicture? {
        state.withLock { state in
            guard let format = state.ring.format?.video, let unit = state.ring.units.first else { return nil }
            return KeyPicture(format: format, unit: unit)
        }
    }

    /// The number of viewers.
    public var viewerCount: Int { state.withLock { $0.viewers.count } }

    /// Adds a viewer, which begins with what is kept since the last key picture. It leaves when it is released.
    public func join() -> CameraViewer {
        let id = state.withLock { state in
            let id = state.nextID
            state.nextID &+= 1
            state.viewers.append(Viewer(id: id, queue: ViewerQueue(limits, beginningWith: state.ring)))
            return id
        }
        passOnCount()
        return CameraViewer(relay: self, id: id)
    }

    /// Hands on a part. Units longer than the limit and units before the first format are left out, and so is
    /// everything after ``end(_:)``.
    public func send(_ part: CameraPart) {
        let woken = state.withLock { state -> [(Reading, CameraPart)] in
            guard state.end == nil else { return [] }
            switch part {
            case .format(let format):
                state.ring.add(format)
                return []
            case .unit(let unit):
                guard unit.bytes.count <= limits.unitBytes, let format = state.ring.format else { return [] }
                let isKey = state.ring.begins(with: unit)
                state.ring.add(unit)
                var woken: [(Reading, CameraPart)] = []
                for index in state.viewers.indices where state.viewers[index].end == nil {
                    state.viewers[index].queue.add(unit, isKey: isKey, format: format)
                    guard state.viewers[index].reading != nil, let part = state.viewers[index].queue.take(),
                        let reading = state.viewers[index].reading.take()
                    else { continue }
                    woken.append((reading, part))
                }
                return woken
            }
        }
        for (reading, part) in woken { reading.resume(returning: part) }
    }

    /// Forgets what new viewers would begin with, because it is no longer live.
    package func clear() { state.withLock { $0.ring.clear() } }

    /// Ends the stream for all viewers, after what waits for them.
    ///
    /// - Parameter error: what they throw; nil for a stream that is over.
    public func end(_ error: (any Error)? = nil) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let readings = state.withLock { state -> [Reading] in
            guard state.end == nil else { return [] }
            state.end = result
            return state.viewers.indices.compactMap { state.viewers[$0].reading.take() }
        }
        for reading in readings { reading.resume(with: result.map { nil }) }
    }

    // MARK: Viewers

    /// Returns a viewer's next part as soon as there is one; nil at the end.
    func next(_ id: UInt64) async throws -> CameraPart? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (reading: Reading) in
                let (now, earlier) = state.withLock { state -> (Result<CameraPart?, any Error>?, Reading?) in
                    guard let index = state.index(of: id), !Task.isCancelled else {
                        return (.failure(CancellationError()), nil)
                    }
                    if let end = state.viewers[index].end { return (end.map { nil }, nil) }
                    if let part = state.viewers[index].queue.take() { return (.success(part), nil) }
                    if let end = state.end { return (end.map { nil }, nil) }
                    defer { state.viewers[index].reading = reading }
                    return (nil, state.viewers[index].reading)
                }
                earlier?.resume(throwing: CancellationError())
                if let now { reading.resume(with: now) }
            }
        } onCancel: {
            takeReading(of: id)?.resume(throwing: CancellationError())
        }
    }

    /// Whether a viewer's reader waits for a part.
    var hasReader: Bool { state.withLock { $0.viewers.contains { $0.reading != nil } } }

    private func takeReading(of id: UInt64) -> Reading? {
        state.withLock { state in state.index(of: id).flatMap { state.viewers[$0].reading.take() } }
    }

    func lost(_ id: UInt64) -> Int {
        state.withLock { state in state.index(of: id).map { state.viewers[$0].queue.lost } ?? 0 }
    }

    func isBehind(_ id: UInt64) -> Bool {
        state.withLock { state in state.index(of: id).map { !state.viewers[$0].queue.isEmpty } ?? false }
    }

    func beginAgain(_ id: UInt64) {
        let woken = state.withLock { state -> (Reading, CameraPart)? in
            guard let index = state.index(of: id), state.viewers[index].end == nil else { return nil }
            state.viewers[index].queue.begin(with: state.ring)
            guard state.viewers[index].reading != nil, let part = state.viewers[index].queue.take(),
                let reading = state.viewers[index].reading.take()
            else { return nil }
            return (reading, part)
        }
        if let (reading, part) = woken { reading.resume(returning: part) }
    }

    /// Ends the stream for one viewer, without what waits for it.
    func end(_ id: UInt64, _ error: (any Error)?) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let reading = state.withLock { state -> Reading? in
            guard let index = state.index(of: id), state.viewers[index].end == nil else { return nil }
            state.viewers[index].end = result
            state.viewers[index].queue.drop()
            return state.viewers[index].reading.take()
        }
        reading?.resume(with: result.map { nil })
    }

    func leave(_ id: UInt64) {
        let reading = state.withLock { state in
            state.index(of: id).flatMap { state.viewers.remove(at: $0).reading }
        }
        reading?.resume(throwing: CancellationError())
        passOnCount()
    }

    private func passOnCount() {
        guard state.withLock({ $0.beginPassingOn() }) else { return }
        while let count = state.withLock({ $0.nextCount() }) { changed(count) }
    }
}
