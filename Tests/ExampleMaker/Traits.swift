public import HearthTraitCore
internal import HearthTraits

extension ExampleMakerTraits {
    /// The traits of a hub that is compiled with this maker's: the standard ones and these.
    public static let withStandard: [TraitDescriptor] = StandardTraits.descriptors + descriptors
}
