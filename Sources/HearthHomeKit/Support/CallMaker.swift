internal import Hearth
internal import Synchronization

/// An object whose calls are sent in the order in which a program makes them.
protocol CallMaker: Sendable {
    /// The model of the manager, and the line in which the object's calls wait; nil for an object without a home.
    var line: (model: HomeKitModel, CallLine)? { get }
    /// The line of its accessory's addition, in which calls wait before they take their place in ``line``; nil for none.
    var addition: CallLine? { get }
}

extension CallMaker {
    var addition: CallLine? { nil }

    /// Takes a place in line behind earlier calls; nil inside of a call that has one already.
    private func place(_ others: Set<CallLine>, after accessory: HMAccessory?) -> CallPlace? {
        guard CallPlace.current == nil, let (model, line) = line else { return nil }
        guard let addition = accessory?.addition ?? addition else { return model.order.enter(others.union([line])) }
        // The accessory gets its home meanwhile.
        return model.order.enter([addition]) { [self] in self.line.map { others.union([$0.1]) } ?? others }
    }

    /// Makes a call after earlier ones.
    ///
    /// - Parameters:
    ///   - others: further lines that the call waits in.
    ///   - accessory: an accessory that the call names, whose addition it waits for.
    @discardableResult
    func inOrder<Value>(
        _ others: Set<CallLine> = [], after accessory: HMAccessory? = nil, _ work: () async throws -> Value
    ) async throws -> Value {
        guard let place = place(others, after: accessory) else { return try await work() }
        return try await place.run(work)
    }

    /// Makes a call after earlier ones, and then calls a completion handler with the error on the main queue.
    func complete(
        _ handler: @escaping ((any Error)?) -> Void, _ others: Set<CallLine> = [], after accessory: HMAccessory? = nil,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        report(handler, at: place(others, after: accessory), work)
    }

    /// Makes a call after earlier ones, and then calls a completion handler with the result or error on the main queue.
    func complete<Value: Sendable>(
        _ handler: @escaping (Value?, (any Error)?) -> Void, _ work: @escaping @Sendable () async throws -> Value
    ) {
        report(handler, at: place([], after: nil), work)
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
    var line: (model: HomeKitModel, CallLine)? { core.map { ($0, .home(homeID)) } }

    /// The line of the accessory's addition; nil once it is in a home and no earlier call waits for that.
    var addition: CallLine? {
        let (line, isFound) = state.withLock { (CallLine.addition($0.key), $0.found != nil) }
        return isFound || core?.order.isWaited(in: line) == true ? line : nil
    }
}

/// Makes the addition of a found accessory, and calls that need no place in the line of its home.
struct FoundAccessory: CallMaker {
    let accessory: HMAccessory

    var line: (model: HomeKitModel, CallLine)? { accessory.core.map { ($0, .addition(accessory.key)) } }
}

extension HMService: CallMaker {
    var line: (model: HomeKitModel, CallLine)? { accessory?.line }
    var addition: CallLine? { accessory?.addition }
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
