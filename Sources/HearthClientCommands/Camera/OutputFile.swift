internal import HearthSystem
internal import HearthTerminal
internal import HearthTraitCore

/// A file, or the standard output, that a command writes bytes to.
struct OutputFile {
    private let path: String
    private let file: OpenFile

    /// - Parameter path: the file, which is created or replaced; - for the standard output.
    init(_ path: String) throws(CommandError) {
        self.path = path
        try Self.refuseTerminal(path)
        guard path != "-" else {
            file = .standardOutput
            return
        }
        do throws(SystemError) { file = try OpenFile.replacing(path) } catch {
            throw CommandError(.refused, "\(quoted(path)) can't be written; choose another file")
        }
    }

    /// Refuses the standard output if it is a terminal. Called before a camera is asked for anything.
    static func refuseTerminal(_ path: String) throws(CommandError) {
        guard path != "-" || !OpenFile.standardOutput.isTerminal else {
            throw CommandError(
                .usage, "the output would fill the terminal with bytes; name a file, or pipe it into a player")
        }
    }

    /// Writes bytes.
    ///
    /// - Returns: false if the reader of a pipe is gone.
    func write(_ bytes: [UInt8]) throws(CommandError) -> Bool {
        do throws(SystemError) {
            try file.write(bytes)
            return true
        } catch {
            if path == "-" { return false }
            throw CommandError(.refused, "\(quoted(path)) can't be written: \(error)")
        }
    }
}
