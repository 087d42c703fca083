public import Foundation
public import HearthTraitCore

extension HomeError: LocalizedError {
    /// The message; the code's name when there is none.
    public var errorDescription: String? { message.isEmpty ? "\(code)" : message }
}

extension HomeError: CustomNSError {
    /// The domain of all errors of this SDK.
    public static var errorDomain: String { "HomeErrorDomain" }

    /// The number of the error's ``HomeError/code``, which is gRPC's.
    public var errorCode: Int { code.rawValue }

    /// The description, and for an error that a device gave the Matter status, as a number, under `matterStatus`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
        if case .matter(let error) = subtype { info["matterStatus"] = error.code }
        return info
    }
}

/// A status of Matter's, as errors carry it.
public typealias MatterError = HomeError.MatterError
