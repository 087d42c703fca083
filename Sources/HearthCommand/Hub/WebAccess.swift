internal import HearthTraitCore
internal import Foundation
internal import HearthDashboard
internal import HearthJSON
internal import HearthPage
internal import HearthRPCHTTP2
internal import HearthWeb

/// How browsers reach the hub: what `hearth serve` is told of names, pages elsewhere and proxies.
struct WebAccess {
    static let options: [Arguments.Option] = [
        .init(
            "host", "NAME",
            "A further name by which browsers may ask for the hub, at whatever port; may be given "
                + "several times.",
            default: "this machine's names and addresses"),
        .init(
            "allow-origin", "ORIGIN",
            "A web page elsewhere that may call the hub, such as https://panel.example; may be given several times.",
            default: "none: only the hub's own page"),
        .init(
            "proxy", "ADDRESS",
            "A reverse proxy whose word counts for what is encrypted; nobody is an owner by way of it. May be given several "
                + "times."),
        .init("web", "FOLDER", "Serves the page from here, for those who work on it.", default: "the built-in page"),
    ]

    /// What calls in JSON are translated by.
    let descriptors = SharedDescriptorPool()
    private let hosts: [String]
    private var origins: [WebOrigin] = []
    private let proxies: [String]
    /// The page, and what is served beside it.
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
    }

    /// The files of a folder that are part of a page, as they lie there. What pages elsewhere import is one script, and
    /// the built-in one where the folder has none. There is no worker, which would keep files that are being changed.
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
        files.removeAll { $0.path == PageScripts.sdk }
        return files + [(PageScripts.sdk, sdk)]
    }

    /// What this machine is called now, and what `--host` says beside that, which may have a port.
    var names: [String] { OwnAddresses.names + hosts }

    func apply(to settings: inout HTTP2Server.Settings) {
        settings.hosts = names
        settings.allowedOrigins = origins
        settings.proxies = proxies
        settings.descriptors = descriptors
        settings.page = page
    }
}
