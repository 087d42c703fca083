/// Renders a template once: variables, budgets and output.
struct Renderer {
    private(set) var output = ""
    private let readTime: () -> TemplateTime?
    /// The present time; nil if it is not known.
    var time: TemplateTime? { readTime() }
    /// Where the evaluated expression is in the template, for errors.
    var position = 0
    /// Variables of the message, of the template and of each loop, from outside to inside.
    private var scopes: [[String: TemplateValue]]
    private var steps = 0
    private var work = 0

    /// The work of all so far: what operations touched, and a hundred bytes for each step.
    var cost: Int { work + steps * 100 }  // in range: both end soon beyond their limits

    init(_ variables: [String: TemplateValue], _ readTime: @escaping () -> TemplateTime?) {
        scopes = [variables, [:]]
        self.readTime = readTime
    }

    // MARK: Errors and budgets

    func error(_ code: TemplateError.Code, _ message: String) -> TemplateError {
        TemplateError(code, message, position)
    }

    /// Counts a statement or an expression.
    mutating func step() throws(TemplateError) {
        steps += 1
        guard steps <= TemplateLimits.steps else {
            throw error(.budget, "the template takes more than \(TemplateLimits.steps) steps")
        }
    }

    /// Counts bytes or items that an operation touches.
    ///
    /// - Parameter amount: at most the size of what is in memory already.
    mutating func spend(_ amount: Int) throws(TemplateError) {
        let (sum, overflow) = work.addingReportingOverflow(amount)
        guard !overflow, sum <= TemplateLimits.work else {
            throw error(.budget, "the template handles more than \(TemplateLimits.work) bytes")
        }
        work = sum
    }

    /// A text that the template makes.
    mutating func made(_ text: String) throws(TemplateError) -> TemplateValue {
        .string(try checked(text))
    }

    mutating func checked(_ text: String) throws(TemplateError) -> String {
        try checkLength(text.utf8.count)
        try spend(text.utf8.count)
        return text
    }

    /// Refuses a text before it is made.
    func checkLength(_ bytes: Int) throws(TemplateError) {
        guard bytes <= TemplateLimits.output else {
            throw error(.budget, "a text has more than \(TemplateLimits.output) bytes")
        }
    }

    private mutating func append(_ text: String) throws(TemplateError) {
        try spend(text.utf8.count)
        guard text.utf8.count <= TemplateLimits.output - output.utf8.count else {
            throw error(.budget, "the output has more than \(TemplateLimits.output) bytes")
        }
        output += text
    }

    // MARK: Variables

    /// The value of a name, from the innermost scope.
    func variable(_ name: String) throws(TemplateError) -> TemplateValue {
        for scope in scopes.reversed() {
            if let value = scope[name] { return value }
        }
        guard !Self.knownNames.contains(name), TemplateFunction(rawValue: name) == nil else {
            throw error(.notSupported, "the name '\(name)' is not supported as a value")
        }
        return .undefined
    }

    /// Names that Home Assistant's templates have beside variables and functions of the subset.
    private static let knownNames: Set<String> = [
        "states", "state_attr", "is_state", "namespace", "dict", "range", "cycler", "joiner", "lipsum", "pi", "e",
        "tau", "zip", "utcnow", "timedelta",
    ]

    private mutating func set(_ names: [String], _ value: TemplateValue) throws(TemplateError) {
        let last = scopes.count - 1
        guard names.count > 1 else {
            if let name = names.first { scopes[last][name] = value }
            return
        }
        let items = try items(of: value)
        guard items.count == names.count else {
            throw error(.value, "\(items.count) items cannot be assigned to \(names.count) names")
        }
        for (name, item) in zip(names, items) { scopes[last][name] = item }
    }

    // MARK: Statements

    mutating func render(_ statements: [Statement]) throws(TemplateError) {
        for statement in statements {
            try step()
            switch statement {
            case .text(let text): try append(text)
            case .output(let node): try append(try text(try value(node)))
            case .set(let names, let node): try set(names, try value(node))
            case .branches(let branches, let otherwise): try render(branches, otherwise)
            case .loop(let loop): try render(loop)
            }
        }
    }

    private mutating func render(
        _ branches: [(condition: Node, body: [Statement])], _ otherwise: [Statement]
    ) throws(TemplateError) {
        for branch in branches where try value(branch.condition).isTrue {
            try render(branch.body)
            return
        }
        try render(otherwise)
    }

    private mutating func render(_ loop: Loop) throws(TemplateError) {
        var items = try items(of: try value(loop.items))
        scopes.append([:])
        defer { scopes.removeLast() }
        if let condition = loop.condition {
            var kept: [TemplateValue] = []
            for item in items {
                try step()
                try set(loop.names, item)
                if try value(condition).isTrue { kept.append(item) }
            }
            items = kept
        }
        guard items.count <= TemplateLimits.turns else {
            throw error(.budget, "a loop has \(items.count) turns, more than \(TemplateLimits.turns)")
        }
        for (index, item) in items.enumerated() {
            try step()
            scopes[scopes.count - 1] = ["loop": Self.loopState(index, items.count)]
            try set(loop.names, item)
            try render(loop.body)
        }
        scopes[scopes.count - 1] = [:]
        if items.isEmpty { try render(loop.otherwise) }
    }

    /// Jinja's `loop`, without the members that need functions.
    private static func loopState(_ index: Int, _ count: Int) -> TemplateValue {
        var state = TemplateDictionary()
        state.set("index", .int(index + 1))
        state.set("index0", .int(index))
        state.set("revindex", .int(count - index))
        state.set("revindex0", .int(count - index - 1))
        state.set("first", .bool(index == 0))
        state.set("last", .bool(index == count - 1))
        state.set("length", .int(count))
        return .dictionary(state)
    }
}
