public import BindingPlan
public import HearthBase
public import ResolvedSchema

/// The types of traits for JavaScript and TypeScript, as one `.d.ts`. It contains no code, because values are read and
/// written with the hub's schemas.
///
/// So names are those of a schema on the wire. Enums are the names of their constants, or numbers for values that the
/// schema lacks. Bitmaps are numbers, because a bit may have no name yet and a field may have several bits. Integers of
/// more than 53 bits are bigints.
public struct TypeScriptBindings {
    /// The errors; with any, the text is incomplete.
    public private(set) var diagnostics: [Diagnostic] = []

    private let overrides: Overrides
    private var plans: [TraitPlan] = []

    /// Creates bindings without traits.
    public init(overrides: Overrides = Overrides()) { self.overrides = overrides }

    /// Adds the traits of a model, unless they were added before.
    ///
    /// - Parameter standard: for a maker's own schemas, the names of the clusters that are defined elsewhere; nil adds
    ///   everything.
    public mutating func add(_ model: ResolvedSchema, besides standard: Set<String>? = nil) {
        let planned = PlannedTraits(model, overrides: overrides, standard: standard)
        diagnostics += planned.diagnostics
        let known = Set(plans.map(\.cluster.id))
        plans += planned.plans.filter { !known.contains($0.cluster.id) }
    }

    /// The `.d.ts`, in ascending order of id.
    public var text: String {
        let plans = plans.ordered(by: \.cluster.id)
        var text = CodeText(indent: 2)
        text.line(OutputFile.header(source: ".matter files"))
        text.line()
        Self.globalAttributes(&text)
        for plan in plans {
            text.line()
            TypeScriptTrait(plan).emit(&text)
        }
        text.line()
        Self.map(plans, &text)
        return text.text
    }

    private static func globalAttributes(_ text: inout CodeText) {
        text.jsDoc("The attributes that every trait has; ids are Matter's.")
        text.block("export interface GlobalAttributes") { text in
            let lists = [
                ("generatedCommandList", "The responses that the device can send."),
                ("acceptedCommandList", "The commands that the device accepts."),
                ("attributeList", "The attributes that the device has."),
            ]
            for (name, meaning) in lists {
                text.jsDoc(meaning)
                text.line("\(name): readonly number[];")
            }
            text.jsDoc("The features that the device has, as bits.")
            text.line("featureMap: number;")
            text.jsDoc("The revision of the cluster that the device implements.")
            text.line("clusterRevision: number;")
        }
    }

    /// If several traits have one name, it means the one with the lowest id, so that Matter's have priority.
    private static func map(_ plans: [TraitPlan], _ text: inout CodeText) {
        text.jsDoc(
            "The traits by name, and by vendor and name. If two vendors have a trait of one name, the name without a "
                + "vendor means the one with the lower id, which is Matter's if Matter has one."
        )
        text.block("export interface TraitMap") { text in
            var known: Set<String> = []
            for plan in plans {
                let trait = TypeScriptTrait(plan).qualifiedName
                if known.insert(plan.name).inserted {
                    text.line("\(TypeScriptNames.property(plan.name)): \(trait).Trait;")
                }
                text.line("\(trait.quoted): \(trait).Trait;")
            }
        }
        text.line()
        text.jsDoc("The name of a trait.")
        text.line("export type TraitName = keyof TraitMap;")
    }
}
