/// An error in parsing or rendering a template.
package struct TemplateError: Error, Equatable, Sendable {
    /// The kinds of failure.
    package enum Code: Hashable, Sendable {
        /// Home Assistant knows the construct, and this subset does not.
        case notSupported
        /// The text is not a template.
        case syntax
        /// The template needs a value that is missing from the message.
        case undefined
        /// An operation does not suit its values: a division by zero, a text where a number is needed.
        case value
        /// The template exceeds the ``TemplateLimits``.
        case budget
    }

    package let code: Code
    /// What failed, with the name of the construct, and the way out where there is one.
    package let message: String
    /// The offset in the template, in Unicode scalars.
    package let position: Int

    package init(_ code: Code, _ message: String, _ position: Int) {
        self.code = code
        self.message = message
        self.position = position
    }
}
