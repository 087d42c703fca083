// What Google's sample app takes from Apple's module of this name, which this system lacks. It brings Foundation there, too.

@_exported public import Foundation

public struct Logger: Sendable {
    public init() {}
    public init(subsystem: String, category: String) {}
    public func debug(_ message: String) {}
    public func info(_ message: String) {}
    public func warning(_ message: String) {}
    public func error(_ message: String) {}
}
