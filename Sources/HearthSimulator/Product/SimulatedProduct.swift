internal import BindingEmitter
public import HearthDevices
internal import TraitSchema

/// A product as its maker's `.matter` file has it: its endpoints with their device types and clusters, the values that
/// they begin with, and which optional parts it has.
///
/// - An endpoint block lists what an endpoint has. Where the file gives no value, an attribute begins with what its
///   behaviour knows; else a `ram` or `persist` one with 0, false or empty, and a `callback` one with the schema's
///   default, null or the lowest value.
/// - A file without endpoint blocks stands for one endpoint for each device type of its own; else for one with all of
///   its makers' clusters; else for one with all standard clusters but those about a node's own affairs.
/// - Standard clusters have the descriptors of this package, which know limits and units, unless the product has
///   something that they lack. What a maker added to a standard cluster is a trait of its own.
public struct SimulatedProduct: Sendable {
    /// What people call it and where it is; nil leaves it to the file.
    public struct Naming: Hashable, Sendable {
        /// The device's id on the hub: the same id is the same device.
        public var id: String?
        /// A name for people.
        public var name: String?
        /// A room, by name.
        public var room: String?

        /// A naming.
        public init(id: String? = nil, name: String? = nil, room: String? = nil) {
            self.id = id
            self.name = name
            self.room = room
        }
    }

    /// What ``VirtualHome`` makes a device of.
    public let device: VirtualProduct
    /// What is odd in the file but stands in no way.
    public let warnings: [String]

    /// - Parameters:
    ///   - schema: the text of the `.matter` file.
    ///   - path: where it is from, for messages; its last part names the product where `naming` does not.
    ///   - names: the text of the `bindings.json` that belongs to the file, and its path; nil for none.
    /// - Throws: ``SimulationError`` with everything that is wrong with the file.
    public init(
        schema: String, path: String, names: (text: String, path: String)? = nil, naming: Naming = Naming()
    ) throws(SimulationError) {
        var overrides = Overrides()
        if let names {
            do throws(EmitterDiagnostic) {
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
