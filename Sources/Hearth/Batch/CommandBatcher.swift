internal import HearthRPC
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Collects commands for ``Home/sendBatchedCommands(_:)`` and holds their results after sending.
public final class CommandBatcher: Sendable {
    /// A result was requested too early, or a command was added too late.
    public enum CommandBatcherError: Error, Hashable, Sendable {
        /// The batch has not been sent yet.
        case notCommitted
        /// The hub's response has no result for the command.
        case responseNotFound
        /// The batch has been sent; no commands can be added.
        case alreadyCommitted
    }

    private struct Item: Sendable {
        let message: Hearth_V1_BatchItem
        let trait: TraitDescriptor
        let target: TraitTarget
        /// nil for a command that was refused before sending.
        let command: CommandDescriptor?
    }

    private struct State {
        var items: [Item] = []
        /// Commands refused before sending, by index.
        var refusals: [Int: HomeError] = [:]
        var results: [Result<[UInt8], HomeError>]?
    }

    private let state = Mutex(State())

    init() {}

    /// Adds a command: `batcher.add(trait.toggleBatchable())`.
    ///
    /// - Returns: the command's result, available after ``Home/sendBatchedCommands(_:)`` has returned.
    @discardableResult
    public func add<Response>(_ batchable: BatchableCommand<Response>) -> ResultProvider<Response> {
        let index = state.withLock { state -> Int? in
            guard state.results == nil else { return nil }
            var command: CommandDescriptor?
            do throws(HomeError) {
                command = try batchable.checked()
            } catch {
                state.refusals[state.items.count] = error
            }
            state.items.append(
                Item(
                    message: Hearth_V1_BatchItem(batchable), trait: batchable.trait, target: batchable.target,
                    command: command))
            return state.items.count - 1
        }
        return ResultProvider { [self] in
            guard let index else { throw CommandBatcherError.alreadyCommitted }
            return try batchable.answer(bytes(at: index))
        }
    }

    /// The result of one command of a batch.
    public struct ResultProvider<Response: Sendable>: Sendable {
        private let provider: @Sendable () throws -> Response

        init(_ provider: @escaping @Sendable () throws -> Response) { self.provider = provider }

        /// Whether the device has confirmed the command.
        public var isSuccessful: Bool { (try? provider()) != nil }

        /// The device's response.
        ///
        /// - Throws: `HomeError` if the command failed; ``CommandBatcherError`` if the batch was not sent.
        public func getOrThrow() throws -> Response { try provider() }
    }

    private func bytes(at index: Int) throws -> [UInt8] {
        try state.withLock { state in
            guard let results = state.results else { throw CommandBatcherError.notCommitted }
            guard results.indices.contains(index) else { throw CommandBatcherError.responseNotFound }
            return try results[index].get()
        }
    }

    // MARK: Sending

    /// Sends the batch in one call, without the commands that were already refused.
    func commit(over connection: HomeConnection) async throws(HomeError) {
        let items = state.withLock { $0.items }
        var refusals = state.withLock { $0.refusals }
        for (index, item) in items.enumerated() {
            guard let command = item.command else { continue }
            guard connection.view(of: item.trait, at: item.target) == nil else {
                refusals[index] = HomeError(
                    .unimplemented,
                    "\(item.trait.name).\(command.methodName) can't be in a batch, since the SDK makes it of other "
                        + "traits; send it alone")
                continue
            }
            do throws(HomeError) {
                try connection.validate(command, of: item.trait, at: item.target)
            } catch {
                refusals[index] = error
            }
        }
        let sent = items.indices.filter { refusals[$0] == nil }
        var results = items.indices.map { Result<[UInt8], HomeError>.failure(refusals[$0] ?? Self.missing) }
        if !sent.isEmpty {
            let response: Hearth_V1_SendBatchResponse = try await connection.change(
                Hearth_V1_HomeMethods.sendBatch,
                Hearth_V1_SendBatchRequest(items: sent.map { items[$0].message }, options: connection.callOptions),
                timeout: HomeConnection.timeout(isTimed: sent.contains { items[$0].command?.isTimed == true }),
                "the batch")
            for (index, result) in zip(sent, response.results) {
                if let error = result.error {
                    results[index] = .failure(HomeError(error))
                } else {
                    results[index] = .success(result.response)
                }
            }
            await connection.reach(response.results.map(\.position))
        }
        state.withLock { $0.results = results }
    }

    private static let missing = HomeError(.internal, "the hub's answer lacks the result of a command")
}

extension Hearth_V1_BatchItem {
    init<Response>(_ batchable: BatchableCommand<Response>) {
        self.init(
            target: Hearth_V1_Target(batchable.target), traitID: batchable.trait.id,
            action: .command(Hearth_V1_BatchCommand(commandID: batchable.commandID, arguments: batchable.arguments)))
    }
}

extension Home {
    /// Sends several commands in one round trip, and returns when all devices have responded.
    ///
    /// Commands for one device are executed in the order in which they were added. A command that fails does not affect
    /// the others; its ``CommandBatcher/ResultProvider`` has the error.
    ///
    /// - Parameter block: adds the commands.
    /// - Returns: the value that `block` returns.
    /// - Throws: errors of `block`; `HomeError` if the batch as a whole failed.
    @discardableResult
    public nonisolated(nonsending) func sendBatchedCommands<T>(
        _ block: (CommandBatcher) throws -> T
    ) async throws -> T {
        let batcher = CommandBatcher()
        let result = try block(batcher)
        try await batcher.commit(over: connection)
        return result
    }
}
