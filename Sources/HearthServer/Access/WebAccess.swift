internal import HearthBase
internal import HearthSystem
internal import HearthTraitCore
internal import HearthAssets
internal import HearthJSON
internal import HearthHomePage
internal import HearthRPCHTTP2
package import HearthTerminal
internal import PageBundler

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// How browsers reach the hub: the options of `hearth serve` for names, other pages and proxies.
package struct WebAccess {
    /// Options of `hearth serve`.
    package static let options: [Arguments.Option] = [
        .init(
            "host", "NAME",
            "A further name by which browsers may address the hub, at any port; may be given "
                + "several times.",
            default: "this machine's names and addresses"),
        .init(
            "allow-origin", "ORIGIN",
            "The origin of a web page that may call the hub, as in https://panel.example; may be given several times.",
            default: "none: only the hub's own page"),
        .init(
            "proxy", "ADDRESS",
            "A reverse proxy, trusted to say what is encrypted; its clients are never local owners; "
                + "may be given several times."),
        .init("web", "FOLDER", "Serves the page from this folder, for its developers.", default: "the built-in page"),
        .init(
            "guides", "FOLDER", "Serves the guides at /docs from this folder, which scripts/guides writes.",
            default: "those of the installed package"),
    ]

    /// The descriptors that translate calls in JSON.
    let descriptors = SharedDescriptorPool()
    private let hosts: [String]
    private var origins: [WebOrigin] = []
    private let proxies: [String]
    /// The page, and other files that are served.
    let page: AssetTable

    init(_ arguments: Arguments) throws(CommandError) {
        hosts = arguments.all("host")
        proxies = arguments.all("proxy")
        for text in arguments.all("allow-origin") {
            guard let origin = WebOrigin(text) else {
                throw CommandError(
                    .usage,
                    "--allow-origin \(quoted(text)) is no origin; write https://NAME or http://NAME:PORT, without a path"
                )
            }
            origins.append(origin)
        }
        do {
            if let folder = arguments["web"] {
                page = try AssetTable(try Self.files(of: folder), compress: Gzip.compressed)
            } else {
                page = try AssetTable.embedded(compress: Gzip.compressed)
            }
        } catch {
            throw CommandError(.usage, "there is no page to serve: \(error)")
        }
        page.downloads.replace(by: HomeCAFiles.all(of: nil))
        try serveGuides(from: arguments["guides"])
    }

    /// Serves the guides of a folder, or those that were installed with the program.
    private func serveGuides(from named: String?) throws(CommandError) {
        let index = "/index.html"
        let folder = named ?? Self.installedGuides
        guard FileManager.default.fileExists(atPath: folder + index) else {
            guard named != nil else { return }
            throw CommandError(
                .usage, "--guides \(quoted(folder)) has no index.html; scripts/guides writes a folder of guides")
        }
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        page.guides.serve(paths.filter { Self.isGuide(folder + "/" + $0) }, compress: Gzip.compressed) { path in
            FileManager.default.contents(atPath: folder + "/" + path).map { Array($0) }
        }
    }

    /// The most bytes of a guide's file, as what was read once stays in memory.
    private static let guideBytes = 4 << 20

    /// Whether a path is a regular file of moderate size: a pipe would hold up the event loop that reads it, and a link may
    /// lead out of the folder.
    private static func isGuide(_ path: String) -> Bool {
        guard let facts = FileFacts(path, followsLink: false) else { return false }
        return facts.isRegular && facts.size <= guideBytes
    }

    /// Where a package puts the guides: in `share`, beside the program's folder.
    private static var installedGuides: String {
        let folder = PathText.folder(of: PathText.folder(of: ThisProgram.file ?? ""))
        return folder + "/share/hearth/guides"
    }

    /// The files of a folder that belong to the page. The SDK for other pages is the folder's, or the built-in one if
    /// the folder has none. The service worker is left out, because it would cache files that are being changed.
    private static func files(of folder: String) throws(ScriptError) -> [(path: String, bytes: [UInt8])] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        var files: [(path: String, bytes: [UInt8])] = paths.filter { path in
            AssetTable.contains(path) && path != AssetTable.worker
        }.compactMap { path in
            FileManager.default.contents(atPath: folder + "/" + path).map { (path, Array($0)) }
        }
        guard let sdk = try PageScripts.sdk(of: files) else {
            return files.filter { !$0.path.hasPrefix("sdk/") } + AssetTable.embeddedSDK
        }
        files.removeAll { $0.path == AssetTable.sdk }
        return files + [(AssetTable.sdk, sdk)]
    }

    /// This machine's current names, and those of `--host`, which may have a port.
    var names: [String] { OwnAddresses.names + hosts }

    func apply(to settings: inout HTTP2Server.Settings) {
        settings.hosts = names
        settings.allowedOrigins = origins
        settings.proxies = proxies
        settings.descriptors = descriptors
        settings.page = page
    }
}
