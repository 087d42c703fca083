internal import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTerminal

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The period in which a new hub can be claimed. Its link is printed on the console and stored in a file that only the
/// hub's user can read.
struct FirstClaim {
    let access: AccessControl
    /// The file with the link. It exists only during the period.
    let file: String
    let address: String
    let publicKeySHA256: [UInt8]

    /// Starts the period, or continues the one from before a restart with the same code.
    func open() async throws(CommandError) -> (link: HubLink, expiresAt: Int64) {
        let before = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
            HubLink($0.withoutOuterSpace)
        }
        let invitation: AccessControl.Invitation
        if let code = before?.code, let open = access.invitation(code: code) {
            invitation = open
        } else {
            do throws(RPCError) { invitation = try await access.invite(.owner) } catch {
                throw CommandError(.cantStart, error.message)
            }
        }
        let link = HubLink(address: address, publicKeySHA256: publicKeySHA256, code: invitation.code)
        do throws(TLSError) { try PrivateFile.replace(file, "\(link)\n") } catch {
            throw CommandError(.cantStart, error.message)
        }
        access.onClaim { [file] credential in
            if credential.role == Role.owner.rawValue { Self.forget(file) }
        }
        return (link, invitation.expiresAt)
    }

    /// Removes the file after the period.
    static func forget(_ file: String) {
        try? FileManager.default.removeItem(atPath: file)
    }
}
