/// The location of the descriptors of traits and device types.
enum DescriptorPlace {
    /// With each type, for a maker's bindings.
    case inline
    /// In the catalog of standard traits, to which the types of this module refer.
    case catalog(module: String)

    /// The type that holds the catalog.
    static let catalogName = "StandardTraits"

    /// The module to import for the descriptors.
    var module: String? {
        switch self {
        case .inline: nil
        case .catalog: StandardBindings.catalogModule
        }
    }
}
