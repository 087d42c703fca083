public import Foundation

/// The domain of ``HMError`` as an `NSError`.
public let HMErrorDomain = "HMErrorDomain"

/// An error with HomeKit's code and a message that says what failed and what to do.
public struct HMError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// HomeKit's code.
    public let code: Code
    /// What failed and what to do, in English.
    public let message: String
    /// The errors of the failed parts, if an operation has several.
    public let parts: [HMError]

    /// Creates an error.
    public init(_ code: Code, _ message: String = "") { self.init(code, message, parts: []) }

    init(_ code: Code, _ message: String, parts: [HMError]) {
        self.code = code
        self.message = message
        self.parts = parts
    }

    public static var errorDomain: String { HMErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] {
        var information: [String: Any] = [NSLocalizedDescriptionKey: localizedDescription]
        // The value of NSMultipleUnderlyingErrorsKey, which Foundation lacks on Linux.
        if !parts.isEmpty { information["NSMultipleUnderlyingErrorsKey"] = parts }
        return information
    }
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// ``message``, or the name of the code if the message is empty.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension HMError.Code {
    /// Another name of ``noCompatibleHomeHub``.
    public static var incompatibleHomeHub: HMError.Code { .noCompatibleHomeHub }

    /// Whether an error has this code, for `catch HMError.insufficientPrivileges`.
    public static func ~= (code: HMError.Code, error: any Error) -> Bool { (error as? HMError)?.code == code }
}
