internal import HearthMessage
internal import HearthTraitDescriptors

/// A field value that an event must have, for a starter of an automation. Events create them:
/// `Google.VoiceStarterTrait.OkGoogleEvent.query("good night")`.
public struct TypedParameter<E: Event>: Sendable {
    /// The field with its value.
    public let parameter: Parameter

    /// Creates a parameter from a field of an event. Called by generated code.
    public init(_ id: UInt32, _ set: (inout E.Payload) -> Void) {
        var payload = E.Payload()
        set(&payload)
        let trait = E.Source.descriptor
        let field = E.descriptor?.fields.field(id)
        let values = E.descriptor.flatMap { try? trait.fields(of: $0, in: payload) } ?? StructureValue()
        let parameter = field.flatMap { Parameter.all(values, of: [$0], in: trait).first }
        let null = Constant(AnyAutomationValue(.null, "null"))
        self.parameter = parameter ?? Parameter(id: id, name: field?.name ?? "", value: null)
    }
}
