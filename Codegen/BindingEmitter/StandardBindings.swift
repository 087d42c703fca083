internal import ProtoSchema

/// All generated files of this package, from all of its schemas. Texts in, texts out: the generator's program writes
/// them, the drift test compares them.
public struct StandardBindings {
    /// Where the sources lie in the package.
    public static let protoRoot = "Schemas/proto/"
    /// The Swift of the home's own interface and of protobuf's well-known messages.
    public static let coreOutput = "Sources/HearthTraitCore/Generated/"
    static let coreModule = "HearthTraitCore"
    static let homePackage = "hearth/v1/"

    /// By path in the package; sorted.
    public private(set) var files: [OutputFile] = []
    /// What stands in the way, each with file:line:column. Without any, `files` is complete.
    public private(set) var problems: [String] = []

    /// - Parameter sources: texts by path in the package.
    public init(sources: [String: String]) {
        emitHome(sources)
        files.sort { $0.path < $1.path }
        if !problems.isEmpty { files = [] }
    }

    /// Which sources `init` wants: whether it reads a file of this path in the package.
    public static func reads(_ path: String) -> Bool {
        path.hasPrefix(protoRoot + homePackage) && path.hasSuffix(".proto")
    }

    /// Whether a file of this path in the package is generated, so that one that no schema gives any more is an error.
    public static func owns(_ path: String) -> Bool {
        path.hasPrefix(coreOutput)
    }

    private mutating func emitHome(_ sources: [String: String]) {
        let home = sources.keys.filter { $0.hasPrefix(Self.protoRoot + Self.homePackage) }.sorted()
        let texts = home.map { ProtoSource(path: String($0.dropFirst(Self.protoRoot.count)), text: sources[$0] ?? "") }
        let pool = DescriptorPool(texts, adding: WellKnown.messageFiles)
        problems += pool.diagnostics.map(\.description)
        guard pool.diagnostics.isEmpty else { return }
        let bindings = ProtoBindings(pool, module: Self.coreModule, providers: Self.providers(texts.map(\.path)))
        let result = bindings.emit(texts.map(\.path) + WellKnown.messageFiles)
        problems += result.diagnostics.map(\.description)
        files += result.files.map { OutputFile(path: Self.coreOutput + $0.path, text: $0.text) }
    }

    /// The module that holds the Swift of the home's files and of protobuf's.
    public static func providers(_ home: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for path in home + WellKnown.messageFiles { result[path] = coreModule }
        return result
    }
}
