internal import HearthRPC
package import HearthTraitCore

/// The rules for names and ids of manufacturer traits.
package enum MakerTraitRules {
    /// The packages of standard traits. ``SchemaNames`` keeps all schemas within `hearth.traits`.
    private static let standardPackages = ["hearth.traits.matter", "hearth.traits.google"]
    /// Vendor ids of manufacturers and of test products (Matter core specification, "Vendor Identifier").
    private static let vendors: ClosedRange<UInt32> = 0x0001...0xFFF4
    /// Ids of manufacturers' clusters (Matter core specification, "Manufacturer Extensible Identifier").
    private static let clusters: ClosedRange<UInt32> = 0xFC00...0xFFFE
    /// Ids of standard clusters. A manufacturer's extension of one is a trait with the cluster's id after the vendor's.
    private static let extended: ClosedRange<UInt32> = 0...0x7FFF

    /// - Throws: ``HubError`` `.invalidArgument`.
    package static func check(_ trait: TraitDescriptor) throws(HubError) {
        let name = trait.nameWithID
        let package = trait.package.lowercased()
        if let standard = standardPackages.first(where: { package == $0 || package.hasPrefix($0 + ".") }) {
            throw HubError(
                .invalidArgument,
                "the trait \(name) is in the package \(standard), which is for standard traits, and the hub does not "
                    + "have this one; give it a package of its vendor's, or use a newer hub")
        }
        let cluster = trait.id & 0xFFFF
        guard vendors.contains(trait.id >> 16), clusters.contains(cluster) || extended.contains(cluster) else {
            throw HubError(
                .invalidArgument,
                "the trait \(name) has no manufacturer's id; put the vendor id (0x0001 to 0xFFF4) into the upper 16 "
                    + "bits, and 0xFC00 to 0xFFFE into the lower, or the id of the standard cluster that it extends")
        }
    }
}

extension TraitDescriptor {
    /// "hearth.traits.acme.v1.Spinner (0xfff1fc01)", for errors.
    package var nameWithID: String { "\(typeName) (0x\(String(id, radix: 16)))" }
}
