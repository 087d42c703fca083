internal import HearthAssets
internal import HearthBase

/// The scripts of a page: each a module that is served as written, or joined into few files, so that a browser sends
/// one request instead of thirty.
///
/// A script that the index refers to is joined with its static imports, under its own name. A dynamic import becomes
/// one file with everything that only it needs; modules that several of them need become a shared file, so that each
/// module has one instance. Comments and unnecessary space are removed; declared names are shortened.
package struct PageScripts {
    private let graph: ScriptGraph
    /// The scripts that the index refers to.
    private let entries: [String]

    /// Reads the scripts among the files of a page.
    package init(_ files: [(path: String, bytes: [UInt8])]) throws(ScriptError) {
        var modules: [String: ScriptModule] = [:]
        for file in files where file.path.hasSuffix(".js") {
            modules[file.path] = try ScriptModule(path: file.path, bytes: file.bytes)
        }
        let index = files.first { $0.path == WebFolder.index }?.bytes ?? []
        entries = IndexPage(index).names.filter { modules[$0] != nil && $0 != AssetTable.sdk }
        graph = ScriptGraph(modules)
    }

    /// Short replacements for the text keys in JSON files, by key.
    func shortKeys(of texts: [[UInt8]]) -> [String: String] {
        ScriptTexts(Array(graph.modules.values), texts: texts).short
    }

    /// All scripts in the form that is built into a program.
    ///
    /// - Parameter keys: replacements of string literals. The SDK's script, which other pages load, keeps its literals.
    package func joined(keys: [String: String] = [:]) throws(ScriptError) -> [(path: String, bytes: [UInt8])] {
        try graph.check()
        var plan = ScriptPlan([])
        for entry in entries where plan.places[entry]?.script != entry {
            let needed = try graph.inOrder(from: entry)
            for path in needed {
                guard let other = plan.places[path]?.script else { continue }
                throw ScriptError(
                    path: entry, line: 1, what: "\(other) needs \(path) as well; let the index name one script")
            }
            plan.add(.init(path: entry, modules: needed))
        }
        let ofSDK = Set(graph.modules[AssetTable.sdk] == nil ? [] : try graph.inOrder(from: AssetTable.sdk))
        let page = graph.reached(from: entries + graph.modules.keys.filter { !ofSDK.contains($0) })
        try addFetched(by: page, to: &plan)

        let alone = page.ordered().filter { plan.places[$0] == nil }
        let writer = try ScriptWriter(graph, plan, alone: alone, strings: keys)
        var scripts = alone.map { (path: $0, bytes: writer.alone($0)) }
        for script in plan.scripts { scripts.append((script.path, writer.joined(script))) }
        if let sdk = try sdk() { scripts.append((AssetTable.sdk, sdk)) }
        return scripts
    }

    /// Joins modules that the same dynamic imports need into one script, named after the last of them. It only imports
    /// from scripts that more dynamic imports need, so that there are no cycles.
    private func addFetched(by page: Set<String>, to plan: inout ScriptPlan) throws(ScriptError) {
        let fetched = Set(page.flatMap { graph.modules[$0]?.fetched ?? [] }).filter { plan.places[$0] == nil }.ordered()
        var order: [String] = []
        var reasons: [String: [Int]] = [:]
        for (number, start) in fetched.enumerated() {
            for path in try graph.inOrder(from: start) where plan.places[path] == nil {
                if reasons[path] == nil { order.append(path) }
                reasons[path, default: []].append(number)
            }
        }
        var groups: [[Int]: [String]] = [:]
        for path in order { groups[reasons[path] ?? [], default: []].append(path) }
        for modules in groups.values.ordered(by: { $0.first ?? "" }) {
            plan.add(.init(path: modules.last ?? "", modules: modules))
        }
    }

    private func sdk() throws(ScriptError) -> [UInt8]? {
        guard graph.modules[AssetTable.sdk] != nil else { return nil }
        try graph.check()
        let needed = try graph.inOrder(from: AssetTable.sdk)
        for path in needed {
            guard let module = graph.modules[path] else { continue }
            for (_, part) in module.parts {
                switch part {
                case .text, .string, .name, .secret, .short, .declare, .declared, .export: break
                // The SDK may use its own URL.
                case .address where path == AssetTable.sdk: break
                case .fetch(_, let line), .address(let line):
                    throw ScriptError(
                        path: path, line: line, what: "\(AssetTable.sdk) must be one file, which cannot fetch others")
                }
            }
        }
        let script = ScriptPlan.Script(path: AssetTable.sdk, modules: needed)
        return try ScriptWriter(graph, ScriptPlan([script])).joined(script)
    }

    /// The SDK script for other sites' pages; nil if the folder has no SDK. Such a page may load other scripts too.
    package static func sdk(of files: [(path: String, bytes: [UInt8])]) throws(ScriptError) -> [UInt8]? {
        var needed: [(path: String, bytes: [UInt8])] = []
        var known: Set<String> = []
        var queue = [AssetTable.sdk]
        while let path = queue.popLast() {
            guard known.insert(path).inserted, let file = files.first(where: { $0.path == path }) else { continue }
            needed.append(file)
            queue += try ScriptModule(path: path, bytes: file.bytes).imports.map(\.path)
        }
        return try PageScripts(needed).sdk()
    }
}
