package import HearthTraitDescriptors
package import ResolvedSchema
internal import TraitSchema

/// Hearth's standard traits and device types, in the form in which makers' files are compared with them.
package struct StandardFacts: Sendable {
    package struct DeviceType: Sendable {
        let name: String
        /// Ids of the traits that every device of the type has.
        let requiredTraits: [UInt32]
    }

    /// The traits by id, including Google's.
    let traits: [UInt32: ComparedTrait]
    let globals: ComparedTypes
    let deviceTypes: [UInt32: DeviceType]
    /// Whether the traits are from descriptors, which have Swift names and less detail than a schema's text.
    let areDescriptors: Bool

    /// From the standard schemas.
    package init(_ model: ResolvedSchema) {
        let owners: [VendorModel] = [.matter, .google]
        let clusters = model.clusters.filter { owners.contains($0.vendor) }
        traits = Self.byID(clusters.map { ComparedTrait($0) })
        globals = ComparedTypes(model.globals)
        deviceTypes = Self.byID(model.deviceTypes)
        areDescriptors = false
    }

    /// From descriptors.
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
