/// Where the descriptors of bound traits and device types stand.
enum DescriptorPlace {
    /// With each type: a maker's bindings.
    case inline
    /// In the catalog of standard traits, which the types of this module take them from.
    case catalog(module: String)

    /// The type that holds the catalog.
    static let catalogName = "StandardTraits"

    /// The module to import for them.
    var module: String? {
        switch self {
        case .inline: nil
        case .catalog: StandardBindings.catalogModule
        }
    }
}
