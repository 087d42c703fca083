internal import HearthJSON

/// The path to the member that a template prints which does nothing else: `{{ value_json.a.b }}` or
/// `{{ value_json["a"] }}`, as most do. The member is found in the JSON text without making a dictionary of it.
struct MemberPath: Sendable {
    /// The names in UTF-8, at least one.
    private let names: [[UInt8]]

    /// Nil for statements that do something else, or need a rule of Python's types.
    init?(_ statements: [Statement]) {
        guard statements.count == 1, case .output(let node) = statements[0],
            case .access(let base, let steps) = node.kind,
            case .name("value_json") = base.kind
        else { return nil }
        let names = steps.compactMap(\.memberName)
        guard !names.isEmpty, names.count == steps.count else { return nil }
        self.names = names.map { Array($0.utf8) }
    }

    /// What the path costs beside its text, in the unit of ``Renderer/cost``.
    var cost: Int { (names.count + 3) * 100 }  // in range: a template has at most TemplateLimits.text bytes

    /// The text of the member, empty without one; nil if the renderer has to decide.
    func text(in document: JSONText) -> String? {
        var value = document
        for (index, name) in names.enumerated() {
            guard let member = value[name] else { return value.isObject && index == names.count - 1 ? "" : nil }
            value = member
        }
        guard let text = TemplateValue(value.kind)?.plainText, text.utf8.count <= TemplateLimits.output else {
            return nil
        }
        return text
    }
}

extension Step {
    /// The name of the member of a dictionary that it leads to; nil for another step, and for names that are methods of
    /// dictionaries in Python.
    fileprivate var memberName: String? {
        switch kind {
        case .attribute(let name):
            return PythonNames.dictionaryMethods.contains(name) || PythonNames.hiddenDictionaryMethods.contains(name)
                ? nil : name
        case .item(let node): if case .constant(.string(let name)) = node.kind { return name } else { return nil }
        default: return nil
        }
    }
}
