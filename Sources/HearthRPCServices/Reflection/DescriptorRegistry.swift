internal import HearthBase
public import HearthMessage
internal import Synchronization

/// The `.proto` files that server reflection serves. Files may be added and replaced while calls run.
///
/// A file is parsed at the first request, not when it is added: a server without reflection clients pays nothing.
public final class DescriptorRegistry: Sendable {
    fileprivate struct State {
        /// By path, including imports.
        var files: [String: FileDescriptor] = [:]
        /// The paths of the files that were added themselves: the server implements their services.
        var served: Set<String> = []
        /// Paths of files that are not parsed yet.
        var pending: Set<String> = []
        var services: [String: [String]] = [:]
        /// The file that declares each top-level name.
        var symbols: [String: String] = [:]
        var extensions: [FileSymbols.Extension: String] = [:]
    }

    private let state = Mutex(State())

    /// - Parameter files: files whose services the server implements; their imports are added too.
    public init(_ files: [FileDescriptor] = []) {
        add(files)
    }

    /// Adds files whose services the server now implements, with their imports. A file replaces one of the same path.
    public func add(_ files: [FileDescriptor]) {
        state.withLock { state in
            for file in files {
                state.forget(file.path)
                state.served.insert(file.path)
            }
            for file in files { state.insert(file) }
        }
    }

    /// Removes the file of this path and its services.
    public func remove(path: String) {
        state.withLock { state in
            state.forget(path)
            state.served.remove(path)
        }
    }

    /// The full names of all services, sorted.
    public var services: [String] {
        read { state in state.served.flatMap { state.services[$0] ?? [] }.ordered() }
    }

    /// The file of this path.
    public func file(path: String) -> FileDescriptor? {
        state.withLock { $0.files[path] }
    }

    /// The file that declares the message, enum, service, method, field, enum value or option with this full name.
    public func file(declaring symbol: String) -> FileDescriptor? {
        guard let (file, isWhole) = read({ $0.candidate(symbol) }) else { return nil }
        return isWhole || FileSymbols(file.serialized).declares(symbol) ? file : nil
    }

    /// The file that extends a message with this number.
    public func file(extending message: String, number: Int32) -> FileDescriptor? {
        let wanted = FileSymbols.Extension(extendee: message, number: number)
        return read { state in state.extensions[wanted].flatMap { state.files[$0] } }
    }

    /// The numbers of a message's extensions, ascending; nil when there is no such message.
    public func extensionNumbers(of message: String) -> [Int32]? {
        let numbers = read { $0.extensions.keys.filter { $0.extendee == message }.map(\.number).ordered() }
        if !numbers.isEmpty { return numbers }
        guard let (file, _) = read({ $0.candidate(message) }) else { return nil }
        return FileSymbols(file.serialized).messages.contains(message) ? [] : nil
    }

    private func read<T: Sendable>(_ body: (borrowing State) -> sending T) -> T {
        state.withLock { state in
            state.readPending()
            return body(state)
        }
    }
}

extension DescriptorRegistry.State {
    mutating func forget(_ path: String) {
        // A file that was not parsed has no other entries.
        guard let file = files.removeValue(forKey: path), services.removeValue(forKey: path) != nil else { return }
        let found = FileSymbols(file.serialized)
        for name in found.outer where symbols[name] == path { symbols[name] = nil }
        for declared in found.extensions where extensions[declared] == path { extensions[declared] = nil }
    }

    mutating func insert(_ root: FileDescriptor) {
        var open = [root]
        while let file = open.popLast() {
            guard files[file.path] == nil else { continue }
            files[file.path] = file
            pending.insert(file.path)
            open += file.dependencies
        }
    }

    mutating func readPending() {
        let paths = pending
        pending = []
        for path in paths {
            guard let file = files[path] else { continue }
            let found = FileSymbols(file.serialized)
            services[path] = found.services
            for name in found.outer { symbols[name] = path }
            for declared in found.extensions { extensions[declared] = path }
        }
    }

    /// The file of the name, or of its longest known prefix; and whether it is the name itself.
    func candidate(_ symbol: String) -> (file: FileDescriptor, isWhole: Bool)? {
        var name = symbol[...]
        while true {
            if let file = symbols[String(name)].flatMap({ files[$0] }) { return (file, name.count == symbol.count) }
            guard let dot = name.lastIndex(of: ".") else { return nil }
            name = name[..<dot]
        }
    }
}
