internal import CUV

/// What the system says when a socket, a file or a thread does not do what was asked.
public struct LoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's name for it: `EADDRINUSE`; empty for a refusal of our own.
    public let code: String
    /// What was tried, why it failed, and the way out.
    public let message: String

    public init(code: String = "", message: String) {
        self.code = code
        self.message = message
    }

    init(_ status: Int32, _ what: String) {
        code = uv_err_name(status).map { String(cString: $0) } ?? ""
        message = "\(what): \(uv_strerror(status).map { String(cString: $0) } ?? "error \(status)")."
    }

    static func check(_ status: Int32, _ what: @autoclosure () -> String) throws(LoopError) {
        if status < 0 { throw LoopError(status, what()) }
    }

    public var description: String { message }
}
