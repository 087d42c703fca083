internal import Synchronization

/// A ``DescriptorPool`` that changes while calls run, as makers' traits are added and removed.
///
/// A file is parsed when the pool is used, not when it is added: a server without JSON calls pays nothing for it.
public final class SharedDescriptorPool: Sendable {
    fileprivate enum Change: Sendable {
        case added(@Sendable () -> [UInt8])
        case removed
    }

    fileprivate struct State: Sendable {
        var pool: DescriptorPool
        /// The last change of each path since the pool was last updated, in order.
        var pending: [(path: String, change: Change)] = []
        var refused: [String: DescriptorError] = [:]
    }

    private let state: Mutex<State>

    /// Creates a pool without files.
    public init(limits: DescriptorLimits = DescriptorLimits()) {
        state = Mutex(State(pool: DescriptorPool(limits: limits)))
    }

    /// Adds a file, or replaces the one with the same path.
    /// - Parameters:
    ///   - path: relative to the import root, as in the file itself: "hearth/v1/home.proto".
    ///   - content: returns the encoded `google.protobuf.FileDescriptorProto`. Called at most once, on any thread; must
    ///     not call this pool.
    public func add(path: String, _ content: @escaping @Sendable () -> [UInt8]) {
        state.withLock { $0.note(path, .added(content)) }
    }

    /// Removes the file of a path.
    public func remove(path: String) {
        state.withLock { $0.note(path, .removed) }
    }

    /// The current pool.
    public var current: DescriptorPool {
        state.withLock { state in
            state.read()
            return state.pool
        }
    }

    /// The errors of refused files, by path: their messages cannot be used in JSON.
    public var refused: [String: DescriptorError] {
        state.withLock { state in
            state.read()
            return state.refused
        }
    }
}

extension SharedDescriptorPool.State {
    fileprivate mutating func note(_ path: String, _ change: SharedDescriptorPool.Change) {
        pending.removeAll { $0.path == path }
        pending.append((path, change))
    }

    fileprivate mutating func read() {
        guard !pending.isEmpty else { return }
        let changes = pending
        pending = []
        // Removals come first, because added files may declare the same names.
        for change in changes {
            refused[change.path] = nil
            if case .removed = change.change { pool.remove(path: change.path) }
        }
        for change in changes {
            guard case .added(let content) = change.change else { continue }
            do throws(DescriptorError) {
                try pool.add(content())
            } catch {
                refused[change.path] = error
                pool.remove(path: change.path)
            }
        }
    }
}
