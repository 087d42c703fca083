internal import HearthBase
internal import BindingPlan
public import HearthVirtualHome
internal import TraitSchema

/// A product described by its maker's `.matter` file: its endpoints with device types and clusters, initial values, and
/// optional elements.
///
/// - An endpoint block lists what an endpoint has. An attribute without a value in the file starts with its behaviour's
///   value; otherwise `ram` and `persist` attributes start with 0, false or empty, and `callback` ones with the
///   schema's default, null or the lowest value.
/// - A file without endpoint blocks has one endpoint for each device type it defines; otherwise one with all its vendor
///   clusters; otherwise one with all standard clusters, except those for managing the node itself.
/// - Standard clusters use this package's descriptors, which have limits and units, unless the product has elements
///   that they lack. Vendors' additions to a standard cluster are a separate trait, beside that one on each endpoint.
/// - Parts of the file that can't be used are left out, with a warning.
public struct SimulatedProduct: Sendable {
    /// The product's ID, name and room; nil values are taken from the file.
    public struct Naming: Hashable, Sendable {
        /// ID of the device at the hub. The same ID is the same device.
        public var id: String?
        /// The name that people see.
        public var name: String?
        /// The name of the room.
        public var room: String?

        /// Creates a naming.
        public init(id: String? = nil, name: String? = nil, room: String? = nil) {
            self.id = id
            self.name = name
            self.room = room
        }
    }

    /// The product from which `VirtualHome` creates a device.
    public let device: VirtualProduct
    /// Problems in the file that don't prevent the simulation.
    public let warnings: [String]

    init(device: VirtualProduct, warnings: [String]) {
        self.device = device
        self.warnings = warnings
    }

    /// Reads a product.
    ///
    /// - Parameters:
    ///   - schema: the text of the `.matter` file.
    ///   - path: its path, for messages. The file name is the product's name unless `naming` has one.
    ///   - names: text and path of the `bindings.json` that belongs to the file; nil for none.
    ///   - naming: ID, name and room.
    /// - Throws: ``SimulationError`` with all mistakes in the file.
    public init(
        schema: String, path: String, names: (text: String, path: String)? = nil, naming: Naming = Naming()
    ) throws(SimulationError) {
        var overrides = Overrides()
        if let names {
            do throws(Diagnostic) {
                overrides = try Overrides(json: names.text, path: names.path)
            } catch {
                throw SimulationError([error.description])
            }
        }
        let file = try ProductFile(SourceText(file: path, schema), overrides)
        var assembly = ProductAssembly(file: file, stem: Self.stem(of: path))
        device = try assembly.product(naming)
        warnings = file.warnings + assembly.warnings
    }

    /// `maker/lock-app.matter` → `lock-app`.
    private static func stem(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".matter") ? String(file.dropLast(7)) : file
    }
}
