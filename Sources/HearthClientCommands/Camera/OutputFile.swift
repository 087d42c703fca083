internal import Foundation
internal import HearthTerminal
internal import HearthTraitCore

/// A file, or the standard output, that a command writes bytes to.
struct OutputFile {
    private let path: String
    private let handle: FileHandle

    /// - Parameter path: the file, which is created or replaced; - for the standard output.
    init(_ path: String) throws(CommandError) {
        self.path = path
        try Self.refuseTerminal(path)
        guard path != "-" else {
            handle = .standardOutput
            return
        }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else {
            throw CommandError(.refused, "\(quoted(path)) can't be written; choose another file")
        }
        self.handle = handle
    }

    /// Refuses the standard output if it is a terminal. Called before a camera is asked for anything.
    static func refuseTerminal(_ path: String) throws(CommandError) {
        guard path != "-" || isatty(FileHandle.standardOutput.fileDescriptor) == 0 else {
            throw CommandError(
                .usage, "the output would fill the terminal with bytes; name a file, or pipe it into a player")
        }
    }

    /// Writes bytes.
    ///
    /// - Returns: false if the reader of a pipe is gone.
    func write(_ bytes: [UInt8]) throws(CommandError) -> Bool {
        do {
            try handle.write(contentsOf: bytes)
            return true
        } catch {
            if path == "-" { return false }
            throw CommandError(.refused, "\(quoted(path)) can't be written: \(error.localizedDescription)")
        }
    }
}
