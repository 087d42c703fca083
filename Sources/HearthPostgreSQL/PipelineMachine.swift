/// A message of the server about an error: its code and its primary message.
struct ServerMessage: Hashable {
    let sqlState: String
    let text: String
}

/// The protocol of a connection in pipeline mode: which statements to send, and which results belong to which batch.
///
/// Several batches may be under way. Each ends with a Sync of its own, so that each fails by itself.
struct PipelineMachine {
    /// What the server answers, in order.
    enum Reply: Hashable {
        /// A row of the current statement.
        case row([[UInt8]?])
        /// The current statement is done.
        case completed(changed: Int)
        /// The current statement failed. Those after it up to the Sync are skipped.
        case failed(ServerMessage)
        /// The current statement was skipped.
        case skipped
        /// The Sync of the current batch.
        case synced
    }

    /// What the driver must do, in order.
    enum Action: Hashable {
        /// Send a statement to keep under a name.
        case prepare(name: String, PostgresStatement)
        /// Send the parameters for a kept statement.
        case execute(name: String, [PostgresValue])
        /// Send a statement with its parameters.
        case executeOnce(PostgresStatement)
        /// Send a Sync.
        case sync
        /// Hand out the result of a batch.
        case finish(id: UInt64, Result<[PostgresRows], PostgresError>)
        /// Close the connection.
        case close
    }

    private enum Step {
        case preparation(text: String)
        case execution
    }

    private struct Flight {
        let id: UInt64
        let mostBytes: Int
        var steps: ArraySlice<Step>
        var results: [PostgresRows] = []
        var current = PostgresRows()
        var bytes = 0
        var failure: ServerMessage?
        /// Whether the failure came before the Sync was reached: whatever follows, nothing of the batch is stored.
        var isUndone = false

        mutating func endResult(changed: Int) {
            current.changed = changed
            results.append(current)
            current = PostgresRows()
        }
    }

    /// The server's name in messages.
    private let server: String
    private var flights: [Flight] = []
    /// The names of kept statements, by text; also of those that are being prepared.
    private var names: [String: String] = [:]
    private var count = 0
    /// Why the connection is lost.
    private var loss: PostgresError?

    init(server: String) { self.server = server }

    /// Whether the server owes an answer.
    var isBusy: Bool { !flights.isEmpty }

    /// Takes a batch to send.
    mutating func submit(_ batch: PostgresBatch, id: UInt64) -> [Action] {
        if let loss { return [.finish(id: id, .failure(loss.with(.notSent)))] }
        var actions: [Action] = []
        var steps: [Step] = []
        for statement in batch.statements {
            steps.append(.execution)
            guard statement.isPrepared else {
                actions.append(.executeOnce(statement))
                continue
            }
            if let name = names[statement.text] {
                actions.append(.execute(name: name, statement.values))
                continue
            }
            count += 1
            let name = "s\(count)"
            names[statement.text] = name
            actions += [.prepare(name: name, statement), .execute(name: name, statement.values)]
            steps.insert(.preparation(text: statement.text), at: steps.count - 1)
        }
        flights.append(Flight(id: id, mostBytes: batch.mostBytes, steps: steps[...]))
        return actions + [.sync]
    }

    /// Takes an answer of the server.
    mutating func received(_ reply: Reply) -> [Action] {
        guard loss == nil, !flights.isEmpty else { return [] }
        switch reply {
        case .row(let row):
            flights[0].bytes += row.reduce(32) { $0 + 16 + ($1?.count ?? 0) }
            guard flights[0].bytes <= flights[0].mostBytes else {
                return lost(
                    PostgresError(
                        .unknown,
                        "a result of \(server) has more than \(flights[0].mostBytes) bytes, the most that is read at once"
                    ))
            }
            flights[0].current.append(row)
        case .completed(let changed):
            if case .execution = flights[0].steps.popFirst() { flights[0].endResult(changed: changed) }
        case .failed(let message):
            if flights[0].failure == nil {
                flights[0].failure = message
                flights[0].isUndone = !flights[0].steps.isEmpty
            }
            forget(flights[0].steps.popFirst())
        case .skipped: forget(flights[0].steps.popFirst())
        case .synced:
            let flight = flights.removeFirst()
            return [.finish(id: flight.id, flight.failure.map { .failure(refusal($0)) } ?? .success(flight.results))]
        }
        return []
    }

    /// A statement whose preparation failed or was skipped is prepared again the next time. Later batches that already
    /// use its name fail in the meantime.
    private mutating func forget(_ step: Step?) {
        if case .preparation(let text) = step { names[text] = nil }
    }

    /// Ends all batches, as the connection is lost.
    ///
    /// - Parameter error: why; its outcome does not count.
    mutating func lost(_ error: PostgresError) -> [Action] {
        guard loss == nil else { return [] }
        loss = error
        defer { flights = [] }
        return flights.map { flight in
            // A server that ends a connection after the last statement may have committed before.
            let reason = flight.failure.map { refusal($0) } ?? error
            return .finish(id: flight.id, .failure(flight.isUndone ? reason : reason.with(.unknown)))
        } + [.close]
    }

    private func refusal(_ message: ServerMessage) -> PostgresError {
        // These errors say themselves that the outcome is unknown (PostgreSQL documentation, appendix A):
        // transaction_resolution_unknown and statement_completion_unknown.
        let isUnknown = ["08007", "40003"].contains(message.sqlState)
        return PostgresError(
            isUnknown ? .unknown : .refused, sqlState: message.sqlState, "\(server) refuses a transaction",
            cause: message.text)
    }
}
