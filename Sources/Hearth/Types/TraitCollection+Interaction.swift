internal import HearthTraitCore

extension TraitCollection {
    /// The way to the endpoint that the traits are of.
    ///
    /// Looked up by its name, as a collection hands it to the traits that it makes and to nothing else.
    var endpointInteraction: TraitInteraction? {
        Mirror(reflecting: self).descendant("interaction") as? TraitInteraction
    }
}
