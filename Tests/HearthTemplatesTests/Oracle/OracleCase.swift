internal import Foundation
internal import HearthJSON
internal import HearthTemplates

/// A template with what Jinja made of it, as `oracle.py` writes it.
struct OracleCase {
    enum Outcome: Equatable { case output(String), error }

    let template: String
    let value: String?
    let variables: [String: TemplateValue]
    let expected: Outcome
    /// How often publishers use the template.
    let count: Int

    /// - Parameter line: a line of JSON.
    init(_ line: some StringProtocol) throws {
        let json = try JSONValue(Array(line.utf8), bytes: 1 << 20)
        template = json["template"]?.string ?? ""
        value = json["value"]?.string
        var variables: [String: TemplateValue] = [:]
        let all = TemplateValue(parsingJSON: String(line))
        if case .dictionary(let all) = all, case .dictionary(let given) = all["variables"] {
            for entry in given.entries {
                if case .string(let name) = entry.key { variables[name] = entry.value }
            }
        }
        if let value {
            variables["value"] = .string(value)
            variables["value_json"] = TemplateValue(parsingJSON: value)
        }
        self.variables = variables
        expected = json["output"]?.string.map { .output($0) } ?? .error
        count = json["count"]?.integer ?? 1
    }

    static func cases(_ text: String) throws -> [OracleCase] {
        try text.split(separator: "\n").map { try OracleCase($0) }
    }

    /// 2026-03-01T12:34:56.25 in a zone an hour east of UTC, as in `oracle.py`.
    static let time = TemplateTime(now: 1_772_364_896_250_000) { _ in 3_600 }

    /// What our renderer makes of the template.
    func outcome() -> Result<String, TemplateError> {
        Result { () throws(TemplateError) in try Template(parsing: template).rendered(variables, at: Self.time) }
    }

    /// Whether a message with the value gives something else than its variables.
    private var differsAsMessage: Bool {
        guard let value, Set(variables.keys).isSubset(of: ["value", "value_json"]) else { return false }
        let message = TemplateMessage([UInt8](value.utf8))
        var budget = TemplateLimits.work
        let outcome = Result { () throws(TemplateError) in
            try message?.rendered(Template(parsing: template), at: Self.time, within: &budget)
        }
        return outcome != self.outcome().map { Optional($0) }
    }

    /// Whether two outputs are equal byte by byte. `to_json` writes 1e16 or 1e+16, depending on the version of orjson.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.replacing("e+", with: "e"), other.replacing("e+", with: "e"))
        return Array(one.utf8) == Array(other.utf8)
    }

    /// How the outcome differs from Jinja's, or from that of a message; nil if it does not.
    var difference: String? {
        if differsAsMessage { return "\(template)\nprints something else as a message: \(value ?? "")" }
        let outcome = outcome()
        switch (outcome, expected) {
        case (.success(let text), .output(let wanted)) where Self.isSame(text, wanted): return nil
        case (.failure(let error), _) where error.code == .tooLarge: return nil
        // Jinja has no limit.
        case (.failure(let error), .output(let wanted)) where error.code == .budget && wanted.utf8.count > 1 << 16:
            return nil
        case (.failure(let error), .error) where error.code != .budget && error.code != .notSupported: return nil
        case (.success(let text), .output(let wanted)):
            let (ours, theirs) = (Array(text.utf8), Array(wanted.utf8))
            let start = max(0, zip(ours, theirs).prefix { $0 == $1 }.count - 20)
            let ends = [ours, theirs].map { String(decoding: $0.dropFirst(start).prefix(200), as: UTF8.self) }
            return "\(template)\nprints here …\(ends[0])\nand in Jinja …\(ends[1])\nfor \(value ?? "")"
        default: return "\(template)\nhere: \(outcome)\nJinja: \(expected)\nfor \(value ?? "")"
        }
    }
}
