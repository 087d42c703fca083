internal import HearthTraitModel
internal import Testing
internal import TraitModel
internal import TraitSchema

@testable internal import BindingPlan

/// What a schema says of a command is in the descriptor that is planned for it.
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
        #expect(
            planned == [
                CommandDescriptor(0, "A", method: "a", invoke: .manage, timed: true, optional: true, repeatable: true),
                CommandDescriptor(1, "B", method: "b"),
            ])
    }

    /// A maker says it of what the maker adds to a standard cluster as well.
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
        #expect(planned.map(\.name) == ["On", "Glow", "GlowOnce"])
        #expect(planned.map(\.isRepeatable) == [true, true, false])
    }
}
