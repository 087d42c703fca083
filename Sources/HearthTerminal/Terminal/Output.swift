internal import HearthSystem
internal import HearthTraitCore

/// Prints a line unbuffered, also to a pipe.
///
/// - Throws: ``CommandError``, without a message if the reader has closed the pipe, as in `hearth watch | head -1`.
package func printLine(_ text: String) throws(CommandError) {
    try printStyled(printable(text))
}

/// Prints a line that may contain the styles of a ``Screen``. Text from others in it must already be printable.
package func printStyled(_ text: String) throws(CommandError) {
    do throws(SystemError) { try OpenFile.standardOutput.write(text + "\n") } catch {
        if error.isBrokenPipe { throw CommandError(.brokenPipe, "") }
        throw CommandError(.output, "the output can't be written: \(error)")
    }
}

/// Prints a line to standard error.
package func printError(_ text: String) {
    try? OpenFile.standardError.write(printable(text) + "\n")
}
