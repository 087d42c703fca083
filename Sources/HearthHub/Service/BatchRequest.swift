internal import HearthRPC
internal import HearthTraitCore

/// Several commands and updates in one call: those for one device one after the other, devices side by side.
struct BatchRequest: Sendable {
    let hub: Hub
    let caller: Caller

    /// One result for each item, in their order.
    ///
    /// - Throws: ``HubError`` when the request as a whole can't be: nothing has taken effect then.
    func perform(_ items: [Hearth_V1_BatchItem]) async throws(HubError) -> [Hearth_V1_BatchResult] {
        guard items.count <= hub.limits.batchItems else {
            throw HubError(
                .invalidArgument, "the batch has \(items.count) items; at most \(hub.limits.batchItems) are allowed")
        }
        var lanes: [String: [Int]] = [:]
        for (index, item) in items.enumerated() { lanes[item.target?.deviceID ?? "", default: []].append(index) }
        var results = [Hearth_V1_BatchResult](repeating: Hearth_V1_BatchResult(), count: items.count)
        await withTaskGroup(of: [(Int, Hearth_V1_BatchResult)].self) { group in
            for lane in lanes.values {
                group.addTask {
                    var done: [(Int, Hearth_V1_BatchResult)] = []
                    for index in lane { done.append((index, await result(of: items[index]))) }
                    return done
                }
            }
            for await done in group {
                for (index, result) in done { results[index] = result }
            }
        }
        return results
    }

    private func result(of item: Hearth_V1_BatchItem) async -> Hearth_V1_BatchResult {
        do throws(RPCError) {
            return try await perform(item)
        } catch {
            return Hearth_V1_BatchResult(error)
        }
    }

    private func perform(_ item: Hearth_V1_BatchItem) async throws(RPCError) -> Hearth_V1_BatchResult {
        let path = try hub.path(to: item.traitID, at: item.target)
        switch item.action {
        case .command(let command):
            let answer = try await hub.invoke(
                path, command: command.commandID, payload: .encoded(command.arguments), as: caller)
            let response = answer.response.flatMap { response in
                hub.traits[item.traitID].flatMap { trait in
                    trait.command(command.commandID).map { trait.encodeResponse(of: $0, response) }
                }
            }
            return Hearth_V1_BatchResult(position: Hearth_V1_Position(answer.position), response: response ?? [])
        case .update(let update):
            let reading = try await hub.update(path, payload: .encoded(update.attributes), as: caller)
            return Hearth_V1_BatchResult(
                position: Hearth_V1_Position(reading.position),
                response: hub.traits[item.traitID]?.encodeAttributes(reading.attributes) ?? [])
        case nil:
            throw RPCError(.invalidArgument, "the item says nothing to do; set a command or an update")
        }
    }
}
