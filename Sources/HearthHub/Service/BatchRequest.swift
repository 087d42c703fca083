internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// Several commands and updates in one call: one after the other for each device, concurrently across devices.
struct BatchRequest: Sendable {
    let hub: Hub
    private(set) var caller: Caller
    /// When the batch answers with the results so far, by the hub's clock; nil to wait for all. Items that have not
    /// begun then are left out, so that none takes effect late.
    private let end: Duration?

    /// - Parameter time: the time left until the call's deadline; nil for no deadline.
    init(hub: Hub, caller: Caller, time: Duration?) {
        self.hub = hub
        self.caller = caller
        // The result of an item is not the batch's answer.
        self.caller.once = nil
        // The answer must be there before the deadline, or all results are lost.
        end = time.map { hub.clock.now + $0 - min($0 / 10, .milliseconds(500)) }
    }

    private enum Outcome: Sendable {
        case done([(Int, Hearth_V1_BatchResult)])
        case timeIsUp
    }

    /// One result for each item, in their order.
    ///
    /// - Throws: ``HubError`` if the request as a whole is refused; nothing has taken effect then.
    func perform(_ items: [Hearth_V1_BatchItem]) async throws(HubError) -> [Hearth_V1_BatchResult] {
        guard items.count <= hub.limits.batchItems else {
            throw HubError(
                .invalidArgument, "the batch has \(items.count) items; at most \(hub.limits.batchItems) are allowed")
        }
        var lanes: [String: [Int]] = [:]
        for (index, item) in items.enumerated() { lanes[item.target?.deviceID ?? "", default: []].append(index) }
        let alarm = Latch()
        let timer = end.map { end in hub.clock.schedule(after: end - hub.clock.now) { alarm.open() } }
        defer { timer?.cancel() }
        var results = [Hearth_V1_BatchResult](repeating: Hearth_V1_BatchResult(), count: items.count)
        await withTaskGroup(of: Outcome.self) { group in
            // Only the first missing device gets suggestions, as a batch may name a thousand.
            let helped = lanes.keys.first { !hub.directory.hasDevice($0, for: caller.principal) }
            for (device, lane) in lanes {
                group.addTask {
                    if hub.directory.hasDevice(device, for: caller.principal) {
                        return .done(await outcomes(of: lane, items))
                    }
                    let first = lane.prefix(device == helped ? 1 : 0)
                    return .done(
                        await outcomes(of: first, items) + refusals(of: lane.dropFirst(first.count), items))
                }
            }
            group.addTask {
                await alarm.wait()
                return .timeIsUp
            }
            var open = lanes.count
            while open > 0, let outcome = await group.next() {
                switch outcome {
                case .done(let done):
                    open -= 1
                    for (index, result) in done { results[index] = result }
                case .timeIsUp: group.cancelAll()
                }
            }
            group.cancelAll()
        }
        return Self.fitted(results)
    }

    /// The results without the responses that would make them too large for one message.
    private static func fitted(_ results: [Hearth_V1_BatchResult]) -> [Hearth_V1_BatchResult] {
        var size = 0
        return results.map { result in
            size += result.response.count
            guard size > mostResponseBytes else { return result }
            var result = result
            size -= result.response.count
            result.response = []
            return result
        }
    }

    private static let mostResponseBytes = 2 << 20

    private func refusals(of lane: ArraySlice<Int>, _ items: [Hearth_V1_BatchItem]) -> [(Int, Hearth_V1_BatchResult)] {
        lane.map { index in
            do throws(RPCError) {
                let path = try hub.path(to: items[index].traitID, at: items[index].target)
                let error = hub.directory.noDevice(path, for: caller.principal, isSuggesting: false)
                hub.journal.logRefusal(error, of: caller)
                return (index, Hearth_V1_BatchResult(error))
            } catch {
                return (index, Hearth_V1_BatchResult(error))
            }
        }
    }

    private func outcomes(
        of lane: some Sequence<Int>, _ items: [Hearth_V1_BatchItem]
    ) async -> [(Int, Hearth_V1_BatchResult)] {
        var done: [(Int, Hearth_V1_BatchResult)] = []
        for index in lane {
            guard !isOver else {
                done.append((index, Hearth_V1_BatchResult(Self.notSent)))
                continue
            }
            do throws(RPCError) {
                done.append((index, try await perform(items[index])))
            } catch {
                hub.journal.logRefusal(error, of: caller)
                done.append((index, Hearth_V1_BatchResult(isOver && error.code == .cancelled ? Self.unknown : error)))
            }
        }
        return done
    }

    private var isOver: Bool { Task.isCancelled || end.map { hub.clock.now >= $0 } == true }

    private static let notSent = RPCError(
        .deadlineExceeded, "the batch timed out before this item was sent; send it in a new batch")
    private static let unknown = RPCError(
        .deadlineExceeded, "the device did not answer before the batch timed out; the item may still have taken effect"
    )

    /// One command or update.
    func perform(_ item: Hearth_V1_BatchItem) async throws(RPCError) -> Hearth_V1_BatchResult {
        let path = try hub.path(to: item.traitID, at: item.target)
        switch item.action {
        case .command(let command):
            let answer = try await hub.calls.invoke(
                path, command: command.commandID, payload: .encoded(command.arguments), as: caller)
            let response = answer.response.flatMap { response in
                hub.traits[item.traitID].flatMap { trait in
                    trait.command(command.commandID).map { trait.encodeResponse(of: $0, response) }
                }
            }
            return Hearth_V1_BatchResult(
                position: Hearth_V1_Position(answer.position), response: response ?? [], ignored: answer.isIgnored)
        case .update(let update):
            let reading = try await hub.calls.update(path, payload: .encoded(update.attributes), as: caller)
            return Hearth_V1_BatchResult(
                position: Hearth_V1_Position(reading.position),
                response: hub.traits[item.traitID]?.encodeAttributes(reading.attributes) ?? [])
        case nil:
            throw RPCError(.invalidArgument, "the item has no action; set a command or an update")
        }
    }
}
