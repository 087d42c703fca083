/// Why clips can't be recorded, read or deleted.
package struct ClipError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The folder or a file can't be read or written.
        case notWritten
        /// The disk or the quota has no room.
        case full
        /// There is no such clip any more.
        case notFound
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
