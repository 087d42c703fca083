internal import TraitModel
internal import TraitSchema

/// Writes the device types of a model: `DeviceTypes.swift`.
struct DeviceTypeEmitter {
    let model: TraitModel
    let namer: TraitNamer
    /// The traits there are Swift types for, by cluster id.
    let traits: [UInt32: TraitPlan]

    func emit(source: String) -> String {
        var text = CodeText()
        text.line(OutputFile.header(source: source))
        text.line()
        text.line("public import HearthTraitCore")
        for deviceType in model.deviceTypes {
            text.line()
            emit(deviceType, &text)
        }
        return text.text
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
            text.line()
            text.line("/// The standard traits of the type.")
            text.line("public var matterTraits: MatterTraits { MatterTraits(traits: traits) }")
            text.line()
            collection(required + optional, &text)
        }
    }

    private func collection(_ clusters: [UInt32], _ text: inout CodeText) {
        let plans = clusters.compactMap { traits[$0] }.filter { $0.vendor == VendorModel.matter.name }
        text.line("/// The standard traits of the type; those that the device lacks are nil.")
        text.block("public struct MatterTraits: Sendable") { text in
            text.line("fileprivate let traits: TraitCollection")
            for plan in plans {
                let property = namer.member(plan.swiftName)
                text.brief("public var \(property): \(plan.qualifiedName)?", "traits[\(plan.qualifiedName).self]")
            }
        }
    }

    private static func ids(_ ids: [UInt32]) -> String {
        ids.map(\.hex).joined(separator: ", ")
    }
}
