/// Assigns joined modules to scripts.
struct ScriptPlan {
    /// A script with its modules, each after its imports.
    struct Script {
        let path: String
        let modules: [String]
    }

    private(set) var scripts: [Script] = []
    private(set) var places: [String: ScriptPlace] = [:]

    init(_ scripts: [Script]) {
        for script in scripts { add(script) }
    }

    /// Adds a script of modules that are not assigned yet.
    mutating func add(_ script: Script) {
        scripts.append(script)
        for module in script.modules { places[module] = ScriptPlace(script: script.path, number: places.count) }
    }
}

/// The location of a joined module.
struct ScriptPlace {
    /// The script that contains it.
    let script: String
    let number: Int

    /// The constant with all its exports, for dynamic imports. Modules cannot declare such names.
    var name: String { "$\(number)" }
}
