internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingPlan

/// A command's qualities in a schema are in its planned descriptor.
struct PlannedDescriptorTests {
    private func commands(_ schema: String) -> [CommandDescriptor] {
        let (tree, _) = SchemaParser.parse(SourceText(file: "a.matter", schema))
        let model = VendorExtensions.split(ModelResolver.resolve([tree]).model, vendorNames: [:])
        return model.clusters.flatMap { TraitPlanner.plan($0, in: model, Overrides()).plan.descriptor.commands }
    }

    @Test func marksOfCommands() {
        let planned = commands(
            """
            cluster C = 1 {
              timed optional command access(invoke: manage) A(): DefaultSuccess = 0 [repeatable];
              command B(): DefaultSuccess = 1;
            }
            """)
        expect(
            planned,
            equals: [
                CommandDescriptor(0, "A", method: "a", invoke: .manage, timed: true, optional: true, repeatable: true),
                CommandDescriptor(1, "B", method: "b"),
            ])
    }

    /// A maker can also mark commands that it adds to a standard cluster.
    @Test func marksOfCommandsThatAMakerAdds() {
        let planned = commands(
            """
            vendor Acme = 0xFFF1;
            cluster C = 1 {
              command On(): DefaultSuccess = 0 [repeatable];
              command Glow(): DefaultSuccess = 0xFFF10000 [repeatable];
              command GlowOnce(): DefaultSuccess = 0xFFF10001;
            }
            """)
        expect(planned.map(\.name), equals: ["On", "Glow", "GlowOnce"])
        expect(planned.map(\.isRepeatable), equals: [true, true, false])
    }
}
