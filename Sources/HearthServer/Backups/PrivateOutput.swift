internal import Foundation

/// New files that only the hub's user may read.
enum PrivateOutput {
    /// Creates a file for writing.
    ///
    /// - Throws: also if there is a file of this name.
    static func create(_ path: String) throws -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw NSError(
                domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: path])
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Whether a file could not be written because its disk is full.
    static func isFull(_ error: any Error) -> Bool {
        let error = error as NSError
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return isFull(cause) }
        let codes = [Int(ENOSPC), Int(EDQUOT)]
        return error.domain == NSPOSIXErrorDomain && codes.contains(error.code)
            || error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteOutOfSpace.rawValue
    }
}
