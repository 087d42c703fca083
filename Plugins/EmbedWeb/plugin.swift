internal import Foundation
internal import PackagePlugin

/// Embeds a page into a module as the enum `EmbeddedWeb`. The page is the target's folder `Web`, or a link of that
/// name.
///
/// SwiftPM calls plugins again only for changes in a target's folder. So a page elsewhere needs the link; `exclude:
/// ["Web"]` says that it is not source code.
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
