internal import BindingPlan
internal import Foundation
internal import HearthBase
internal import ResolvedSchema

/// A maker's schemas for `describe` and `diff`, read as in the plugin and `hearth simulate`.
struct MakerInput {
    /// The maker's own traits and device types. Additions to standard clusters are traits of their own; standard
    /// clusters are left out, as Hearth has them.
    let model: ResolvedSchema
    /// Hearth's own schemas, if they are known.
    let standard: StandardFolder

    /// - Parameters:
    ///   - paths: files and folders. A `bindings.json` beside them gives names.
    ///   - names: a file that replaces those `bindings.json`; nil for none.
    ///   - standard: Hearth's folder Schemas; nil for that of the package in which this program was built, if it
    ///     exists.
    /// - Throws: ``FileError``; ``SchemaError`` after errors in the files were reported.
    init(_ paths: [String], names: String?, standard: String?) throws {
        let here = Folder(path: "")
        let folders = Set(paths.filter(here.isFolder))
        let below = folders.ordered().flatMap { here.files(below: $0) }
        let files = (paths.filter { !folders.contains($0) } + below.filter { $0.hasSuffix(".matter") })
        if let empty = folders.ordered().first(where: { folder in !files.contains { $0.hasPrefix(folder + "/") } }) {
            throw FileError(description: "\(empty) has no .matter file")
        }
        self.standard = StandardFolder(path: standard ?? Self.ownSchemas)
        var overrides = try self.standard.overrides(names: names)
        if names == nil {
            let beside = Set(files.map(Self.namesBeside) + below.filter { $0.hasSuffix("/bindings.json") })
            for path in beside.ordered() {
                if let json = try here.readIfThere(path) { overrides.merge(try Overrides(json: json, path: path)) }
            }
        }
        let maker = try MakerSchemas(
            files, standard: self.standard, vendorNames: overrides.vendors, needsDeviceTypes: self.standard.path != nil)
        report(maker.findings.filter { $0.severity != .note }.map(\.description))
        guard !maker.findings.containsError else { throw SchemaError() }
        var model = VendorExtensions.split(maker.model, vendorNames: overrides.vendors)
        let (own, known) = (Set(files), self.standard.clusters)
        let isStandard = { (vendor: VendorModel, name: String) in
            [.matter, .google].contains(vendor) && known.contains(name)
        }
        model.clusters.removeAll { !own.contains($0.location.file) || isStandard($0.vendor, $0.name) }
        self.model = model
    }

    private static func namesBeside(_ file: String) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return (folder + ["bindings.json"]).joined(separator: "/")
    }

    /// The schemas of the package in whose build folder this program is.
    private static var ownSchemas: String? {
        var folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        while let current = folder, current.path != "/" {
            let schemas = current.appendingPathComponent("Schemas")
            if Folder(path: "").isFolder(schemas.appendingPathComponent("Matter").path) { return schemas.path }
            folder = current.deletingLastPathComponent()
        }
        return nil
    }
}
