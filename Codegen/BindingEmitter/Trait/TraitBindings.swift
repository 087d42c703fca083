public import HearthBase
public import BindingPlan
internal import HearthTraitDescriptors
public import ResolvedSchema

/// Swift and `.proto` files for traits.
public struct TraitBindings {
    /// The Swift files by name within their module's folder.
    public private(set) var swift: [OutputFile] = []
    /// The `.proto` files by path below the import root.
    public private(set) var protos: [OutputFile] = []
    public private(set) var diagnostics: [Diagnostic] = []

    /// The model, with makers' additions to standard clusters as traits of their own.
    let model: ResolvedSchema
    private let overrides: Overrides
    let plans: [TraitPlan]
    /// The traits of HearthTraits that are not bound here, by cluster id.
    private let standard: [UInt32: TraitName]

    /// - Parameter standard: for a maker's own bindings, the names of the clusters in HearthTraits. These are referred
    ///   to and not bound, even if a maker's file repeats them. nil binds everything.
    public init(_ model: ResolvedSchema, overrides: Overrides = Overrides(), standard: Set<String>? = nil) {
        self.init(model, overrides: overrides, standard: standard, descriptors: .inline)
    }

    init(
        _ model: ResolvedSchema, overrides: Overrides, standard: Set<String>? = nil, descriptors: DescriptorPlace
    ) {
        let planned = PlannedTraits(model, overrides: overrides, standard: standard)
        self.model = planned.model
        self.standard = planned.standard
        self.overrides = overrides
        plans = planned.plans
        diagnostics = planned.diagnostics
        guard diagnostics.isEmpty else { return }
        var names = NameScope(reserved: ["DeviceTypes", "Namespaces", "Registry"])
        for plan in plans {
            let file = names.claim(plan.name, suffix: "Trait")
            swift.append(
                OutputFile(path: file + ".swift", text: TraitEmitter(plan: plan, descriptors: descriptors).emit()))
            protos.append(OutputFile(path: plan.protoPath, text: ProtoTraitEmitter(plan: plan).emit()))
        }
    }

    /// Adds the files that a set of schemas has besides its traits: `Namespaces.swift`, `DeviceTypes.swift`,
    /// `Registry.swift`.
    ///
    /// - Parameters:
    ///   - registry: the name of the registry's type.
    ///   - source: the input named in the header of the generated files.
    public mutating func addIndex(registry: String, source: String) {
        guard diagnostics.isEmpty else { return }
        let namer = TraitNamer(overrides: overrides)
        var traits = standard
        for plan in plans {
            traits[plan.cluster.id] = TraitName(
                vendor: plan.vendor, swiftName: plan.swiftName, isOfStandardModule: false)
        }
        swift.append(OutputFile(path: "Namespaces.swift", text: Self.namespaces(model.vendors, source)))
        if !model.deviceTypes.isEmpty {
            let emitter = DeviceTypeEmitter(
                deviceTypes: model.deviceTypes, namer: namer, traits: traits, descriptors: .inline)
            swift.append(OutputFile(path: "DeviceTypes.swift", text: emitter.emit(source: source)))
        }
        swift.append(OutputFile(path: "Registry.swift", text: index(registry, source, namer)))
    }

    static func namespaces(_ vendors: [VendorModel], _ source: String) -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: source))
        for vendor in vendors {
            text.line()
            if vendor.id == 0 {
                text.line("/// The standard traits: Matter's clusters.")
            } else {
                text.line("/// The traits of \(vendor.name) (vendor \(UInt32(vendor.id).hex)).")
            }
            text.line("public enum \(vendor.name) {}")
        }
        return text.text
    }

    private func index(_ name: String, _ source: String, _ namer: TraitNamer) -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: source))
        text.line()
        text.line("public import HearthTraitCore")
        text.line()
        text.line("/// All traits and device types of this module, as data.")
        text.block("public enum \(name)") { text in
            text.list("traits: [any Trait.Type]", plans.map { "\($0.qualifiedName).self" })
            text.line()
            text.list("descriptors: [TraitDescriptor]", plans.map { "\($0.qualifiedName).descriptor" })
            text.line()
            text.list(
                "deviceTypes: [DeviceTypeDescriptor]",
                model.deviceTypes.map { "\(namer.deviceType($0.name)).descriptor" })
        }
        return text.text
    }
}

extension CodeText {
    /// A constant of an index, one element a line.
    fileprivate mutating func list(_ declaration: String, _ elements: [String]) {
        line("/// In ascending order of id.")
        guard !elements.isEmpty else { return line("public static let \(declaration) = []") }
        line("public static let \(declaration) = [")
        indented { $0.elements(elements) }
        line("]")
    }
}
