internal import HearthBase
package import HearthEventLoop

/// A connection to a PostgreSQL server. It never blocks a thread: its socket is watched by an event loop.
///
/// It does not connect again after a loss. Every batch then fails.
package final class PostgresConnection: Sendable {
    /// The process of the server that serves this connection.
    package let serverProcess: Int32
    private let driver: LoopBound<PostgresDriver>

    fileprivate init(_ driver: LoopBound<PostgresDriver>, serverProcess: Int32) {
        self.driver = driver
        self.serverProcess = serverProcess
    }

    deinit { driver.run { $0.close() } }

    /// How long connecting may take.
    package static let connectTimeout: Duration = .seconds(10)
    /// How long a server may say nothing while it owes an answer. A connection is lost then.
    package static let answerTimeout: Duration = .seconds(30)

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - name: the name of the connection in the server's list of processes, at most 63 bytes.
    ///   - loop: the loop that serves the connection.
    /// - Throws: ``PostgresError`` with the outcome `notSent`.
    package static func open(
        _ address: PostgresAddress, name: String, on loop: EventLoop
    ) async throws(PostgresError) -> PostgresConnection {
        let result: Result<PostgresConnection, PostgresError> = await withCheckedContinuation { continuation in
            loop.post {
                let driver = PostgresDriver(address, loop: loop)
                driver.open(name: name) { result in
                    continuation.resume(
                        returning: result.map { process in
                            PostgresConnection(LoopBound(driver, loop: loop), serverProcess: process)
                        })
                }
            }
        }
        return try result.get()
    }

    /// Executes a batch. Batches are sent in the order of the calls, also while earlier ones are under way.
    ///
    /// - Returns: the result of each statement.
    package func run(_ batch: PostgresBatch) async throws(PostgresError) -> [PostgresRows] {
        let result: Result<[PostgresRows], PostgresError> = await withCheckedContinuation { continuation in
            driver.run { driver in driver.submit(batch) { continuation.resume(returning: $0) } }
        }
        return try result.get()
    }

    /// Closes the connection. Batches that are under way end with an unknown outcome.
    package func close() { driver.run { $0.close() } }
}

/// Moves bytes between libpq, whose socket it watches, and a ``PipelineMachine``. On its loop's thread only.
private final class PostgresDriver {
    private let address: PostgresAddress
    private let loop: EventLoop
    private var libpq: LibpqConnection?
    private var watch: DescriptorWatch?
    /// Ends an attempt to connect, then the wait for an answer.
    private var timer: LoopTimer?
    private var lastHeard: ContinuousClock.Instant?
    private var opened: ((Result<Int32, PostgresError>) -> Void)?
    private var machine: PipelineMachine
    private var waiting: [UInt64: (Result<[PostgresRows], PostgresError>) -> Void] = [:]
    private var lastID: UInt64 = 0

    init(_ address: PostgresAddress, loop: EventLoop) {
        self.address = address
        self.loop = loop
        machine = PipelineMachine(server: address.description)
    }

    // MARK: Connecting

    func open(name: String, _ opened: @escaping (Result<Int32, PostgresError>) -> Void) {
        self.opened = opened
        timer = loop.schedule(after: PostgresConnection.connectTimeout) { [weak self] in
            self?.lose("timed out after \(PostgresConnection.connectTimeout.components.seconds) s")
        }
        let hosts = address.hosts
        var found: [Int: [String]] = [:]
        for (index, host) in hosts.enumerated() {
            let isSocket = host.name.isEmpty || host.name.hasPrefix("/") || host.name.hasPrefix("@")
            guard !isSocket, address.parameters["hostaddr"] == nil else {
                found[index] = [""]
                continue
            }
            loop.lookUp(host.name) { [self] addresses in
                found[index] = addresses
                if found.count == hosts.count { connect(name, hosts, found) }
            }
        }
        if found.count == hosts.count { connect(name, hosts, found) }
    }

    private func connect(_ name: String, _ hosts: [(name: String, port: String)], _ found: [Int: [String]]) {
        guard opened != nil, libpq == nil else { return }
        var parameters = address.parameters
        var places: [(host: String, address: String, port: String)] = []
        for (index, host) in hosts.enumerated() {
            for address in found[index] ?? [] { places.append((host.name, address, host.port)) }
        }
        guard !places.isEmpty else { return lose("the name of its host is not known") }
        parameters["host"] = places.map(\.host).joined(separator: ",")
        if places.contains(where: { !$0.address.isEmpty }) {
            parameters["hostaddr"] = places.map(\.address).joined(separator: ",")
        }
        parameters["port"] = places.map(\.port).joined(separator: ",")
        parameters["application_name"] = name
        parameters["client_encoding"] = "UTF8"
        // A standby can't store anything.
        parameters["target_session_attrs"] = parameters["target_session_attrs"] ?? "read-write"
        guard let libpq = LibpqConnection(parameters.map { ($0.key, $0.value) }) else {
            return lose("memory is exhausted")
        }
        guard libpq.hasBegun else { return lose(libpq.message) }
        self.libpq = libpq
        follow(.writes)
    }

    /// Waits for the next step of connecting. libpq may have closed the socket of the last step and opened another.
    private func follow(_ progress: LibpqConnection.Progress) {
        guard let libpq else { return }
        switch progress {
        case .reads, .writes:
            guard startWatch(libpq.descriptor) else { return }
            watch?.watch(reading: progress == .reads, writing: progress == .writes)
        case .ready:
            timer?.cancel()
            timer = nil
            guard startWatch(libpq.descriptor) else { return }
            watch?.watch(reading: true, writing: false)
            let opened = self.opened
            self.opened = nil
            opened?(.success(libpq.serverProcess))
        case .failed: lose(libpq.message)
        }
    }

    private func startWatch(_ descriptor: Int32) -> Bool {
        watch?.close()
        do throws(LoopError) {
            watch = try DescriptorWatch(
                loop: loop, descriptor: descriptor,
                ready: { [weak self] isReadable, isWritable in self?.ready(isReadable, isWritable) },
                loopStops: { [weak self] in self?.close() })
            return true
        } catch {
            watch = nil
            lose(error.message)
            return false
        }
    }

    private func ready(_ isReadable: Bool, _ isWritable: Bool) {
        guard let libpq else { return }
        guard opened == nil else {
            // libpq may close the socket in this step.
            watch?.close()
            watch = nil
            return follow(libpq.continueConnecting())
        }
        if isReadable {
            lastHeard = loop.now
            let isOpen = libpq.read()
            takeReplies(libpq)
            guard isOpen else { return lose(libpq.message) }
        }
        if isWritable || isReadable { flush() }
    }

    // MARK: Batches

    func submit(_ batch: PostgresBatch, _ done: @escaping (Result<[PostgresRows], PostgresError>) -> Void) {
        lastID &+= 1
        waiting[lastID] = done
        let wasIdle = !machine.isBusy
        perform(machine.submit(batch, id: lastID))
        if wasIdle {
            libpq?.receiveRowsSingly()
            lastHeard = loop.now
            watchAnswers()
        }
        flush()
    }

    /// Ends the connection if the server says nothing for too long: the network may be cut without a word.
    private func watchAnswers() {
        guard timer == nil, machine.isBusy, let lastHeard else { return }
        let rest = lastHeard + PostgresConnection.answerTimeout - loop.now
        guard rest > .zero else {
            return lose("no answer for \(PostgresConnection.answerTimeout.components.seconds) s, it timed out")
        }
        timer = loop.schedule(after: rest) { [weak self] in
            self?.timer = nil
            self?.watchAnswers()
        }
    }

    private func takeReplies(_ libpq: LibpqConnection) {
        while machine.isBusy, self.libpq != nil, let reply = libpq.nextReply() {
            if case .failed(let message) = reply, message.sqlState.isEmpty { return lose(libpq.message) }
            perform(machine.received(reply))
        }
    }

    private func flush() {
        guard let libpq else { return }
        switch libpq.flush() {
        case .ready: watch?.watch(reading: true, writing: false)
        case .writes: watch?.watch(reading: true, writing: true)
        case .reads, .failed:
            // The server's last words can be there already.
            _ = libpq.read()
            takeReplies(libpq)
            lose(libpq.message)
        }
    }

    private func perform(_ actions: [PipelineMachine.Action]) {
        for action in actions where !perform(action) { return lose(libpq?.message ?? "") }
    }

    /// Returns false if libpq can't send.
    private func perform(_ action: PipelineMachine.Action) -> Bool {
        switch action {
        case .prepare(let name, let statement): return libpq?.prepare(name, statement) ?? false
        case .execute(let name, let values): return libpq?.execute(name, values) ?? false
        case .executeOnce(let statement): return libpq?.executeOnce(statement) ?? false
        case .sync: return libpq?.sync() ?? false
        case .finish(let id, let result): waiting.removeValue(forKey: id)?(result)
        case .close: disconnect()
        }
        return true
    }

    // MARK: The end

    func close() { lose("it was closed") }

    private func lose(_ reason: String) {
        let error = PostgresError(.notSent, "the connection to \(address) is lost", cause: reason)
        let opened = self.opened
        self.opened = nil
        perform(machine.lost(error))
        opened?(.failure(PostgresError(.notSent, "cannot connect to \(address)", cause: reason)))
    }

    private func disconnect() {
        timer?.cancel()
        watch?.close()
        watch = nil
        libpq = nil
    }
}
