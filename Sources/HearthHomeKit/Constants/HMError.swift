public import Foundation

/// The domain of ``HMError`` as an `NSError`.
public let HMErrorDomain = "HMErrorDomain"

/// An error of HomeKit's, with a sentence that says what is wrong and what to do.
public struct HMError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// HomeKit's number.
    public let code: Code
    /// What is wrong and what to do, in English.
    public let message: String
    /// Of what was done for a part only: what went wrong with each of the others.
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
        // Foundation's NSMultipleUnderlyingErrorsKey, which Linux does not have.
        if !parts.isEmpty { information["NSMultipleUnderlyingErrorsKey"] = parts }
        return information
    }
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
    /// ``message``, or the name of the code where there is none.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension HMError.Code {
    /// Another name of ``noCompatibleHomeHub``.
    public static var incompatibleHomeHub: HMError.Code { .noCompatibleHomeHub }

    /// Whether an error has this code, for `catch HMError.insufficientPrivileges`.
    public static func ~= (code: HMError.Code, error: any Error) -> Bool { (error as? HMError)?.code == code }
}
