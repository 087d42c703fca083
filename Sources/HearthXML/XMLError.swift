/// A document is no XML, or more than its reader takes.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// It is not well-formed, or has no root element.
        case malformed
        /// It declares a document type, which could define entities of any size.
        case documentType
        /// It exceeds one of ``XMLLimits``.
        case tooLarge
    }

    package let code: Code
    /// The error in one line.
    package let message: String
    /// The line, from 1; 0 if the error is of the whole document.
    package let line: Int

    package init(_ code: Code, _ message: String, line: Int = 0) {
        self.code = code
        self.message = message
        self.line = line
    }

    package var description: String { line > 0 ? "\(message) (line \(line))" : message }
}

/// The largest document that a reader takes.
package struct XMLLimits: Hashable, Sendable {
    package var bytes = 1 << 20
    /// The most elements inside each other.
    package var depth = 32
    package var elements = 16_384
    /// The most attributes of one element.
    package var attributes = 64
    /// The most bytes of a name with its namespace. Each element has its own copy of them.
    package var nameBytes = 512
    /// The most bytes of the names of all elements and attributes together, each with its namespace.
    package var namesBytes = 2 << 20

    package init() {}
}
