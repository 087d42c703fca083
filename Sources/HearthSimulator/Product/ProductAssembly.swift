internal import HearthBase
internal import HearthCommonTraits
internal import HearthVirtualHome
internal import HearthNodeTraits
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import ResolvedSchema
internal import TraitSchema

/// Assembles a product from the contents of its file.
struct ProductAssembly {
    let file: ProductFile
    /// The file's name without extension.
    let stem: String
    private(set) var warnings: [String] = []

    private struct Part {
        var number: UInt16
        var deviceTypes: [DeviceTypeEntry] = []
        var clients: [UInt32] = []
        var traits: [ProductTrait] = []
    }

    init(file: ProductFile, stem: String) {
        self.file = file
        self.stem = stem
    }

    mutating func product(_ naming: SimulatedProduct.Naming) throws(SimulationError) -> VirtualProduct {
        var parts = file.model.endpoints.isEmpty ? try wholeParts() : try listedParts()
        guard !parts.allSatisfy(\.traits.isEmpty) else {
            throw SimulationError(
                file.warnings + ["\(file.path): there is nothing to simulate: no endpoint and no cluster"])
        }
        warnings += LeftOutParts(file: file, served: parts.flatMap(\.traits)).warnings
        if !parts.contains(where: { $0.number == 0 }) { parts.append(rootPart()) }
        parts = parts.ordered(by: \.number)
        let numbers = parts.map(\.number).filter { $0 != 0 }
        let id = naming.id ?? Self.id(of: stem)
        let vendor = file.model.vendors.first { $0.id != 0 }
        let identity = ProductIdentity(
            vendorName: vendor?.name ?? "Simulated", vendorID: vendor?.id ?? 0xFFF1,
            productName: Self.beginning(of: stem, bytes: 32), productID: 0x8000,
            serialNumber: "SIM-" + Self.short(id, bytes: 28), uniqueID: Self.short(id, bytes: 32))
        return VirtualProduct(
            id: id, name: naming.name ?? stem, room: naming.room, identity: identity,
            endpoints: parts.map { part in
                ProductEndpoint(
                    id: part.number, parent: part.number == 0 ? nil : 0, deviceTypes: part.deviceTypes,
                    traits: describing(part, parts: part.number == 0 ? numbers : []))
            })
    }

    /// The device id for a file's name. Letters that an id can't have become hyphens. A name with other than ASCII
    /// letters, or a long one, also gets a hash, so that it stays distinct.
    private static func id(of stem: String) -> String {
        let plain = String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
        guard stem.utf8.contains(where: { $0 > 0x7F }) || plain.utf8.count > 64 else { return "simulated-\(plain)" }
        return "simulated-\(plain.prefix(32))-\(hex(stableHash(Array(stem.utf8)), digits: 16))"
    }

    /// Shortens an id to a number of bytes; different ids stay different.
    private static func short(_ id: String, bytes: Int) -> String {
        guard id.utf8.count > bytes else { return id }
        return beginning(of: id, bytes: bytes - 17) + "-" + hex(stableHash(Array(id.utf8)), digits: 16)
    }

    private static func beginning(of text: String, bytes: Int) -> String {
        var beginning = text
        while beginning.utf8.count > bytes { beginning.removeLast() }
        return beginning
    }

    // MARK: Endpoints

    private mutating func listedParts() throws(SimulationError) -> [Part] {
        let lists = EndpointLists(file: file)
        var parts: [Part] = []
        for endpoint in file.model.endpoints {
            let entries = types(endpoint.deviceTypes.map { ($0.id, $0.revision, file.name(of: $0)) })
            var part = Part(number: endpoint.number, deviceTypes: entries, clients: endpoint.boundClusterIDs)
            for cluster in endpoint.serverClusters {
                for trait in try lists.traits(of: cluster) { part.traits.append(trait.productTrait(&warnings)) }
            }
            parts.append(part)
        }
        return parts
    }

    private mutating func wholeParts() throws(SimulationError) -> [Part] {
        var parts: [Part] = []
        for endpoint in try WholeClusters(file: file).endpoints() {
            let type = endpoint.deviceType.map {
                (UInt32(clamping: $0.id.value), UInt32(clamping: $0.version.value), $0.name.text)
            }
            var part = Part(number: UInt16(clamping: parts.count + 1), deviceTypes: types(type.map { [$0] } ?? []))
            for trait in endpoint.traits { part.traits.append(trait.productTrait(&warnings)) }
            part.traits.append(standard(Matter.DescriptorTrait.descriptor))
            parts.append(part)
        }
        return parts
    }

    private mutating func rootPart() -> Part {
        let root = StandardTraits.rootNodeDeviceType
        return Part(
            number: 0, deviceTypes: types([(root.id, root.revision, root.name)]),
            traits: [standard(Matter.DescriptorTrait.descriptor), standard(Matter.BasicInformationTrait.descriptor)])
    }

    /// The mandatory parts of a standard trait.
    private mutating func standard(_ trait: TraitDescriptor) -> ProductTrait {
        let listed = trait.attributes.filter { !$0.field.isOptional && $0.field.required == nil }
        return ListedTrait(
            descriptor: trait, revision: trait.revision,
            attributes: listed.map { .init(id: $0.id, storage: .callback, defaultValue: nil) }, commands: []
        ).productTrait(&warnings)
    }

    /// The first type that isn't a utility type is the primary one.
    private func types(_ types: [(id: UInt32, revision: UInt32, name: String)]) -> [DeviceTypeEntry] {
        let utilities = Set(StandardTraits.deviceTypes.filter(\.isUtility).map(\.id))
        let primary = types.firstIndex { !utilities.contains($0.id) }
        return types.enumerated().map { index, type in
            DeviceTypeEntry(id: type.id, revision: type.revision, isPrimary: index == primary, name: type.name)
        }
    }

    // MARK: Descriptor

    /// The endpoint's traits with a matching Descriptor.
    private func describing(_ part: Part, parts: [UInt16]) -> [ProductTrait] {
        typealias Descriptor = Matter.DescriptorTrait
        let servers = part.traits.map(\.descriptor.id).ordered()
        let entries = part.deviceTypes.map { entry in
            let revision = UInt16(clamping: entry.revision)
            return TraitValue.structure([0: .unsigned(UInt64(entry.id)), 1: .unsigned(UInt64(revision))])
        }
        let values: [UInt32: TraitValue] = [
            0x0: .list(entries), 0x1: .list(servers.map { .unsigned(UInt64($0)) }),
            0x2: .list(part.clients.ordered().map { .unsigned(UInt64($0)) }),
            0x3: .list(parts.map { .unsigned(UInt64($0)) }),
        ]
        return part.traits.map { trait in
            guard trait.descriptor.id == Descriptor.descriptor.id else { return trait }
            var trait = trait
            for (id, value) in values where trait.attributes[id] != nil { trait.attributes[id] = value }
            return trait
        }
    }
}
