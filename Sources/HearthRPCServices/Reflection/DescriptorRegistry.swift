internal import HearthBase
public import HearthMessage
internal import Synchronization

/// The `.proto` files that server reflection tells of. It may grow, and files may be replaced, while calls run.
///
/// A file is read when someone asks for the first time, not when it is added: a server that nobody asks pays nothing.
public final class DescriptorRegistry: Sendable {
    fileprivate struct State {
        /// By path, with what they import.
        var files: [String: FileDescriptor] = [:]
        /// The paths of files that were added themselves: the server has their services.
        var served: Set<String> = []
        /// Not yet read.
        var pending: Set<String> = []
        var services: [String: [String]] = [:]
        /// The file of each name that stands in no message and no service.
        var symbols: [String: String] = [:]
        var extensions: [FileSymbols.Extension: String] = [:]
    }

    private let state = Mutex(State())

    /// - Parameter files: files whose services the server has; what they import is added too.
    public init(_ files: [FileDescriptor] = []) {
        add(files)
    }

    /// Adds files whose services the server has now, and what they import. A file of a known path takes the other's
    /// place.
    public func add(_ files: [FileDescriptor]) {
        state.withLock { state in
            for file in files {
                state.forget(file.path)
                state.served.insert(file.path)
            }
            for file in files { state.insert(file) }
        }
    }

    /// Removes the file of this path: its services are not there any more.
    public func remove(path: String) {
        state.withLock { state in
            state.forget(path)
            state.served.remove(path)
        }
    }

    /// The whole names of all services, sorted.
    public var services: [String] {
        read { state in state.served.flatMap { state.services[$0] ?? [] }.ordered() }
    }

    /// The file of this path.
    public func file(path: String) -> FileDescriptor? {
        state.withLock { $0.files[path] }
    }

    /// The file that declares a message, enum, service, method, field, enum's value or option of this whole name.
    public func file(declaring symbol: String) -> FileDescriptor? {
        guard let (file, isWhole) = read({ $0.candidate(symbol) }) else { return nil }
        return isWhole || FileSymbols(file.serialized).declares(symbol) ? file : nil
    }

    /// The file that extends a message with this number.
    public func file(extending message: String, number: Int32) -> FileDescriptor? {
        let wanted = FileSymbols.Extension(extendee: message, number: number)
        return read { state in state.extensions[wanted].flatMap { state.files[$0] } }
    }

    /// The numbers of a message's extensions, rising; nil when there is no such message.
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
        // Of one that was not read nothing else is known.
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

    /// The file of the name, or of the longest name around it; whether it was the name itself.
    func candidate(_ symbol: String) -> (file: FileDescriptor, isWhole: Bool)? {
        var name = symbol[...]
        while true {
            if let file = symbols[String(name)].flatMap({ files[$0] }) { return (file, name.count == symbol.count) }
            guard let dot = name.lastIndex(of: ".") else { return nil }
            name = name[..<dot]
        }
    }
}
