extension SchemaParser {
    /// Hand-written conditions are far shorter; a deeper one would exhaust the parser's stack.
    private static let expressionLimit = 64

    /// Parses `[KEY [= value], …]` if it is there.
    mutating func annotations() throws(Abandoned) -> [AnnotationSyntax] {
        guard take("[") else { return [] }
        var annotations: [AnnotationSyntax] = []
        repeat {
            annotations.append(try annotation())
        } while take(",")
        try expect("]", "after the annotations")
        return annotations
    }

    private mutating func annotation() throws(Abandoned) -> AnnotationSyntax {
        let key = try expectName("an annotation's key")
        guard take("=") else { return AnnotationSyntax(key: key, value: nil, valueLocation: key.location) }
        let location = peek().location
        return AnnotationSyntax(key: key, value: try annotationValue(), valueLocation: location)
    }

    private mutating func annotationValue() throws(Abandoned) -> AnnotationSyntax.Value {
        switch peek().kind {
        case .number(let value):
            next()
            return .integer(Int128(value))
        case .string:
            return .string(next().text)
        case .mark where at("-"):
            next()
            return .integer(-Int128(try expectNumber("a number after '-'").value))
        case .name, .mark, .end:
            var budget = Self.expressionLimit
            let expression = try expression(&budget)
            guard case .name(let name) = expression else { return .expression(expression) }
            return .name(name.text, offset: try offset())
        }
    }

    /// `+ N` or `- N` after an attribute's name.
    private mutating func offset() throws(Abandoned) -> Int128 {
        if take("+") { return Int128(try expectNumber("a number after '+'").value) }
        if take("-") { return -Int128(try expectNumber("a number after '-'").value) }
        return 0
    }

    private mutating func expression(_ budget: inout Int) throws(Abandoned) -> ExpressionSyntax {
        var left = try conjunction(&budget)
        while take("|") { left = .or(left, try conjunction(&budget)) }
        return left
    }

    private mutating func conjunction(_ budget: inout Int) throws(Abandoned) -> ExpressionSyntax {
        var left = try operand(&budget)
        while take("&") { left = .and(left, try operand(&budget)) }
        return left
    }

    private mutating func operand(_ budget: inout Int) throws(Abandoned) -> ExpressionSyntax {
        budget -= 1
        guard budget > 0 else {
            throw fail(peek(), "this condition is too long", hint: "at most \(Self.expressionLimit) terms")
        }
        if take("!") { return .not(try operand(&budget)) }
        if take("(") {
            let inner = try expression(&budget)
            try expect(")", "to close the bracket")
            return inner
        }
        return .name(try expectName("a value or the name of a feature"))
    }

    mutating func refinement(_ description: String?) throws(Abandoned) -> RefinementSyntax {
        let location = next().location
        try expect(word: "cluster", "after 'refine'")
        let name = try expectName("the refined cluster's name")
        var refinement = RefinementSyntax(cluster: name, targets: [], description: description, location: location)
        try block("refine cluster \(name.text)") { (parser) throws(Abandoned) in
            refinement.targets.append(try parser.refinementTarget())
        }
        return refinement
    }

    private mutating func refinementTarget() throws(Abandoned) -> RefinementSyntax.Target {
        let words = RefinementSyntax.Target.Kind.allCases.map(\.rawValue)
        guard let kind = RefinementSyntax.Target.Kind(rawValue: peek().text.lowercased()) else {
            throw failWord(peek(), "expected 'attribute', 'struct', 'command' or 'event'", words)
        }
        next()
        let name = try expectName("the name of the refined \(kind.rawValue)")
        var target = RefinementSyntax.Target(
            kind: kind, name: name, annotations: try annotations(), members: [])
        guard at("{") else {
            try expectSemicolon("after '\(name.text)'")
            return target
        }
        try block("\(kind.rawValue) \(name.text)") { (parser) throws(Abandoned) in
            let member = try parser.expectName("a field's name")
            let annotations = try parser.annotations()
            try parser.expectSemicolon("after '\(member.text)'")
            target.members.append(RefinementSyntax.Target.Member(name: member, annotations: annotations))
        }
        return target
    }

    mutating func deviceType(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> DeviceTypeSyntax {
        let (name, id, version) = try deviceTypeHead()
        var type = DeviceTypeSyntax(
            name: name, id: id, version: version, annotations: try annotations(), clusters: [], components: [],
            maturity: maturity, description: start.documentation, location: start.location)
        try block("device type \(name.text)") { (parser) throws(Abandoned) in
            try parser.deviceTypeItem(of: &type)
        }
        return type
    }

    private mutating func deviceTypeItem(of type: inout DeviceTypeSyntax) throws(Abandoned) {
        let isOptional = take(word: "optional")
        if take(word: "endpoint") {
            let name = try expectName("the device type of the child endpoint")
            let annotations = try annotations()
            try expectSemicolon("after '\(name.text)'")
            type.components.append(
                DeviceTypeSyntax.Component(isOptional: isOptional, name: name, annotations: annotations))
            return
        }
        guard let side = side() else {
            throw failWord(
                peek(), "expected 'server cluster', 'client cluster' or 'endpoint'", ["server", "client", "endpoint"])
        }
        try expect(word: "cluster", "after '\(side.rawValue)'")
        let name = try expectName("the cluster's name")
        var cluster = DeviceTypeSyntax.Cluster(isOptional: isOptional, side: side, name: name, requirements: [])
        if at("{") {
            try block("\(side.rawValue) cluster \(name.text)") { (parser) throws(Abandoned) in
                cluster.requirements.append(try parser.requirement())
            }
        } else {
            try expectSemicolon("or '{' after '\(name.text)'")
        }
        type.clusters.append(cluster)
    }

    private mutating func requirement() throws(Abandoned) -> DeviceTypeSyntax.Requirement {
        try expect(word: "require", "here")
        let words = DeviceTypeSyntax.Requirement.Kind.allCases.map(\.rawValue)
        guard let kind = DeviceTypeSyntax.Requirement.Kind(rawValue: peek().text.lowercased()) else {
            throw failWord(peek(), "expected 'feature', 'attribute', 'command' or 'event'", words)
        }
        next()
        var names: [IdentifierSyntax] = []
        repeat {
            names.append(try expectName("the name of a required \(kind.rawValue)"))
        } while take(",")
        try expectSemicolon("after the requirement")
        return DeviceTypeSyntax.Requirement(kind: kind, names: names)
    }
}
