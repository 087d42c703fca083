internal import BindingPlan
internal import HearthBase
internal import ResolvedSchema

/// The traits of some schemas with all names decided, as input for all emitters.
struct PlannedTraits {
    /// The model, with makers' additions to standard clusters as traits of their own.
    let model: ResolvedSchema
    private(set) var plans: [TraitPlan] = []
    /// The traits of HearthTraits that are not planned here, by cluster id.
    let standard: [UInt32: TraitName]
    private(set) var diagnostics: [Diagnostic] = []

    /// - Parameter standard: for a maker's own schemas, the names of the clusters in HearthTraits. These are referred
    ///   to and not planned, even if a maker's file repeats them. nil plans everything.
    init(_ model: ResolvedSchema, overrides: Overrides, standard: Set<String>? = nil) {
        var model = VendorExtensions.split(model, vendorNames: overrides.vendors)
        self.standard = standard.map { Self.takeOut($0, of: &model, TraitNamer(overrides: overrides)) } ?? [:]
        self.model = model
        var owners: [String: String] = [:]
        for cluster in model.clusters {
            let (plan, found) = TraitPlanner.plan(cluster, in: model, overrides)
            diagnostics += found
            if let other = owners.updateValue(cluster.name, forKey: plan.qualifiedName) {
                diagnostics.append(
                    Diagnostic(
                        .error, cluster.location,
                        "clusters \(other) and \(cluster.name) both become \(plan.qualifiedName)",
                        hint: "rename one of them"))
            }
            plans.append(plan)
        }
    }

    /// Removes the clusters of HearthTraits from the model. Returns the traits of the removed ones, by cluster id.
    private static func takeOut(
        _ standard: Set<String>, of model: inout ResolvedSchema, _ namer: TraitNamer
    ) -> [UInt32: TraitName] {
        let owners: Set<VendorModel> = [.matter, .google]
        var taken: [UInt32: TraitName] = [:]
        for cluster in model.clusters where owners.contains(cluster.vendor) && standard.contains(cluster.name) {
            taken[cluster.id] = TraitName(
                vendor: cluster.vendor.name, swiftName: namer.trait(cluster.name), isOfStandardModule: true)
        }
        model.clusters.removeAll { $0.vendor == .matter || taken[$0.id] != nil }
        model.deviceTypes.removeAll { $0.vendor == .matter }
        let used = Set(model.clusters.map(\.vendor))
        model.vendors.removeAll { owners.contains($0) && !used.contains($0) }
        return taken
    }
}
