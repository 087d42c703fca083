/// A text with Jinja's placeholders, as discovery messages of MQTT devices have them: the subset of Home Assistant's
/// templates that publishers use.
///
/// It is parsed once and rendered for each message. Semantics are those of Jinja 3.1 and of Home Assistant's filters:
/// https://jinja.palletsprojects.com/en/stable/templates,
/// https://www.home-assistant.io/docs/configuration/templating. Three things differ:
///
/// - Integers have 64 bits; an overflow is an error. In JSON, a longer integer becomes a float.
/// - `keys()`, `values()` and `items()` are lists, and `tojson` is a text like any other.
/// - A method that is not called is an error, as `value.upper`, where Python prints the function's address.
package final class Template: Hashable, Sendable {
    /// The template's source.
    package let text: String
    /// Whether the text has no placeholders, statements or comments. It is then rendered as it is.
    package let isPlain: Bool
    let statements: [Statement]
    /// The member that it prints; nil if it does anything else.
    let path: MemberPath?

    /// Parses a template.
    ///
    /// - Throws: `.syntax` where Jinja would not parse it, `.notSupported` with the name of a construct outside the
    ///   subset, `.budget` beyond ``TemplateLimits/text`` and ``TemplateLimits/depth``.
    package init(parsing text: String) throws(TemplateError) {
        guard text.utf8.count <= TemplateLimits.text else {
            throw TemplateError(
                .budget, "the template has \(text.utf8.count) bytes, more than \(TemplateLimits.text)", 0)
        }
        self.text = text
        isPlain = !zip(text.utf8, text.utf8.dropFirst()).contains { pair in
            pair.0 == UInt8(ascii: "{") && [UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "#")].contains(pair.1)
        }
        guard !isPlain else {
            (statements, path) = ([], nil)
            return
        }
        var parser = Parser(try Lexer.tokens(of: text))
        statements = try parser.template()
        path = MemberPath(statements)
    }

    /// The template's text for a message, as Jinja prints it. Home Assistant trims it; that is left to the caller.
    ///
    /// - Parameters:
    ///   - variables: what the template may name, for example `value` and `value_json`.
    ///   - time: the present time, for `now()` and filters that print local times; without it they are not supported.
    ///     Evaluated only where the template needs it.
    /// - Throws: `.undefined` if the template needs a value that is missing, `.value` for an operation that Python
    ///   refuses, `.tooLarge`, `.notSupported`, or `.budget` beyond ``TemplateLimits``.
    package func rendered(
        _ variables: [String: TemplateValue], at time: @autoclosure @escaping () -> TemplateTime? = nil
    ) throws(TemplateError) -> String {
        if isPlain { return text }
        var renderer = Renderer(variables, time)
        try renderer.render(statements)
        return renderer.output
    }

    /// As ``rendered(_:at:)``, within a budget that several renderings share.
    ///
    /// - Parameter budget: the work that is left. It ends below 0 at most once, by the last rendering.
    package func rendered(
        _ variables: [String: TemplateValue], at time: @autoclosure @escaping () -> TemplateTime? = nil,
        within budget: inout Int
    ) throws(TemplateError) -> String {
        if isPlain { return text }
        guard budget > 0 else { throw TemplateError(.budget, "other templates have used up the budget", 0) }
        var renderer = Renderer(variables, time)
        defer { budget -= renderer.cost }
        try renderer.render(statements)
        return renderer.output
    }

    /// Whether the texts are equal.
    package static func == (one: Template, other: Template) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Limits of one template, so that no text from a peer takes much time or memory.
package enum TemplateLimits {
    /// The most bytes of a template.
    package static let text = 4_096
    /// The deepest nesting of expressions and of statements.
    package static let depth = 32
    /// The most statements and expressions that one rendering evaluates.
    package static let steps = 2_000
    /// The most bytes of the output, and of any text in between.
    package static let output = 65_536
    /// The most turns of one loop.
    package static let turns = 256
    /// The most bytes that all operations of one rendering touch.
    package static let work = 1 << 22
    /// The bytes for which a value counts that is printed, compared or made a key. Each costs as much time as some text.
    package static let item = 32
    /// The deepest nesting of lists and dictionaries that are read, printed or compared.
    package static let valueDepth = 64
}
