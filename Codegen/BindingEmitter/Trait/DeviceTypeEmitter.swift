internal import BindingPlan
internal import HearthBase
internal import ResolvedSchema
internal import TraitSchema

/// Writes the device types of a module: `DeviceTypes.swift`.
struct DeviceTypeEmitter {
    let deviceTypes: [DeviceTypeModel]
    let namer: TraitNamer
    /// The traits with a Swift type, by cluster id, including those of other modules.
    let traits: [UInt32: TraitName]
    let descriptors: DescriptorPlace

    func emit(source: String) -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: source))
        text.line()
        if let module = descriptors.module { text.line("public import \(module)") }
        text.line("public import HearthTraitCore")
        if usesOtherModules { text.line("public import \(StandardBindings.traitsModule)") }
        for deviceType in deviceTypes {
            text.line()
            emit(deviceType, &text)
        }
        aliases(&text)
        return text.text
    }

    private var usesOtherModules: Bool {
        deviceTypes.flatMap(\.clusters).contains {
            $0.side == .server && traits[$0.clusterID]?.isOfStandardModule == true
        }
    }

    private func emit(_ deviceType: DeviceTypeModel, _ text: inout CodeText) {
        let (required, optional) = deviceType.servers
        let name = namer.deviceType(deviceType.name)
        let facts = "Matter device type \(deviceType.id.hex), revision \(deviceType.revision)."
        text.documentation(deviceType.description, facts)
        text.block("public struct \(name): DeviceType") { text in
            let head = "public static let descriptor: DeviceTypeDescriptor ="
            switch descriptors {
            case .inline: emitDescriptor(of: deviceType, head, &text)
            case .catalog:
                text.line("\(head) \(DescriptorPlace.catalogName).\(catalogName(deviceType))")
            }
            text.line("public let traits: TraitCollection")
            text.line("public let metadata: DeviceTypeMetadata")
            text.line()
            text.block("public init(traits: TraitCollection, metadata: DeviceTypeMetadata)") {
                $0.lines(["self.traits = traits", "self.metadata = metadata"])
            }
            let known =
                required.compactMap { id in traits[id].map { ($0, "which every device of this type has") } }
                + optional.compactMap { id in traits[id].map { ($0, "which a device of this type may have") } }
            container("Matter", of: deviceType, known, "The standard traits of the type", &text)
            container("Google", of: deviceType, known, "Google's traits of the type", &text)
        }
    }

    /// The descriptor's name in the catalog.
    func catalogName(_ deviceType: DeviceTypeModel) -> String {
        let name = namer.deviceType(deviceType.name)
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    func emitDescriptor(of deviceType: DeviceTypeModel, _ head: String, _ text: inout CodeText) {
        let (required, optional) = deviceType.servers
        text.line("\(head) DeviceTypeDescriptor(")
        text.indented { text in
            let vendor = deviceType.vendor.id == 0 ? "" : ", vendor: \(deviceType.vendor.name.quoted)"
            let utility = ["utility", "node"].contains(deviceType.deviceClass) ? ", isUtility: true" : ""
            text.folded(
                "id: \(deviceType.id.hex), name: \(deviceType.name.quoted)\(vendor), "
                    + "revision: \(deviceType.revision)\(utility),")
            let whole = "requiredTraits: [\(Self.ids(required))], optionalTraits: [\(Self.ids(optional))])"
            if text.fits(whole) { return text.line(whole) }
            text.call("requiredTraits: ", required.map(\.hex), ",", brackets: ("[", "]"))
            text.call("optionalTraits: ", optional.map(\.hex), ")", brackets: ("[", "]"))
        }
    }

    /// The property `matterTraits` or `googleTraits` and its type, which has a property for each known trait.
    private func container(
        _ vendor: String, of deviceType: DeviceTypeModel, _ known: [(trait: TraitName, who: String)],
        _ words: String, _ text: inout CodeText
    ) {
        let type = namer.deviceTypeBase(deviceType.name) + vendor + "Traits"
        let known = known.filter { $0.trait.vendor == vendor }
        text.line()
        text.line("/// \(words).")
        let made = known.isEmpty ? "\(type)()" : "\(type)(traits: traits)"
        text.brief("public var \(vendor.lowercased())Traits: \(type)", made)
        text.line()
        guard !known.isEmpty else {
            text.line("/// \(words): none.")
            return text.line("public struct \(type): Sendable {}")
        }
        text.line("/// \(words); those that the device lacks are nil.")
        text.block("public struct \(type): Sendable") { text in
            text.line("fileprivate let traits: TraitCollection")
            for (trait, who) in known {
                text.line("/// The trait `\(trait.swiftName)`, \(who).")
                let property = namer.member(trait.swiftName)
                text.brief("public var \(property): \(trait.qualifiedName)?", "traits[\(trait.qualifiedName).self]")
            }
        }
    }

    /// Standard device types go by two names.
    private func aliases(_ text: inout CodeText) {
        let standard = deviceTypes.filter { $0.vendor == .matter }.map { namer.deviceType($0.name) }
        guard !standard.isEmpty, case .catalog(let module) = descriptors else { return }
        text.line()
        text.block("extension \(VendorModel.matter.name)") { text in
            for name in standard {
                text.line("/// The same type.")
                text.chain("public typealias \(name) = \(module).\(name)")
            }
        }
    }

    private static func ids(_ ids: [UInt32]) -> String {
        ids.map { $0.hex }.joined(separator: ", ")
    }
}

extension DeviceTypeModel {
    /// The ids of the server clusters of the type, ascending: the required ones, and the optional ones.
    var servers: (required: [UInt32], optional: [UInt32]) {
        let servers = clusters.filter { $0.side == .server }
        let required = servers.filter { !$0.isOptional }.map(\.clusterID).ordered()
        return (
            required, servers.filter { $0.isOptional && !required.contains($0.clusterID) }.map(\.clusterID).ordered()
        )
    }
}

/// The name of a trait's Swift type.
struct TraitName {
    /// The namespace.
    let vendor: String
    let swiftName: String
    /// Whether this package already has the type, so that a maker's bindings import it.
    let isOfStandardModule: Bool

    var qualifiedName: String { "\(vendor).\(swiftName)" }
}
