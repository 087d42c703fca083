internal import TraitModel
internal import TraitSchema

/// Writes the device types of a model: `DeviceTypes.swift`.
struct DeviceTypeEmitter {
    let model: TraitModel
    let namer: TraitNamer
    /// The traits there are Swift types for, by cluster id; those of other modules among them.
    let traits: [UInt32: TraitName]

    func emit(source: String) -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: source))
        text.line()
        text.line("public import HearthTraitCore")
        if usesOtherModules { text.line("public import \(StandardBindings.traitsModule)") }
        for deviceType in model.deviceTypes {
            text.line()
            emit(deviceType, &text)
        }
        aliases(&text)
        return text.text
    }

    private var usesOtherModules: Bool {
        model.deviceTypes.flatMap(\.clusters).contains {
            $0.side == .server && traits[$0.clusterID]?.isOfStandardModule == true
        }
    }

    private func emit(_ deviceType: DeviceTypeModel, _ text: inout CodeText) {
        let servers = deviceType.clusters.filter { $0.side == .server }
        let required = servers.filter { !$0.isOptional }.map(\.clusterID).sorted()
        let optional = servers.filter { $0.isOptional && !required.contains($0.clusterID) }.map(\.clusterID).sorted()
        let name = namer.deviceType(deviceType.name)
        let facts = "Matter device type \(deviceType.id.hex), revision \(deviceType.revision)."
        text.documentation(deviceType.description, facts)
        text.block("public struct \(name): DeviceType") { text in
            text.line("public static let descriptor: DeviceTypeDescriptor = DeviceTypeDescriptor(")
            text.indented { text in
                let vendor = deviceType.vendor.id == 0 ? "" : ", vendor: \(deviceType.vendor.name.quoted)"
                let utility = ["utility", "node"].contains(deviceType.deviceClass) ? ", isUtility: true" : ""
                text.folded(
                    "id: \(deviceType.id.hex), name: \(deviceType.name.quoted)\(vendor), "
                        + "revision: \(deviceType.revision)\(utility),")
                text.folded("requiredTraits: [\(Self.ids(required))], optionalTraits: [\(Self.ids(optional))])")
            }
            text.line("public let traits: TraitCollection")
            text.line("public let metadata: DeviceTypeMetadata")
            text.line()
            text.block("public init(traits: TraitCollection, metadata: DeviceTypeMetadata)") {
                $0.lines(["self.traits = traits", "self.metadata = metadata"])
            }
            let known = (required + optional).compactMap { traits[$0] }
            container("Matter", of: deviceType, known, "The standard traits of the type", &text)
            container("Google", of: deviceType, known, "The traits of the type from Google's namespace", &text)
        }
    }

    /// The property `matterTraits` or `googleTraits`, and its type, which has a property for each known trait.
    private func container(
        _ vendor: String, of deviceType: DeviceTypeModel, _ known: [TraitName], _ words: String, _ text: inout CodeText
    ) {
        let type = namer.deviceTypeBase(deviceType.name) + vendor + "Traits"
        let known = known.filter { $0.vendor == vendor }
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
            for trait in known {
                let property = namer.member(trait.swiftName)
                text.brief("public var \(property): \(trait.qualifiedName)?", "traits[\(trait.qualifiedName).self]")
            }
        }
    }

    /// Standard device types go by two names.
    private func aliases(_ text: inout CodeText) {
        let standard = model.deviceTypes.filter { $0.vendor == .matter }.map { namer.deviceType($0.name) }
        guard !standard.isEmpty else { return }
        text.line()
        text.block("extension \(VendorModel.matter.name)") { text in
            for name in standard {
                text.line("/// The same type.")
                text.line("public typealias \(name) = \(StandardBindings.traitsModule).\(name)")
            }
        }
    }

    private static func ids(_ ids: [UInt32]) -> String {
        ids.map { $0.hex }.joined(separator: ", ")
    }
}

/// What the Swift type of a trait is called.
struct TraitName {
    /// The namespace.
    let vendor: String
    let swiftName: String
    /// Whether this package has the type already, so that a maker's bindings import it.
    let isOfStandardModule: Bool

    var qualifiedName: String { "\(vendor).\(swiftName)" }
}
