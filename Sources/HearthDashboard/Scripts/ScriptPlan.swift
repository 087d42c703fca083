/// Which modules are joined, to which scripts.
struct ScriptPlan {
    /// A script, and its modules, each after what it needs of them.
    struct Script {
        let path: String
        let modules: [String]
    }

    private(set) var scripts: [Script] = []
    private(set) var places: [String: ScriptPlace] = [:]

    init(_ scripts: [Script]) {
        for script in scripts { add(script) }
    }

    /// Adds a script of modules that are in none yet.
    mutating func add(_ script: Script) {
        scripts.append(script)
        for module in script.modules { places[module] = ScriptPlace(script: script.path, number: places.count) }
    }
}

/// Where a joined module is.
struct ScriptPlace {
    /// The script that has it.
    let script: String
    let number: Int

    /// The constant with all that it exports, for whoever fetches it. No module has such names of its own.
    var name: String { "$\(number)" }
}
