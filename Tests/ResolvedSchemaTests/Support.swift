internal import HearthBase
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Resolves texts, each a file of its own (`a.matter`, `b.matter` …), that must parse.
func resolve(_ texts: String...) -> (model: ResolvedSchema, findings: [String]) {
    let files = zip("abcdef", texts).map { name, text in
        let (file, diagnostics) = SchemaParser.parse(SourceText(file: "\(name).matter", text))
        expect(diagnostics.map(\.description), equals: [])
        return file
    }
    let (model, diagnostics) = ModelResolver.resolve(files)
    return (model, diagnostics.map(\.description))
}

/// Resolves the body of a cluster `C` (number 1, features P and Q) that must be valid.
func cluster(_ body: String) throws -> ClusterModel {
    let (model, findings) = resolve(text(body))
    expect(findings, equals: [])
    return try require(model.cluster(named: "C"))
}

/// The findings for the body of such a cluster; its first line is line 2.
func findings(_ body: String) -> [String] {
    resolve(text(body)).findings
}

/// The text of such a cluster.
func text(_ body: String) -> String {
    "cluster C = 1 { bitmap Feature : bitmap32 { kPlus = 0x1; kQuick = 0x2; }\n\(body)\n}"
}

extension ClusterModel {
    /// The field of an attribute that must exist.
    func field(_ name: String) throws -> FieldModel {
        try require(attribute(named: name)).field
    }
}
