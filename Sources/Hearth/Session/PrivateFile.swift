package import Foundation

/// Atomically writes a file that only its owner can read.
package func writePrivately(_ data: Data, to path: String) throws {
    let aside = path + "." + UUID().uuidString
    let files = FileManager.default
    guard files.createFile(atPath: aside, contents: data, attributes: [.posixPermissions: 0o600]) else {
        throw CocoaError(.fileWriteUnknown)
    }
    guard rename(aside, path) == 0 else {
        let code = errno
        try? files.removeItem(atPath: aside)
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
}
