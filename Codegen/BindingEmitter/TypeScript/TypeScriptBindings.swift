public import BindingPlan
public import HearthBase
public import TraitModel

/// The types of traits for JavaScript and TypeScript, as one `.d.ts`: there is no code in it, as values are read and
/// written by the schemas that a hub has.
///
/// So names are those of a schema on the wire. Enums are those of their constants, and numbers where a device gives one
/// that the schema lacks. Bitmaps are numbers: no bit is lost that has no name yet, and some fields of a bitmap are
/// numbers of several bits. What is wider than the 53 bits of a number is a bigint.
public struct TypeScriptBindings {
    /// What keeps the text from being written.
    public private(set) var diagnostics: [Diagnostic] = []

    private let overrides: Overrides
    private var plans: [TraitPlan] = []

    /// No traits yet.
    public init(overrides: Overrides = Overrides()) { self.overrides = overrides }

    /// Adds the traits of a model; one that is there already stays.
    ///
    /// - Parameter standard: for a maker's own schemas, the names of the clusters that come from elsewhere; nil adds
    ///   everything.
    public mutating func add(_ model: TraitModel, besides standard: Set<String>? = nil) {
        let planned = PlannedTraits(model, overrides: overrides, standard: standard)
        diagnostics += planned.diagnostics
        let known = Set(plans.map(\.cluster.id))
        plans += planned.plans.filter { !known.contains($0.cluster.id) }
    }

    /// The `.d.ts`; by rising id, whatever came first.
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
        text.jsDoc("What every trait says of itself, by Matter's ids.")
        text.block("export interface GlobalAttributes") { text in
            let lists = [
                ("generatedCommandList", "The responses that it can give."),
                ("acceptedCommandList", "The commands that it takes."),
                ("attributeList", "The attributes that it has."),
            ]
            for (name, meaning) in lists {
                text.jsDoc(meaning)
                text.line("\(name): readonly number[];")
            }
            text.jsDoc("The features that it has, as bits.")
            text.line("featureMap: number;")
            text.jsDoc("The revision of the cluster that it follows.")
            text.line("clusterRevision: number;")
        }
    }

    /// Of several traits with one name, that with the lowest id has it alone, so that Matter's do.
    private static func map(_ plans: [TraitPlan], _ text: inout CodeText) {
        text.jsDoc(
            "The traits by name. Each is there with its vendor before the name as well, as two vendors may have a trait "
                + "of one name: without a vendor it is the one with the lower id, which is Matter's where there is one."
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
