public import Foundation
public import HearthTraitCore

extension HomeError: LocalizedError {
    /// The message, or the code's name if the message is empty.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
}

extension HomeError: CustomNSError {
    /// The domain of all errors of this SDK, `HomeErrorDomain`.
    public static var errorDomain: String { "HomeErrorDomain" }

    /// The number of ``HomeError/code``, which equals gRPC's status code.
    public var errorCode: Int { code.rawValue }

    /// The description, and for errors from a device the Matter status as a number under `matterStatus`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
        if case .matter(let error) = subtype { info["matterStatus"] = error.code }
        return info
    }
}
