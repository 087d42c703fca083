extension SchemaParser {
    static let fileWords = [
        "enum", "bitmap", "struct", "cluster", "endpoint", "device", "refine", "vendor", "client", "server", "shared",
        "fabric_scoped", "provisional", "internal", "deprecated", "stable",
    ]

    static let clusterOnlyWords: Set<String> = [
        "attribute", "command", "event", "readonly", "writeonly", "nosubscribe", "timedwrite", "fabric", "timed",
        "critical", "info", "debug", "fabric_sensitive", "request", "response", "revision",
    ]

    mutating func fileItems() -> [FileItemSyntax] {
        var items: [FileItemSyntax] = []
        while !isAtEnd {
            let before = position
            do {
                items.append(try fileItem())
            } catch {
                skipItem(from: before)
                if position == before || at("}") { next() }
            }
        }
        return items
    }

    private mutating func fileItem() throws(Abandoned) -> FileItemSyntax {
        let start = peek()
        let description = start.documentation
        let maturity = maturity()
        let core = peek()
        switch core.text.lowercased() {
        case "enum", "bitmap", "shared", "struct", "fabric_scoped":
            return switch try typeDefinition(start, maturity) {
            case .constants(let constants): .constants(constants)
            case .structure(let structure): .structure(structure)
            }
        case "cluster", "client", "server":
            return .cluster(try cluster(start, maturity))
        case "endpoint":
            return .endpoint(try endpoint())
        case "device":
            return .deviceType(try deviceType(start, maturity))
        case "refine":
            return .refinement(try refinement(description))
        case "vendor":
            return .vendor(try vendor(description))
        default:
            if core.isMark("}") { throw fail(core, "this '}' closes nothing", hint: "remove it") }
            if Self.clusterOnlyWords.contains(core.text.lowercased()) {
                report(
                    core.location, "'\(core.text)' belongs in a cluster", hint: "is there one '}' too many before it?")
                skipToFileItem()
                throw Abandoned()
            }
            throw failWord(core, "expected an enum, bitmap, struct, cluster or endpoint", Self.fileWords)
        }
    }

    /// Parses `provisional`, `internal`, `deprecated` or `stable` before an item; the default is stable.
    mutating func maturity() -> Maturity {
        guard peek().isName, peek(1).isName, let found = Maturity(rawValue: peek().text.lowercased()) else {
            return .stable
        }
        next()
        return found
    }

    private mutating func vendor(_ description: String?) throws(Abandoned) -> VendorSyntax {
        let location = next().location
        let name = try expectName("the vendor's name")
        try expect("=", "after the vendor's name")
        let id = try expectNumber("the vendor's id")
        try expectSemicolon("after the vendor's id")
        return VendorSyntax(name: name, id: id, description: description, location: location)
    }

    private mutating func cluster(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> ClusterSyntax {
        let side = side()
        try expect(word: "cluster", "here")
        let name = try expectName("the cluster's name")
        try expect("=", "after the cluster's name")
        let id = try expectNumber("the cluster's id")
        let annotations = try annotations()
        var cluster = ClusterSyntax(
            name: name, id: id, side: side, revision: nil, annotations: annotations, items: [], maturity: maturity,
            description: start.documentation, location: start.location)
        try block("cluster \(name.text)") { (parser) throws(Abandoned) in
            if parser.at(word: "revision"), case .number = parser.peek(1).kind {
                try parser.revision(of: &cluster)
            } else {
                cluster.items.append(try parser.clusterItem())
            }
        }
        return cluster
    }

    private mutating func revision(of cluster: inout ClusterSyntax) throws(Abandoned) {
        let word = next()
        let number = try expectNumber("the revision")
        if cluster.revision != nil {
            report(word.location, "cluster \(cluster.name.text) has a second revision", hint: "remove one")
        } else if !cluster.items.isEmpty {
            report(word.location, "the revision must come before everything else in a cluster", hint: "move it up")
        }
        cluster.revision = number
        try expectSemicolon("after the revision")
    }

    /// Parses `client` or `server`, which the language has in lower case only.
    mutating func side() -> ClusterSide? {
        if take(lowerCaseWord: "server") { return .server }
        if take(lowerCaseWord: "client") { return .client }
        return nil
    }
}
