internal import Foundation
internal import PackagePlugin

/// Builds a page into a module: the target's folder `Web`, or what a link of that name leads to, as the enum `EmbeddedWeb`.
///
/// SwiftPM asks plugins again when something comes into a target's folder or goes. So a page that lies elsewhere needs the
/// link; `exclude: ["Web"]` says that it is no source.
@main struct EmbedWeb: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let folder = target.directoryURL.appendingPathComponent("Web").resolvingSymlinksInPath()
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("EmbeddedWeb.swift")
        return [
            .buildCommand(
                displayName: "Embed the page of \(target.name)",
                executable: try context.tool(named: "hearth-embed-web").url, arguments: [folder.path, output.path],
                inputFiles: files(below: folder), outputFiles: [output])
        ]
    }

    private func files(below folder: URL) -> [URL] {
        let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
        return paths.sorted().map { folder.appendingPathComponent($0) }
    }
}
