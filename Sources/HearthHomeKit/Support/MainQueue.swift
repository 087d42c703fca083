internal import Dispatch
internal import Foundation

/// Brings work to the main queue, on which delegates and completion handlers are called, in order.
enum MainQueue {
    static func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    /// Runs work on the main queue after all that is waiting there, and returns its result.
    static func result<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            run { continuation.resume(returning: work()) }
        }
    }
}

/// A completion handler of an app on its way to the main queue.
///
/// HomeKit's handlers need not be Sendable. It is safe as nothing but the main queue calls them, and as nobody else has
/// them after the call that they were given to.
struct MainQueueOnly<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// A manager's delegate, which need not be Sendable: nothing but the main queue calls it.
struct ManagerDelegate: @unchecked Sendable {
    weak var value: (any HMHomeManagerDelegate)?
}

/// A home's delegate, which need not be Sendable: nothing but the main queue calls it.
struct HomeDelegate: @unchecked Sendable {
    weak var value: (any HMHomeDelegate)?
}

/// An accessory's delegate, which need not be Sendable: nothing but the main queue calls it.
struct AccessoryDelegate: @unchecked Sendable {
    weak var value: (any HMAccessoryDelegate)?
}
