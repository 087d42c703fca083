package import HearthBase
internal import HearthTraitDescriptors
package import ResolvedSchema
package import TraitSchema

/// Warns of the parts of a maker's files that are ignored or changed, and how to correct them. Standard clusters come
/// from Hearth's own schemas, so a file's differences from one would otherwise be lost silently.
package struct MakerFileCheck {
    let trees: [FileSyntax]
    /// The model, with vendors' additions to standard clusters as clusters of their own.
    let model: ResolvedSchema
    /// The clusters of the model that are defined in the files.
    let clusters: [ClusterModel]
    let standard: StandardFacts
    /// Vendor ids that the files declare or that were named otherwise, with their names.
    let vendors: [UInt16: String]
    private(set) var findings: [Diagnostic] = []

    /// Warnings about files that have no errors, in the order of their text.
    ///
    /// - Parameters:
    ///   - trees: the maker's files.
    ///   - model: the resolved files; clusters of other files in it are ignored.
    ///   - vendorNames: namespaces of vendor ids from outside the files.
    package static func warnings(
        about trees: [FileSyntax], _ model: ResolvedSchema, vendorNames: [UInt16: String],
        against standard: StandardFacts
    ) -> [Diagnostic] {
        var check = MakerFileCheck(trees, model, vendorNames, standard)
        for cluster in check.clusters { check.checkNumber(of: cluster) }
        for cluster in check.clusters { check.checkChanges(of: cluster) }
        check.checkRefinements()
        check.checkPrefixes()
        check.checkDeviceTypes()
        let order = Dictionary(trees.enumerated().map { ($1.file, $0) }, uniquingKeysWith: { first, _ in first })
        return check.findings.ordered {
            [order[$0.location.file] ?? 0, $0.location.line, $0.location.column]
        }
    }

    private init(
        _ trees: [FileSyntax], _ model: ResolvedSchema, _ vendorNames: [UInt16: String], _ standard: StandardFacts
    ) {
        let files = Set(trees.map(\.file))
        self.trees = trees
        self.standard = standard
        self.model = VendorExtensions.split(model, vendorNames: vendorNames)
        clusters = self.model.clusters.filter { files.contains($0.location.file) }
        var vendors = vendorNames
        for case .vendor(let vendor) in trees.flatMap(\.items) {
            vendors[UInt16(truncatingIfNeeded: vendor.id.value)] = vendor.name.text
        }
        self.vendors = vendors
    }

    mutating func warn(_ location: SourceLocation, _ message: String, hint: String) {
        findings.append(Diagnostic(.warning, location, message, hint: hint))
    }

    /// The vendor id for numbers of the maker's own; a test vendor's if the files declare none.
    var ownVendor: UInt32 { UInt32(vendors.keys.ordered().first ?? 0xFFF1) }

    // MARK: Numbers and refinements of standard clusters

    private mutating func checkNumber(of cluster: ClusterModel) {
        guard cluster.vendor == .matter else { return }
        let number = "the number \(cluster.id), which is in the standard's range"
        let own = (ownVendor << 16 | 0xFC00 | cluster.id & 0xFF).hex
        guard let known = standard.traits[cluster.id] else {
            return warn(
                cluster.location,
                "cluster '\(cluster.name)' has \(number), but is no cluster known to Hearth; it is left out",
                hint: "a cluster of your own has your vendor's id in its number: \(own)")
        }
        guard known.name != cluster.name else { return }
        warn(
            cluster.location,
            "cluster '\(cluster.name)' has \(number): it is taken for \(known.name), and this definition is left out",
            hint: "call it \(known.name), or give it a number with your vendor's id: \(own)")
    }

    private mutating func checkRefinements() {
        let names = Set(standard.traits.values.map(\.name))
        let own = Set(clusters.filter { standard.traits[$0.id] == nil }.map(\.name))
        for case .refinement(let refinement) in trees.flatMap(\.items) {
            let name = refinement.cluster
            guard names.contains(name.text), !own.contains(name.text) else { continue }
            warn(
                name.location, "the refinements of the standard's \(name.text) are left out",
                hint: "standard traits keep the standard's limits; a handler of yours may refuse more")
        }
    }
}
