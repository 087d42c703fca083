internal import HearthBase
internal import BindingPlan
internal import Foundation

/// The modules that the standard traits are divided into, from `Schemas/Families.json`. An app that imports one of them
/// builds only that one and those that it uses.
struct Families {
    struct Family: Decodable {
        /// The name in the module's name: "Lighting" for `HearthLightingTraits`.
        var name: String
        /// The earlier families that it imports and re-exports.
        var uses: [String]
        /// The traits, by the names of their schemas.
        var traits: [String]

        var module: String { "Hearth\(name)Traits" }
        var output: String { StandardBindings.traitsFolder + "\(module)/Generated/" }
    }

    private struct Document: Decodable {
        var families: [Family]
    }

    /// All families; each comes after those that it uses.
    let all: [Family]
    private var owners: [String: Int] = [:]
    /// For each family, the indices of the family and of all that it uses.
    private var reach: [Set<Int>] = []

    /// Reads the JSON text.
    ///
    /// - Throws: ``Diagnostic`` for invalid JSON, for a family that uses one which does not come before it, and for a
    ///   trait in two families.
    init(json: String, path: String) throws(Diagnostic) {
        func fail(_ message: String, _ hint: String) -> Diagnostic {
            Diagnostic(.error, SourceLocation(file: path, line: 1, column: 1), message, hint: hint)
        }
        do {
            all = try JSONDecoder().decode(Document.self, from: Data(json.utf8)).families
        } catch {
            throw fail("the families cannot be read: \(error)", "an object with families: name, uses and traits")
        }
        var known: [String: Int] = [:]
        for (index, family) in all.enumerated() {
            var reached: Set = [index]
            for name in family.uses {
                guard let other = known[name] else {
                    throw fail("\(family.name) uses \(name), which is not a family before it", "move it after \(name)")
                }
                reached.formUnion(reach[other])
            }
            reach.append(reached)
            known[family.name] = index
            for trait in family.traits {
                guard let other = owners.updateValue(index, forKey: trait) else { continue }
                throw fail("\(trait) is in \(all[other].name) and in \(family.name)", "leave it in one of them")
            }
        }
    }

    /// The family of a trait, by its schema's name.
    func family(of trait: String) -> Family? { owners[trait].map { all[$0] } }

    /// The first family whose module exports all of these traits.
    func family(seeing traits: [String]) -> Family? {
        let needed = Set(traits.compactMap { owners[$0] })
        return reach.firstIndex { needed.isSubset(of: $0) }.map { all[$0] }
    }

    /// The modules of families.
    func modules(_ names: [String]) -> [String] { all.filter { names.contains($0.name) }.map(\.module) }

    /// Traits of the families that no schema declares.
    func unknown(besides traits: Set<String>) -> [String] {
        all.flatMap(\.traits).filter { !traits.contains($0) }
    }
}
