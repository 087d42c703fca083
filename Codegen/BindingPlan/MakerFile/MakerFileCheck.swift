package import HearthBase
internal import HearthTraitModel
package import TraitModel
package import TraitSchema

/// Says what of a maker's files is not taken as it stands there, with the way out. Standard clusters come from Hearth's
/// own schemas, so whatever a file says differently of one would otherwise be lost without a word.
package struct MakerFileCheck {
    let trees: [FileSyntax]
    /// With what vendors add to standard clusters as clusters of their own.
    let model: TraitModel
    /// Those of the model that the files bring.
    let clusters: [ClusterModel]
    let standard: StandardFacts
    /// Vendor ids that the files declare, or that were given a name, with their names.
    let vendors: [UInt16: String]
    private(set) var findings: [Diagnostic] = []

    /// Warnings about files that have no errors, in the order of their text.
    ///
    /// - Parameters:
    ///   - trees: the maker's files.
    ///   - model: what they resolve to; clusters of other files in it are left aside.
    ///   - vendorNames: namespaces of vendor ids from outside the files.
    package static func warnings(
        about trees: [FileSyntax], _ model: TraitModel, vendorNames: [UInt16: String], against standard: StandardFacts
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
        _ trees: [FileSyntax], _ model: TraitModel, _ vendorNames: [UInt16: String], _ standard: StandardFacts
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

    /// The vendor that a number of the maker's own would have; one for tests where the files do not say.
    var ownVendor: UInt32 { UInt32(vendors.keys.ordered().first ?? 0xFFF1) }

    // MARK: Numbers and refinements of standard clusters

    private mutating func checkNumber(of cluster: ClusterModel) {
        guard cluster.vendor == .matter else { return }
        let number = "the number \(cluster.id), which is in the standard's range"
        let own = (ownVendor << 16 | 0xFC00 | cluster.id & 0xFF).hex
        guard let known = standard.traits[cluster.id] else {
            return warn(
                cluster.location,
                "cluster '\(cluster.name)' has \(number) and is no standard cluster that Hearth knows; it is left out",
                hint: "a cluster of your own has your vendor's id in its number: \(own)")
        }
        guard known.name != cluster.name else { return }
        warn(
            cluster.location,
            "cluster '\(cluster.name)' has \(number): it is taken for \(known.name), and what stands here is left out",
            hint: "call it \(known.name), or give it a number with your vendor's id: \(own)")
    }

    private mutating func checkRefinements() {
        let names = Set(standard.traits.values.map(\.name))
        let own = Set(clusters.filter { standard.traits[$0.id] == nil }.map(\.name))
        for case .refinement(let refinement) in trees.flatMap(\.items) {
            let name = refinement.cluster
            guard names.contains(name.text), !own.contains(name.text) else { continue }
            warn(
                name.location, "what is refined of the standard's \(name.text) is left out",
                hint: "standard traits keep the standard's limits; a handler of yours may refuse more")
        }
    }
}
