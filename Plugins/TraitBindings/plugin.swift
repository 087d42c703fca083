internal import Foundation
internal import PackagePlugin

/// Generates one Swift file from a target's `.matter` and `.proto` files when the target is built. A `bindings.json`
/// beside them has names that differ from the rules'.
@main struct TraitBindings: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let files = target.sourceFiles.map(\.url).sorted { $0.path < $1.path }
        let schemas = files.filter { $0.pathExtension == "matter" }
        let protos = files.filter { $0.pathExtension == "proto" }
        guard !(schemas.isEmpty && protos.isEmpty) else { return [] }
        let names = files.filter { $0.lastPathComponent == "bindings.json" }
        let root = target.directoryURL.path
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(target.moduleName)Bindings.swift")
        var arguments = ["bind", "--module", target.moduleName, "--root", root, "--output", output.path]
        if let standard = standardSchemas(context.package) { arguments += ["--standard", standard.path] }
        for file in names.prefix(1) { arguments += ["--names", file.path] }
        arguments += schemas.map(\.path)
        arguments += protos.map { String($0.path.dropFirst(root.count).drop { $0 == "/" }) }
        return [
            .buildCommand(
                displayName: "Bind the schemas of \(target.name)",
                executable: try context.tool(named: "hearth-codegen").url, arguments: arguments,
                inputFiles: schemas + protos + names, outputFiles: [output])
        ]
    }

    /// The folder of the standard schemas in this plugin's package, found from the package that uses it.
    private func standardSchemas(_ package: Package) -> URL? {
        var queue = [package]
        var seen: Set<Package.ID> = []
        while let package = queue.popLast() {
            guard seen.insert(package.id).inserted else { continue }
            if package.products.contains(where: { $0.name == "hearth-codegen" }) {
                return package.directoryURL.appendingPathComponent("Schemas")
            }
            queue += package.dependencies.map(\.package)
        }
        return nil
    }
}
