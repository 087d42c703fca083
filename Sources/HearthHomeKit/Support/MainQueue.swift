internal import Dispatch
internal import Foundation

/// Runs work in order on the main queue, where delegates and completion handlers are called.
enum MainQueue {
    static func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    /// Runs work on the main queue after the work enqueued before, and returns its result.
    static func result<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            run { continuation.resume(returning: work()) }
        }
    }
}

/// A completion handler of an app that is sent to the main queue.
///
/// HomeKit's handlers need not be Sendable. Unchecked is safe, as only the main queue calls the handler and no other
/// code keeps it after the call it was passed to.
struct MainQueueOnly<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// A manager's delegate. It need not be Sendable, as only the main queue calls it.
struct ManagerDelegate: @unchecked Sendable {
    weak var value: (any HMHomeManagerDelegate)?
}

/// A home's delegate. It need not be Sendable, as only the main queue calls it.
struct HomeDelegate: @unchecked Sendable {
    weak var value: (any HMHomeDelegate)?
}

/// A browser's delegate. It need not be Sendable, as only the main queue calls it.
struct BrowserDelegate: @unchecked Sendable {
    weak var value: (any HMAccessoryBrowserDelegate)?
}

/// An accessory's delegate. It need not be Sendable, as only the main queue calls it.
struct AccessoryDelegate: @unchecked Sendable {
    weak var value: (any HMAccessoryDelegate)?
}

/// The delegate of a camera's stream control. It need not be Sendable, as only the main queue calls it.
struct CameraStreamDelegate: @unchecked Sendable {
    weak var value: (any HMCameraStreamControlDelegate)?
}

/// The delegate of a camera's snapshot control. It need not be Sendable, as only the main queue calls it.
struct CameraSnapshotDelegate: @unchecked Sendable {
    weak var value: (any HMCameraSnapshotControlDelegate)?
}
