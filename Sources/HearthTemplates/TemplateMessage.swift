internal import HearthJSON

/// A message as templates see it: `value` is its text, `value_json` its JSON value, undefined if the text is no JSON. It is
/// parsed once for all templates, and only as far as they need it.
package final class TemplateMessage {
    /// The most names and values of a JSON text in which members are searched for. In a longer one that takes more time
    /// than to make a dictionary once.
    private static let mostSearched = 256

    package let text: String
    private let bytes: [UInt8]
    private lazy var json = try? JSONText(bytes, depth: TemplateLimits.valueDepth)
    /// The JSON text if members are searched for in it.
    private lazy var searched: JSONText? = json.flatMap { json in
        json.count <= Self.mostSearched && json.hasPlainNumbers ? json : nil
    }
    private lazy var variables: [String: TemplateValue] = [
        "value": .string(text), "value_json": json.flatMap { TemplateValue($0) } ?? .undefined,
    ]

    /// Nil for bytes that are no UTF-8.
    package init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.text = text
        self.bytes = bytes
    }

    /// The text that a template gives for the message.
    ///
    /// - Parameters:
    ///   - time: as for ``Template/rendered(_:at:)``.
    ///   - budget: the work that is left for all templates of the message.
    /// - Throws: as ``Template/rendered(_:at:within:)``.
    package func rendered(
        _ template: Template, at time: @autoclosure @escaping () -> TemplateTime? = nil, within budget: inout Int
    ) throws(TemplateError) -> String {
        if budget > 0, let path = template.path, let searched, let text = path.text(in: searched) {
            budget -= path.cost + text.utf8.count
            return text
        }
        return try template.rendered(variables, at: time(), within: &budget)
    }
}
