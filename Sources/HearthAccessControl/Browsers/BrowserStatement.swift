internal import HearthBase
internal import HearthTLS

/// The statement that a browser signs with its key: four lines. The first names the purpose, so that no statement
/// passes for another; the second the hub, the third the page's origin.
enum BrowserStatement {
    /// The statement for claiming the hub with a code.
    /// - Parameter codeHash: SHA-256 of the code's bytes.
    static func claim(hubID: String, origin: String, codeHash: [UInt8]) -> [UInt8] {
        lines("hearth-claim-v1", hubID, origin, codeHash)
    }

    /// The statement for signing in.
    static func signIn(hubID: String, origin: String, challenge: [UInt8]) -> [UInt8] {
        lines("hearth-web-v1", hubID, origin, challenge)
    }

    private static func lines(_ purpose: String, _ hubID: String, _ origin: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("\(purpose)\n\(hubID)\n\(origin)\n\(hex(bytes))".utf8)
    }
}
