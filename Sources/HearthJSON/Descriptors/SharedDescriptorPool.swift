internal import Synchronization

/// A ``DescriptorPool`` that changes while calls run, as makers' traits are added and removed.
///
/// A file is read when the pool is used, not when it is added: a server without JSON calls pays nothing for it. A file
/// whose names are given is only read when one of them is asked for, as a home has hundreds of traits, and a call needs
/// a few.
public final class SharedDescriptorPool: Sendable {
    fileprivate struct Change: Sendable {
        let path: String
        /// The full names of its outermost messages and services, without the messages of its services' methods; nil if
        /// they are not known.
        var names: [String]?
        /// Returns the file; nil if it was removed.
        var content: (@Sendable () -> [UInt8])?

        /// Whether the file declares a message or a service, whose full name is given.
        func declares(_ name: String) -> Bool {
            names?.contains { name == $0 || (name.hasPrefix($0) && name.dropFirst($0.count).first == ".") } ?? true
        }
    }

    fileprivate struct State: Sendable {
        var pool: DescriptorPool
        /// The paths of the files that were read at any time. A call may still use the messages of one that was removed
        /// since, and is added again.
        var read: Set<String> = []
        /// The last change of each path that the pool does not have yet, in order.
        var pending: [Change] = []
        /// Whether changes are pending without which the pool is wrong, whatever is asked for.
        var isStale = false
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
        state.withLock { $0.note(Change(path: path, content: content)) }
    }

    /// Adds a file that is only read when one of its names is asked for, or replaces the one with the same path.
    ///
    /// - Parameter names: the full names of its outermost messages and services. The requests and responses of its services
    ///   may be left out: a call looks up its method first, which reads the file.
    package func add(path: String, declaring names: [String], _ content: @escaping @Sendable () -> [UInt8]) {
        state.withLock { $0.note(Change(path: path, names: names, content: content)) }
    }

    /// Removes the file of a path.
    public func remove(path: String) {
        state.withLock { $0.note(Change(path: path)) }
    }

    /// The current pool, with all files.
    public var current: DescriptorPool {
        state.withLock { state in
            state.readAll()
            return state.pool
        }
    }

    /// The errors of refused files, by path: their messages cannot be used in JSON.
    public var refused: [String: DescriptorError] {
        state.withLock { state in
            state.readAll()
            return state.refused
        }
    }

    /// The request and response of a method, as of ``DescriptorPool/method(_:)``.
    package func method(_ path: String) -> DescriptorPool.Method? {
        state.withLock { state in
            state.readStale()
            if let method = state.pool.method(path) { return method }
            let service = path.prefix { $0 != "/" }
            guard state.read(String(service)) else { return nil }
            return state.pool.method(path)
        }
    }

    /// The current pool, after it has read the files that declare these messages.
    package func pool(knowing messages: some Sequence<String>) -> DescriptorPool {
        state.withLock { state in
            state.readStale()
            // A search of the files that were not read is slow beside the pool, which knows nearly all messages.
            for message in messages where !state.pool.hasMessage(message) { _ = state.read(message) }
            return state.pool
        }
    }

    // MARK: Messages

    /// Writes a message as JSON, as ``JSONTranscoder/json(from:of:reserving:)`` does with all files.
    package func json(
        from message: ArraySlice<UInt8>, of type: String, reserving prefix: Int
    ) throws(JSONError) -> [UInt8] {
        var missing: Set<String> = [type]
        while true {
            let transcoder = JSONTranscoder(pool(knowing: missing))
            missing = []
            let text = try transcoder.json(from: message, of: type, reserving: prefix, missing: &missing)
            guard hasAny(of: missing) else { return text }
        }
    }

    /// Reads a message from JSON, as ``JSONTranscoder/message(from:of:reserving:)`` does with all files.
    package func message(
        from json: ArraySlice<UInt8>, of type: String, reserving prefix: Int
    ) throws(JSONError) -> [UInt8] {
        var missing: Set<String> = [type]
        while true {
            let transcoder = JSONTranscoder(pool(knowing: missing))
            missing = []
            do throws(JSONError) {
                return try transcoder.message(from: json, of: type, reserving: prefix, missing: &missing)
            } catch {
                guard hasAny(of: missing) else { throw error }
            }
        }
    }

    /// Whether there is a file that was not read yet for one of some messages.
    private func hasAny(of messages: Set<String>) -> Bool {
        state.withLock { state in
            messages.contains { message in state.pending.contains { $0.declares(message) } }
        }
    }
}

extension SharedDescriptorPool.State {
    fileprivate mutating func note(_ change: SharedDescriptorPool.Change) {
        pending.removeAll { $0.path == change.path }
        refused[change.path] = nil
        let isRead = read.contains(change.path)
        guard change.content != nil || isRead else { return }
        pending.append(change)
        if change.names == nil || isRead { isStale = true }
    }

    fileprivate mutating func readAll() { apply { _ in true } }

    /// Reads the files whose names are not known, and applies the changes of files that were read.
    fileprivate mutating func readStale() {
        guard isStale else { return }
        isStale = false
        let read = read
        apply { $0.names == nil || read.contains($0.path) }
    }

    /// Reads the files that declare a message or a service. Returns whether there were any.
    fileprivate mutating func read(_ name: String) -> Bool { apply { $0.declares(name) } }

    @discardableResult
    private mutating func apply(_ isWanted: (SharedDescriptorPool.Change) -> Bool) -> Bool {
        let changes = pending.filter(isWanted)
        guard !changes.isEmpty else { return false }
        pending.removeAll(where: isWanted)
        // Removals come first, because added files may declare the same names.
        for change in changes where change.content == nil { pool.remove(path: change.path) }
        for change in changes {
            guard let content = change.content else { continue }
            do throws(DescriptorError) {
                try pool.add(content())
                read.insert(change.path)
            } catch {
                refused[change.path] = error
                pool.remove(path: change.path)
            }
        }
        return true
    }
}
