internal import HearthBase
internal import HearthTLS

/// What a browser signs with its key: four lines, of which the first says what for, so that no statement passes for
/// another; the second for which hub, and the third on which page.
enum BrowserStatement {
    /// To claim the hub with a code (SEC-08).
    /// - Parameter codeHash: SHA-256 of what the code stands for.
    static func claim(hubID: String, origin: String, codeHash: [UInt8]) -> [UInt8] {
        lines("hearth-claim-v1", hubID, origin, codeHash)
    }

    /// To sign in (SEC-09).
    static func signIn(hubID: String, origin: String, challenge: [UInt8]) -> [UInt8] {
        lines("hearth-web-v1", hubID, origin, challenge)
    }

    private static func lines(_ purpose: String, _ hubID: String, _ origin: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("\(purpose)\n\(hubID)\n\(origin)\n\(hex(bytes))".utf8)
    }
}
