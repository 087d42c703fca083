internal import Synchronization

/// A ``DescriptorPool`` that changes while calls run, as traits of makers come and go.
///
/// A file is read when somebody asks for the pool, not when it is added: a server that is never spoken to in JSON pays
/// nothing for it.
public final class SharedDescriptorPool: Sendable {
    fileprivate enum Change: Sendable {
        case added(@Sendable () -> [UInt8])
        case removed
    }

    fileprivate struct State: Sendable {
        var pool: DescriptorPool
        /// The last change of each path since the pool was read, in the order in which they came.
        var pending: [(path: String, change: Change)] = []
        var refused: [String: DescriptorError] = [:]
    }

    private let state: Mutex<State>

    /// A pool without files.
    public init(limits: DescriptorLimits = DescriptorLimits()) {
        state = Mutex(State(pool: DescriptorPool(limits: limits)))
    }

    /// Adds a file, or puts it in the place of the one with its path.
    /// - Parameters:
    /// - path: below the import root, as the file itself says it: "hearth/v1/home.proto". - content: gives the encoded
    /// `google.protobuf.FileDescriptorProto`; called once at most, on any thread, and not to call this pool.
    public func add(path: String, _ content: @escaping @Sendable () -> [UInt8]) {
        state.withLock { $0.note(path, .added(content)) }
    }

    /// Takes the file of a path away.
    public func remove(path: String) {
        state.withLock { $0.note(path, .removed) }
    }

    /// The pool as it is now.
    public var current: DescriptorPool {
        state.withLock { state in
            state.read()
            return state.pool
        }
    }

    /// Why files were not taken, by their paths: what they declare can't be spoken of in JSON.
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
        // All that goes first: what comes may declare the same.
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
