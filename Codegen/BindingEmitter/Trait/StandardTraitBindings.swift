internal import BindingPlan
internal import HearthBase
internal import HearthTraitDescriptors
internal import ResolvedSchema

/// The bindings of the standard traits: a catalog of all as data, a module of typed traits for each family, and a
/// module that re-exports these.
struct StandardTraitBindings {
    /// The Swift files by path in the package.
    private(set) var swift: [OutputFile] = []
    /// The `.proto` files by path below the import root.
    let protos: [OutputFile]
    private(set) var diagnostics: [Diagnostic]

    private let bindings: TraitBindings
    private let namer: TraitNamer
    private let families: Families

    private static let source = "Schemas"

    /// - Parameter fingerprint: a hash of the schemas.
    init(_ model: ResolvedSchema, _ overrides: Overrides, _ families: Families, fingerprint: String) {
        bindings = TraitBindings(
            model, overrides: overrides, descriptors: .catalog(module: StandardBindings.catalogModule))
        protos = bindings.protos
        diagnostics = bindings.diagnostics
        namer = TraitNamer(overrides: overrides)
        self.families = families
        guard diagnostics.isEmpty else { return }
        emitCatalog(fingerprint)
        emitTraits()
        emitDeviceTypes()
        emitSum()
    }

    // MARK: The catalog

    private mutating func emitCatalog(_ fingerprint: String) {
        let output = StandardBindings.catalogOutput
        swift.append(
            OutputFile(
                path: output + "Namespaces.swift",
                text: TraitBindings.namespaces(bindings.model.vendors, Self.source)))
        var traits = head(imports: ["HearthTraitDescriptors"], access: "package")
        traits.block("extension \(DescriptorPlace.catalogName)") { text in
            for (index, plan) in bindings.plans.enumerated() {
                if index > 0 { text.line() }
                DescriptorEmitter(plan: plan).emit(
                    "package static let \(plan.catalogName): TraitDescriptor =", &text)
            }
        }
        swift.append(OutputFile(path: output + "TraitDescriptors.swift", text: traits.text))
        let emitter = deviceTypeEmitter(bindings.model.deviceTypes, module: StandardBindings.catalogModule)
        var types = head(imports: ["HearthTraitDescriptors"], access: "package")
        types.block("extension \(DescriptorPlace.catalogName)") { text in
            for deviceType in bindings.model.deviceTypes {
                emitter.emitDescriptor(
                    of: deviceType,
                    "package static let \(emitter.catalogName(deviceType)): DeviceTypeDescriptor =", &text)
            }
        }
        swift.append(OutputFile(path: output + "DeviceTypeDescriptors.swift", text: types.text))
        var index = head(imports: ["HearthTraitDescriptors"])
        index.line("/// All standard traits and device types as data.")
        index.block("public enum \(DescriptorPlace.catalogName)") { text in
            list(
                "descriptors: [TraitDescriptor]", "The descriptors of the traits, in ascending order of id.",
                bindings.plans.map(\.catalogName), &text)
            text.line()
            text.line(
                "/// The descriptor of one trait, parsed without the others; nil if no standard trait has the ID.")
            text.block("public static func descriptor(_ id: UInt32) -> TraitDescriptor?") { text in
                text.line("switch id {")
                for plan in bindings.plans {
                    text.line("case \(plan.cluster.id.hex): \(plan.catalogName)")
                }
                text.line("default: nil")
                text.line("}")
            }
            text.line()
            list(
                "deviceTypes: [DeviceTypeDescriptor]", "The descriptors of the device types, in ascending order of id.",
                bindings.model.deviceTypes.map(emitter.catalogName), &text)
            text.line()
            text.line("/// A hash of the schemas: equal for programs that were generated from the same ones.")
            text.line("public static let schemaFingerprint: String = \(fingerprint.quoted)")
        }
        swift.append(OutputFile(path: output + "\(DescriptorPlace.catalogName).swift", text: index.text))
    }

    // MARK: The families

    private mutating func emitTraits() {
        for (plan, file) in zip(bindings.plans, bindings.swift) {
            guard let family = families.family(of: plan.cluster.name) else {
                diagnostics.append(
                    Diagnostic(
                        .error, plan.cluster.location, "\(plan.cluster.name) is in no family of traits",
                        hint: "add it to one in \(StandardBindings.familiesPath)"))
                continue
            }
            swift.append(OutputFile(path: family.output + file.path, text: file.text))
        }
        for trait in families.unknown(besides: Set(bindings.plans.map(\.cluster.name))) {
            diagnostics.append(
                Diagnostic(
                    .error, SourceLocation(file: StandardBindings.familiesPath, line: 1, column: 1),
                    "no schema has the trait \(trait)",
                    hint: "take it out, or name it as its schema does"))
        }
        for family in families.all {
            let modules = [StandardBindings.catalogModule] + families.modules(family.uses)
            swift.append(exports(modules, family.output, "The modules that the family's typed traits use."))
        }
    }

    private mutating func emitDeviceTypes() {
        let names = Dictionary(
            bindings.plans.map { ($0.cluster.id, $0.cluster.name) }, uniquingKeysWith: { first, _ in first })
        var placed: [String: [DeviceTypeModel]] = [:]
        for deviceType in bindings.model.deviceTypes {
            let (required, optional) = deviceType.servers
            guard let family = families.family(seeing: (required + optional).compactMap { names[$0] }) else {
                diagnostics.append(
                    Diagnostic(
                        .error, deviceType.location, "no family of traits sees all traits of \(deviceType.name)",
                        hint: "have one use the others in \(StandardBindings.familiesPath)"))
                continue
            }
            placed[family.name, default: []].append(deviceType)
        }
        for family in families.all {
            guard let types = placed[family.name] else { continue }
            let text = deviceTypeEmitter(types, module: family.module).emit(source: Self.source)
            swift.append(OutputFile(path: family.output + "DeviceTypes.swift", text: text))
        }
    }

    private func deviceTypeEmitter(_ types: [DeviceTypeModel], module: String) -> DeviceTypeEmitter {
        var traits: [UInt32: TraitName] = [:]
        for plan in bindings.plans {
            traits[plan.cluster.id] = TraitName(
                vendor: plan.vendor, swiftName: plan.swiftName, isOfStandardModule: false)
        }
        return DeviceTypeEmitter(
            deviceTypes: types, namer: namer, traits: traits, descriptors: .catalog(module: module))
    }

    // MARK: All families together

    private mutating func emitSum() {
        let output = StandardBindings.traitsOutput
        swift.append(
            exports(
                [StandardBindings.catalogModule] + families.modules(families.all.map(\.name)), output,
                "All families of standard traits."))
        var text = head(imports: ["HearthTraitCore"])
        text.block("extension \(DescriptorPlace.catalogName)") { text in
            list(
                "traits: [any Trait.Type]", "The types of the traits, in ascending order of id.",
                bindings.plans.map { "\($0.qualifiedName).self" }, &text)
        }
        swift.append(OutputFile(path: output + "Registry.swift", text: text.text))
    }

    // MARK: Parts

    private func head(imports: [String], access: String = "public") -> CodeText {
        var text = CodeText()
        text.line(OutputFile.header(source: Self.source))
        text.line()
        for module in imports { text.line("\(access) import \(module)") }
        text.line()
        return text
    }

    private func exports(_ modules: [String], _ output: String, _ words: String) -> OutputFile {
        var text = CodeText()
        text.line(OutputFile.header(source: Self.source))
        text.line()
        text.line("// \(words)")
        for module in modules.ordered() { text.line("@_exported public import \(module)") }
        return OutputFile(path: output + "Exports.swift", text: text.text)
    }

    private func list(_ head: String, _ words: String, _ items: [String], _ text: inout CodeText) {
        text.line("/// \(words)")
        text.line("public static let \(head) = [")
        text.indented { text in
            for item in items { text.line("\(item),") }
        }
        text.line("]")
    }
}
