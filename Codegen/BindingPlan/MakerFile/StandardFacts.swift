package import HearthTraitModel
package import TraitModel
internal import TraitSchema

/// The standard traits and device types that Hearth has, as far as makers' files are held against them.
package struct StandardFacts: Sendable {
    package struct DeviceType: Sendable {
        let name: String
        /// Ids of the traits that every device of the type has.
        let requiredTraits: [UInt32]
    }

    /// By id, Google's among them.
    let traits: [UInt32: ComparedTrait]
    let globals: ComparedTypes
    let deviceTypes: [UInt32: DeviceType]
    /// Whether they are descriptors, which have Swift's names and say less than a schema's text.
    let areDescriptors: Bool

    /// From the standard schemas.
    package init(_ model: TraitModel) {
        let owners: [VendorModel] = [.matter, .google]
        let clusters = model.clusters.filter { owners.contains($0.vendor) }
        traits = Self.byID(clusters.map { ComparedTrait($0) })
        globals = ComparedTypes(model.globals)
        deviceTypes = Self.byID(model.deviceTypes)
        areDescriptors = false
    }

    /// From descriptors, which know their types themselves.
    package init(_ descriptors: [TraitDescriptor], deviceTypes: [DeviceTypeDescriptor]) {
        let owners = [VendorModel.matter, .google].map(\.name)
        traits = Self.byID(descriptors.filter { owners.contains($0.vendor) }.map { ComparedTrait($0) })
        globals = ComparedTypes()
        areDescriptors = true
        self.deviceTypes = Dictionary(
            deviceTypes.map { ($0.id, DeviceType(name: $0.name, requiredTraits: $0.requiredTraits)) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func byID(_ traits: [ComparedTrait]) -> [UInt32: ComparedTrait] {
        Dictionary(traits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func byID(_ types: [DeviceTypeModel]) -> [UInt32: DeviceType] {
        let known = types.map { type in
            let required = type.clusters.filter { $0.side == .server && !$0.isOptional }.map(\.clusterID)
            return (type.id, DeviceType(name: type.name, requiredTraits: required))
        }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }
}
