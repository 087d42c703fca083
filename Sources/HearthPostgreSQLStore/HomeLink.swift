internal import HearthBase
internal import HearthEventLoop
internal import HearthPostgreSQL
internal import HearthStore

/// The connection of a home to its database: it opens the home, connects again after a loss, and carries transactions
/// to a known end. Its user makes one call at a time.
actor HomeLink {
    /// The home's number.
    nonisolated let home: Int64
    private let address: PostgresAddress
    /// Identifies the run: only while the home's row has it, the home belongs to this process.
    private let run: String
    private let loop: EventLoop
    private var connection: PostgresConnection?
    /// The server's process of the last connection.
    private var lastProcess: Int32?
    private var server: ServerIdentity?
    /// Every transaction has the number of the home's row, which is raised to shut out late commits.
    private var fence: Int64 = 0
    /// The mark of the last transaction.
    private var mark: Int64 = 0
    private var end: Ended?

    /// The home is lost to this process; nothing more can be stored or read.
    struct Ended: Error {
        let reason: PostgresError
    }

    /// Which server and which of its histories a connection leads to. A server that was restored or promoted may lack
    /// transactions that were acknowledged (PostgreSQL documentation, 26.3.5 "Timelines").
    private struct ServerIdentity: Hashable {
        let system: String
        let timeline: String
    }

    /// The start of a run.
    struct Start {
        /// Whether the stored sequences are the last ones used.
        let isContinuation: Bool
        /// Sentences for a log.
        var findings: [String] = []
    }

    init(_ address: PostgresAddress, home: Int64, run: String, on loop: EventLoop) {
        self.address = address
        self.home = home
        self.run = run
        self.loop = loop
    }

    // MARK: Opening

    /// The values of `home.ending`.
    private enum Ending {
        static let inUse: Int64 = 0
        static let clean: Int64 = 1
        /// The home was closed, but some changes could not be saved.
        static let unsaved: Int64 = 2
    }

    /// Opens the home and begins a run.
    func begin(now: Duration, makeID: @Sendable () -> String) async throws -> Start {
        let connection = try await connect()
        do {
            try await Migration.run(on: connection)
            guard try await lock(connection) else {
                throw StoreError(.inUse, "the home in \(address) is open already; stop the other hub")
            }
            let place = try await place(connection)
            let known = try await connection.run(
                PostgresBatch([
                    PostgresStatement("SELECT ending, server FROM home WHERE home = $1", [.integer(home)])
                ]))[0].first
            guard let known else {
                _ = try await connection.run(
                    PostgresBatch([
                        PostgresStatement(
                            """
                            INSERT INTO home(home, id, epoch, ending, run, server, fence)
                            VALUES ($1, $2, 1, \(Ending.inUse), $3, $4, 1)
                            """, [.integer(home), .text(makeID()), .text(run), .text(place)])
                    ]))
                fence = 1
                self.connection = connection
                return Start(isContinuation: true)
            }
            let isSame = try known.text(1) == place
            let isClean = try known.integer(0) == Ending.clean && isSame
            var statements = HomeStatements(home: home)
            statements.add(
                """
                UPDATE home SET fence = fence + 1, run = $2, server = $3, ending = \(Ending.inUse) WHERE home = $1
                RETURNING fence, mark
                """, .text(run), .text(place))
            if !isClean {
                statements.beginEpoch(
                    atLeast: Int64(clamping: now.wholeSeconds), leastEvent: StoredStructure.leastEventNumber(at: now))
            }
            guard let row = try await connection.run(PostgresBatch(statements.all))[0].first else {
                throw StoreError(.failed, "the home in \(address) was removed meanwhile; start again")
            }
            (fence, mark) = (try row.integer(0), try row.integer(1))
            self.connection = connection
            let finding = "\(address) was restored or moved since the last run, and clients load everything again"
            return Start(isContinuation: isClean, findings: isSame ? [] : [finding])
        } catch {
            connection.close()
            throw error
        }
    }

    /// Names the place of the tables. It differs from that of the last run if the database was restored or moved in
    /// between, or a standby took over: the home may then be older than what its clients have seen.
    private func place(_ connection: PostgresConnection) async throws -> String {
        let table = PostgresBatch([PostgresStatement("SELECT 'home'::regclass::oid::text")])
        let number = try await connection.run(table)[0].first?.text(0) ?? ""
        return [server?.system, server?.timeline, number].compactMap(\.self).joined(separator: "/")
    }

    /// The key of the lock that shows others that the home is in use. Its upper half is "HRTH" in ASCII.
    private var lockKey: Int64 { 0x4852_5448 << 32 | (home & 0xFFFF_FFFF) }

    /// Takes the home's lock. That of a process that has just ended is free after a moment.
    private func lock(_ connection: PostgresConnection) async throws -> Bool {
        let attempt = PostgresBatch([PostgresStatement("SELECT pg_try_advisory_lock($1)", [.integer(lockKey)])])
        for _ in 0..<5 {
            if let row = try await connection.run(attempt)[0].first, try row.truth(0) { return true }
            await sleep(.milliseconds(50))
        }
        return false
    }

    /// Connects, and refuses a server that the tables or the home do not fit.
    private func connect() async throws -> PostgresConnection {
        let connection = try await PostgresConnection.open(address, name: applicationName, on: loop)
        do {
            let row = try await connection.run(PostgresBatch([PostgresStatement(Self.preparation)]))[0].first
            guard let row else { throw StoreError(.failed, "\(address) does not answer") }
            guard try row.text(0) == "UTF8" else {
                throw StoreError(
                    .notOurs, "\(address) has the encoding \(try row.text(0)); create a database with ENCODING 'UTF8'")
            }
            let found = ServerIdentity(system: try row.text(1), timeline: try row.text(2))
            if let server, server != found {
                throw Ended(
                    reason: PostgresError(
                        .refused, "\(address) was restored, or another server took its place, and it may lack changes"))
            }
            server = found
            lastProcess = connection.serverProcess
            return connection
        } catch {
            connection.close()
            throw error
        }
    }

    /// The name of the connections in `pg_stat_activity`.
    private var applicationName: String { "hearth/\(home)/\(run.prefix(16))" }

    /// Locks and stuck connections end within seconds, so that they do not hold a home for long.
    private static let preparation = """
        SELECT current_setting('server_encoding'),
            (SELECT system_identifier FROM pg_control_system())::text,
            CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END,
            set_config('search_path', '\(PostgresSchema.name)', false), set_config('lock_timeout', '5s', false),
            set_config('idle_in_transaction_session_timeout', '2s', false), set_config('tcp_user_timeout', '5s', false)
        """

    /// Ends the run.
    func end(clean: Bool) async throws {
        var statements = HomeStatements(home: home)
        statements.add("UPDATE home SET ending = $2 WHERE home = $1", .integer(clean ? Ending.clean : Ending.unsaved))
        var failure: (any Error)?
        do { try await store(statements, isDurable: true) } catch { failure = error }
        if let connection {
            // Otherwise the lock is free only when the server has noticed the end of the connection.
            _ = try? await connection.run(
                PostgresBatch([PostgresStatement("SELECT pg_advisory_unlock($1)", [.integer(lockKey)])]))
            connection.close()
        }
        connection = nil
        end = Ended(reason: PostgresError(.notSent, "the store is closed"))
        if let failure { throw failure }
    }

    // MARK: Transactions

    /// Stores a transaction.
    ///
    /// - Parameter isDurable: whether to wait for the disk. Otherwise a crash of the server can lose the transaction,
    ///   unless a durable one follows.
    /// - Returns: the results of the statements; nil if the answer was lost, but the transaction is stored.
    /// - Throws: ``Ended`` if the home is lost, other errors if nothing was stored.
    @discardableResult
    func store(_ statements: HomeStatements, isDurable: Bool) async throws -> [PostgresRows]? {
        mark &+= 1
        let mark = mark
        return try await carry(StoringMachine(mark: mark, deadline: .now + PostgresStore.patience)) { fence in
            var all = [
                PostgresStatement(
                    "SELECT begin_home_transaction($1, $2, $3)", [.integer(self.home), .integer(fence), .integer(mark)])
            ]
            if !isDurable {
                all.append(PostgresStatement("SELECT set_config('synchronous_commit', 'off', true)"))
            }
            return (all + statements.all, all.count)
        }
    }

    /// Reads.
    func read(_ statements: [PostgresStatement]) async throws -> [PostgresRows] {
        // No transaction has this mark: a query whose answer was lost is sent again.
        let machine = StoringMachine(mark: .min, deadline: .now + PostgresStore.patience)
        return try await carry(machine) { _ in (statements, 0) } ?? []
    }

    /// Performs a machine's actions.
    ///
    /// - Parameter batch: the statements for a fence, and the number of those at the beginning whose results are left out.
    private func carry(
        _ machine: StoringMachine, _ batch: (_ fence: Int64) -> (all: [PostgresStatement], first: Int)
    ) async throws -> [PostgresRows]? {
        if let end { throw end }
        var machine = machine
        var action = StoringMachine.Action.send
        while true {
            switch action {
            case .send:
                guard let connection else {
                    action = .reclaim
                    continue
                }
                let (statements, first) = batch(fence)
                do throws(PostgresError) {
                    return Array(try await connection.run(PostgresBatch(statements)).dropFirst(first))
                } catch {
                    action = machine.failed(error, at: .now)
                }
            case .wait(let pause):
                await sleep(pause)
                action = machine.waited()
            case .reclaim:
                do {
                    action = machine.reclaimed(last: try await reclaim())
                } catch let error as PostgresError {
                    action = machine.reclaimFailed(error, at: .now)
                } catch {
                    let reason = PostgresError(.unknown, "\(address) can't be used any more", cause: "\(error)")
                    throw ended(error as? Ended ?? Ended(reason: reason))
                }
            case .finish(let error):
                if let error { throw error }
                return nil
            case .close(let reason): throw ended(Ended(reason: reason))
            }
        }
    }

    /// Waits, also in a cancelled task: its transaction must come to a known end.
    private func sleep(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            loop.post { [loop] in _ = loop.schedule(after: time) { continuation.resume() } }
        }
    }

    private func ended(_ reason: Ended) -> Ended {
        connection?.close()
        connection = nil
        end = reason
        return reason
    }

    /// Connects again and raises the fence, so that late commits of the lost connection are refused.
    ///
    /// - Returns: the mark of the last stored transaction; nil if the home belongs to another process.
    private func reclaim() async throws -> Int64? {
        connection?.close()
        connection = nil
        let formerProcess = lastProcess
        let connection = try await connect()
        do {
            let raise = PostgresStatement(
                "UPDATE home SET fence = fence + 1 WHERE home = $1 AND run = $2 RETURNING fence, mark",
                [.integer(home), .text(run)])
            guard let row = try await connection.run(PostgresBatch([raise]))[0].first else { return nil }
            fence = try row.integer(0)
            self.connection = connection
            // The server may not have noticed yet that the former connection is lost.
            let terminate = PostgresStatement(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND application_name = $2",
                [.integer(formerProcess.map(Int64.init)), .text(applicationName)])
            let lock = PostgresStatement("SELECT pg_advisory_lock($1)", [.integer(lockKey)])
            _ = try await connection.run(PostgresBatch([terminate, lock]))
            return try row.integer(1)
        } catch {
            connection.close()
            self.connection = nil
            throw error
        }
    }
}
