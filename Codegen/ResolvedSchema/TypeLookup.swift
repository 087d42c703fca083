internal import HearthBase
internal import TraitSchema

/// Finds types by name: a cluster's own, then the global ones, then the language's.
struct TypeLookup {
    private var exact: [String: DataType] = [:]
    private var folded: [String: DataType] = [:]
    private(set) var enumerations: [TypeReference: EnumModel] = [:]
    private(set) var bitmaps: [TypeReference: BitmapModel] = [:]
    /// Requests and responses, which are not types: a separate error for them helps more than "unknown type".
    private var messages: Set<String> = []

    /// Creates a lookup of the types of a scope; those of `outer` are searched after them.
    init(_ scope: TypeReference.Scope, _ items: [TypeItem], outer: TypeLookup? = nil) {
        if let outer { self = outer }
        messages = []
        var own: [String: DataType] = [:]
        for item in items {
            switch item {
            case .enumeration(let type):
                let reference = TypeReference(name: type.name, scope: scope)
                own[type.name] = .enumeration(reference)
                enumerations[reference] = type
            case .bitmap(let type):
                let reference = TypeReference(name: type.name, scope: scope)
                own[type.name] = .bitmap(reference)
                bitmaps[reference] = type
            case .features(let base):
                own["Feature"] = .scalar(base)
            case .structure(let name):
                own[name] = .structure(TypeReference(name: name, scope: scope))
            case .message(let name):
                messages.insert(name)
            }
        }
        exact.merge(own) { _, new in new }
        for (name, type) in own { folded[name.lowercased()] = type }
    }

    /// A type of a scope.
    enum TypeItem {
        case enumeration(EnumModel), bitmap(BitmapModel)
        case features(ScalarType)
        case structure(String)
        case message(String)
    }

    /// The type; nil after an error if there is no type with this name.
    func type(_ name: IdentifierSyntax, _ findings: inout Findings) -> DataType? {
        if let type = exact[name.text] { return type }
        if let scalar = BaseTypes.type(named: name.text) { return .scalar(scalar) }
        if let type = folded[name.text.lowercased()] { return type }
        if messages.contains(name.text) {
            findings.error(
                name.location, "'\(name.text)' is the message of a command, not a type",
                hint: "make it a plain struct")
        } else {
            findings.error(
                name.location, "unknown type '\(name.text)'",
                hint: findings.suggestion(
                    for: name.text, among: exact.keys.ordered() + BaseTypes.all.keys.ordered()))
        }
        return nil
    }
}
