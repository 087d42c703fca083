internal import Foundation
internal import HearthTraitCore

/// Prints a line unbuffered, also to a pipe.
///
/// - Throws: ``CommandError``, without a message if the reader has closed the pipe, as in `hearth watch | head -1`.
package func printLine(_ text: String) throws(CommandError) {
    try printStyled(printable(text))
}

/// Prints a line that may contain the styles of a ``Screen``. Text from others in it must already be printable.
package func printStyled(_ text: String) throws(CommandError) {
    do {
        try FileHandle.standardOutput.write(contentsOf: Array((text + "\n").utf8))
    } catch {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        if cause.domain == NSPOSIXErrorDomain, cause.code == Int(EPIPE) { throw CommandError(.brokenPipe, "") }
        let reason = cause.localizedFailureReason ?? cause.localizedDescription
        throw CommandError(.output, "the output can't be written: \(reason)")
    }
}

/// Prints a line to standard error.
package func printError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Array((printable(text) + "\n").utf8))
}
