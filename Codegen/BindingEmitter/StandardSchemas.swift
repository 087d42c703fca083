internal import HearthBase
public import TraitSchema

/// The schemas of the standard clusters, one file a cluster. Only those that a maker's files need are read.
public struct StandardSchemas {
    private let names: [String]
    private let read: (String) throws -> String?

    /// - Parameters:
    ///   - names: the names of the available files within their folder: "OnOff.matter".
    ///   - read: returns a file's text, or nil if it is missing.
    public init(names: [String], read: @escaping (String) throws -> String?) {
        self.names = names
        self.read = read
    }

    /// The standard files of the clusters that the trees' device types and refinements name but don't contain. For a
    /// name without a file, the file with the nearest name, so that an error can suggest it.
    ///
    /// - Throws: the errors of `read`.
    public func missing(in trees: [FileSyntax]) throws -> [FileSyntax] {
        var brought: Set<String> = []
        var named: Set<String> = []
        var hasDeviceTypes = false
        for item in trees.flatMap(\.items) {
            switch item {
            case .cluster(let cluster): brought.insert(cluster.name.text)
            case .refinement(let refinement): named.insert(refinement.cluster.text)
            case .deviceType(let type):
                hasDeviceTypes = true
                named.formUnion(type.clusters.map(\.name.text))
            case .constants, .structure, .endpoint, .vendor: continue
            }
        }
        let known = Set(names)
        let wanted = named.subtracting(brought).map { $0 + ".matter" }
        var files = Set(wanted.compactMap { known.contains($0) ? $0 : Suggestion.nearest(to: $0, among: names) })
        guard hasDeviceTypes || !files.isEmpty else { return [] }
        files.insert("Globals.matter")
        if hasDeviceTypes { files.insert("DeviceTypes.matter") }
        return try files.ordered().compactMap { name in
            guard known.contains(name), let text = try read(name) else { return nil }
            return SchemaParser.parse(SourceText(file: "standard/" + name, text)).file
        }
    }
}
