internal import CUV

/// A socket, file or thread operation failed.
public struct LoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error code, such as `EADDRINUSE`. Empty if this module refused.
    public let code: String
    /// What was attempted, why it failed, and how to fix it.
    public let message: String

    /// Creates an error.
    public init(code: String = "", message: String) {
        self.code = code
        self.message = message
    }

    init(_ status: Int32, _ what: String) {
        code = uv_err_name(status).map { String(cString: $0) } ?? ""
        message = "\(what): \(uv_strerror(status).map { String(cString: $0) } ?? "error \(status)")"
    }

    static func check(_ status: Int32, _ what: @autoclosure () -> String) throws(LoopError) {
        if status < 0 { throw LoopError(status, what()) }
    }

    public var description: String { message }
}
