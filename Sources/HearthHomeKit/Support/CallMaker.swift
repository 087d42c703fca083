internal import Hearth
internal import Synchronization

/// An object whose calls are sent in the order in which a program makes them.
protocol CallMaker {
    /// The model of the manager, and the line in which the object's calls wait; nil for an object without a home.
    var line: (model: HomeKitModel, CallLine)? { get }
}

extension CallMaker {
    /// Takes a place in line behind earlier calls; nil inside of a call that has one already.
    private func place(_ others: Set<CallLine>) -> CallPlace? {
        guard CallPlace.current == nil, let (model, line) = line else { return nil }
        return model.order.enter(others.union([line]))
    }

    /// Makes a call after earlier ones.
    ///
    /// - Parameter others: further lines that the call waits in.
    @discardableResult
    func inOrder<Value>(_ others: Set<CallLine> = [], _ work: () async throws -> Value) async throws -> Value {
        guard let place = place(others) else { return try await work() }
        return try await place.run(work)
    }

    /// Makes a call after earlier ones, and then calls a completion handler with the error on the main queue.
    func complete(
        _ handler: @escaping ((any Error)?) -> Void, _ others: Set<CallLine> = [],
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        report(handler, at: place(others), work)
    }

    /// Makes a call after earlier ones, and then calls a completion handler with the result or error on the main queue.
    func complete<Value: Sendable>(
        _ handler: @escaping (Value?, (any Error)?) -> Void, _ others: Set<CallLine> = [],
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        report(handler, at: place(others), work)
    }
}

/// Changes an object of this program at the call, and then calls a completion handler with the error on the main queue.
/// The next call therefore finds the change.
func reportAtOnce(_ handler: @escaping ((any Error)?) -> Void, _ change: () throws(HMError) -> Void) {
    let handler = MainQueueOnly(handler)
    do throws(HMError) {
        try change()
        MainQueue.run { handler.value(nil) }
    } catch {
        MainQueue.run { handler.value(error) }
    }
}

/// Runs `work`, in its turn if it has a place, and then calls a completion handler with the error on the main queue.
func report(
    _ handler: @escaping ((any Error)?) -> Void, at place: CallPlace? = nil,
    _ work: @escaping @Sendable () async throws -> Void
) {
    report({ (_: Void?, error) in handler(error) }, at: place, work)
}

/// Runs `work`, in its turn if it has a place, and then calls a completion handler with the result or error on the main
/// queue. The handlers of calls in one line are called in the order of the calls.
func report<Value: Sendable>(
    _ handler: @escaping (Value?, (any Error)?) -> Void, at place: CallPlace? = nil,
    _ work: @escaping @Sendable () async throws -> Value
) {
    let handler = MainQueueOnly(handler)
    @Sendable func workAndTell() async {
        do {
            let value = try await work()
            MainQueue.run { handler.value(value, nil) }
        } catch {
            MainQueue.run { handler.value(nil, HMError(any: error)) }
        }
    }
    Task {
        guard let place else { return await workAndTell() }
        do {
            // The handler is enqueued before later calls in the line begin.
            try await place.run(workAndTell)
        } catch {
            MainQueue.run { handler.value(nil, HMError(any: error)) }
        }
    }
}

extension HMHomeManager: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { model.map { ($0, .homes) } }
}

extension HMHome: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { model.map { ($0, .home(id)) } }
}

extension HMRoom: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { model.map { ($0, .home(homeID)) } }
}

extension HMZone: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { model.map { ($0, .home(homeID)) } }
}

extension HMServiceGroup: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { model.map { ($0, .home(homeID)) } }
}

extension HMAccessory: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { core.map { ($0, addition ?? .home(homeID)) } }

    /// The line of the accessory's addition; nil once it is in a home.
    var addition: CallLine? { found == nil ? nil : .addition(id) }

    /// The line of its addition, for calls that have a line of their own.
    var additions: Set<CallLine> { addition.map { [$0] } ?? [] }
}

extension HMService: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { accessory?.line }
}

extension HMActionSet: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { model.map { ($0, .home(homeID)) } }
}

extension ActionCore: CallMaker {
    /// The line of its scene's home, also while this program is adding it to one.
    var line: (model: HomeKitModel, CallLine)? { destination?.line }
}

extension HMTrigger: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { core.line }
}

extension TriggerCore: CallMaker {
    /// The line of its home, also while this program is adding it to one.
    var line: (model: HomeKitModel, CallLine)? {
        state.withLock { state in
            if let model = state.model, let record = state.record { return (model, .home(record.structureID)) }
            guard let destination = state.destination, let model = destination.model else { return nil }
            return (model, .home(destination.homeID))
        }
    }
}
