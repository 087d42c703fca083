internal import BindingPlan
internal import HearthBase
internal import ProtoSchema
public import ResolvedSchema
internal import TraitSchema

/// All generated files of this package, from its schemas. Input and output are texts: the generator's program writes
/// them, and the drift test compares them.
public struct StandardBindings {
    /// The import root of `.proto` files.
    public static let protoRoot = "Schemas/proto/"
    static let exportedPackage = "hearth/traits/"
    static let homePackage = "hearth/v1/"
    static let callsPackage = "grpc/"
    static let interopPackage = "grpc/testing/"
    static let telemetryPackage = "opentelemetry/"
    static let standardSchemas = ["Schemas/Matter/", "Schemas/Google/", "Schemas/Hearth/"]
    static let overridesPath = "Schemas/Overrides.json"
    static let familiesPath = "Schemas/Families.json"
    static let messagesModule = "HearthWireMessages"
    /// Exports the messages, so that other packages import one module.
    static let wireModule = "HearthWire"
    static let servicesModule = "HearthRPCServices"
    static let interopModule = "InteropService"
    static let telemetryModule = "HearthTelemetry"
    static let wireOutput = "Sources/HearthWireMessages/Generated/"
    static let servicesOutput = "Sources/HearthRPCServices/Generated/"
    static let interopOutput = "Interop/InteropService/Generated/"
    static let telemetryOutput = "Sources/HearthTelemetry/Generated/"
    /// The folder of the modules of the standard traits.
    static let traitsFolder = "Sources/HearthTraits/"
    /// The module with all standard traits as data.
    static let catalogModule = "HearthTraitCatalog"
    static let catalogOutput = traitsFolder + "HearthTraitCatalog/Generated/"
    /// The TypeScript declarations of all standard traits, which the hub serves to pages.
    static let typesOutput = "Web/sdk/traits.d.ts"
    /// The module that re-exports all families of standard traits.
    static let traitsModule = "HearthTraits"
    static let traitsOutput = traitsFolder + "HearthTraits/Generated/"

    /// The generated files by path in the package, sorted.
    public private(set) var files: [OutputFile] = []
    /// The errors, each with file:line:column. `files` is complete only without errors.
    public private(set) var problems: [String] = []
    /// The warnings.
    public private(set) var warnings: [String] = []
    /// The model of the schemas in the package.
    public private(set) var model = ResolvedSchema()

    /// - Parameter sources: texts by path in the package.
    public init(sources: [String: String]) {
        emitProtos(sources)
        emitTraits(sources)
        emitHomeKit(sources)
        emitSpeech(sources)
        files = files.ordered(by: \.path)
        if !problems.isEmpty { files = [] }
    }

    /// Whether `init` reads the file at this path in the package.
    public static func reads(_ path: String) -> Bool {
        [overridesPath, familiesPath, HomeKitBindings.path].contains(path) || isSchema(path) || isOwnProto(path)
            || SpeechBindings.reads(path)
    }

    /// Whether a file at this path in the package is generated, so that one without a schema is an error.
    public static func owns(_ path: String) -> Bool {
        let isOfTraits = path.hasPrefix(traitsFolder) && path.contains("/Generated/")
        let outputs = [
            wireOutput, servicesOutput, interopOutput, telemetryOutput, protoRoot + exportedPackage,
            HomeKitBindings.mappingOutput,
            HomeKitBindings.homeKitOutput, SpeechBindings.output,
        ]
        return isOfTraits || outputs.contains { path.hasPrefix($0) }
    }

    private static func isSchema(_ path: String) -> Bool {
        path.hasSuffix(".matter") && standardSchemas.contains { path.hasPrefix($0) }
    }

    private static func isOwnProto(_ path: String) -> Bool {
        path.hasSuffix(".proto")
            && [homePackage, callsPackage, telemetryPackage].contains { path.hasPrefix(protoRoot + $0) }
    }

    // MARK: Files written by hand: the home's interface, gRPC's own services and their tests, OpenTelemetry's receivers

    private mutating func emitProtos(_ sources: [String: String]) {
        let texts = sources.keys.filter(Self.isOwnProto).ordered().map {
            ProtoSource(path: String($0.dropFirst(Self.protoRoot.count)), text: sources[$0] ?? "")
        }
        let pool = DescriptorPool(texts, adding: WellKnown.messageFiles)
        problems += pool.diagnostics.map(\.description)
        guard pool.diagnostics.isEmpty else { return }
        let home = texts.map(\.path).filter { $0.hasPrefix(Self.homePackage) }
        let interop = texts.map(\.path).filter { $0.hasPrefix(Self.interopPackage) }
        let calls = texts.map(\.path).filter { $0.hasPrefix(Self.callsPackage) && !$0.hasPrefix(Self.interopPackage) }
        emit(home + WellKnown.messageFiles, of: pool, Self.messagesModule, Self.wireOutput, [:])
        emit(calls, of: pool, Self.servicesModule, Self.servicesOutput, [:])
        emit(interop, of: pool, Self.interopModule, Self.interopOutput, [:])
        let telemetry = texts.map(\.path).filter { $0.hasPrefix(Self.telemetryPackage) }
        emit(telemetry, of: pool, Self.telemetryModule, Self.telemetryOutput, [:])
    }

    private mutating func emit(
        _ paths: [String], of pool: DescriptorPool, _ module: String, _ output: String, _ providers: [String: String]
    ) {
        let result = ProtoBindings(pool, module: module, providers: providers).emit(paths)
        problems += result.diagnostics.map(\.description)
        files += result.files.map { OutputFile(path: output + $0.path, text: $0.text) }
    }

    /// The modules with the Swift types of the home's files and of protobuf's.
    public static func providers(_ home: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for path in home + WellKnown.messageFiles { result[path] = wireModule }
        return result
    }

    // MARK: Traits

    private mutating func emitTraits(_ sources: [String: String]) {
        let paths = sources.keys.filter(Self.isSchema).ordered()
        guard !paths.isEmpty else { return }
        var trees: [FileSyntax] = []
        var findings: [Diagnostic] = []
        for path in paths {
            let (tree, found) = SchemaParser.parse(SourceText(file: path, sources[path] ?? ""))
            trees.append(tree)
            findings += found
        }
        let (model, found) = ModelResolver.resolve(trees)
        findings += found
        self.model = model
        problems += findings.filter { $0.severity == .error }.map(\.description)
        warnings += findings.filter { $0.severity == .warning }.map(\.description)
        guard !findings.containsError else { return }
        do throws(Diagnostic) {
            let json = sources[Self.overridesPath] ?? "{}"
            let overrides = try Overrides(json: json, path: Self.overridesPath)
            let families = try Families(
                json: sources[Self.familiesPath] ?? #"{"families":[]}"#, path: Self.familiesPath)
            emitTraits(overrides, families, Self.fingerprint(paths, sources))
        } catch {
            problems.append(error.description)
        }
    }

    private mutating func emitTraits(_ overrides: Overrides, _ families: Families, _ fingerprint: String) {
        let bindings = StandardTraitBindings(model, overrides, families, fingerprint: fingerprint)
        problems += bindings.diagnostics.map(\.description)
        files += bindings.swift
        files += bindings.protos.map { OutputFile(path: Self.protoRoot + $0.path, text: $0.text) }
        var types = TypeScriptBindings(overrides: overrides)
        types.add(model)
        problems += types.diagnostics.map(\.description)
        files.append(OutputFile(path: Self.typesOutput, text: types.text))
    }

    /// A 64-bit hash of names and texts, in hexadecimal.
    private static func fingerprint(_ paths: [String], _ sources: [String: String]) -> String {
        let bytes = paths.lazy.flatMap { [$0.utf8, (sources[$0] ?? "").utf8].joined() }
        return hex(stableHash(bytes.filter { $0 != UInt8(ascii: "\r") }), digits: 16)
    }

    // MARK: HomeKit's constants

    private mutating func emitHomeKit(_ sources: [String: String]) {
        guard let json = sources[HomeKitBindings.path] else { return }
        let bindings = HomeKitBindings(json: json)
        problems += bindings.diagnostics.map(\.description)
        files += bindings.files
    }
    // MARK: Languages

    private mutating func emitSpeech(_ sources: [String: String]) {
        let bindings = SpeechBindings(sources: sources)
        problems += bindings.problems
        files += bindings.files
    }
}
