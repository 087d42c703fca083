#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The system's words for why something failed, such as "No such file or directory".
///
/// Of errors of `FileManager` and its like, these are the words for the call that failed. Other errors are described by
/// their own `description`.
package func reason(of error: any Error) -> String {
    systemError(in: error)?.description ?? "\(error)"
}

/// The error of the system that an error is or was caused by; nil if there is none.
package func systemError(in error: any Error) -> SystemError? {
    switch error {
    case let error as SystemError: return error
    case let error as POSIXError: return SystemError(error.code.rawValue)
    case let error as CocoaError:
        return error.underlying.flatMap { systemError(in: $0) } ?? number(of: error.code).map { SystemError($0) }
    default: return nil
    }
}

/// The system's number for an error that `FileManager` found itself.
private func number(of code: CocoaError.Code) -> Int32? {
    let code: POSIXErrorCode? =
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: .ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: .EACCES
        case .fileWriteFileExists: .EEXIST
        case .fileWriteOutOfSpace: .ENOSPC
        case .fileWriteVolumeReadOnly: .EROFS
        case .fileReadTooLarge: .EFBIG
        case .fileReadInvalidFileName, .fileWriteInvalidFileName: .ENAMETOOLONG
        // A text that is not in the encoding as which it was read.
        case .fileReadCorruptFile, .fileReadInapplicableStringEncoding: .EILSEQ
        default: nil
        }
    return code?.rawValue
}
