// For apps that are ported: `import GoogleHomeSDK` stays as it is, and means Hearth.
@_exported public import Hearth

/// Google's name for what a hub has found nearby.
public typealias Hub = NearbyHub

extension Home {
    /// `version`, by its name in the first release of Google's SDK.
    public static var sdkVersion: String { version }

    /// Accepts an invitation to structures, by its name in Google's SDK.
    ///
    /// - Parameter invitationID: the link of a hub's invitation, `hearth:HOST:PORT?fp=…&code=…`.
    /// - Throws: as `claim(link:name:configuration:)`.
    public static func acceptInvitation(_ invitationID: String) async throws -> Home {
        try await acceptInvitation(link: invitationID)
    }
}
