internal import HearthBase
internal import BindingPlan
internal import Foundation

/// The modules that the standard traits are divided into: read from `Schemas/Families.json`. An app that imports one of
/// them builds that one and what it uses, and none of the others.
struct Families {
    struct Family: Decodable {
        /// In the module's name: "Lighting" is `HearthLightingTraits`.
        var name: String
        /// The families before it that it imports, and that its users see with it.
        var uses: [String]
        /// By their schemas' names.
        var traits: [String]

        var module: String { "Hearth\(name)Traits" }
        var output: String { StandardBindings.traitsFolder + "\(module)/Generated/" }
    }

    private struct Document: Decodable {
        var families: [Family]
    }

    /// Each after all that it uses.
    let all: [Family]
    private var owners: [String: Int] = [:]
    /// Of each family, itself and all that it uses, by position.
    private var reach: [Set<Int>] = []

    /// Reads the JSON text.
    ///
    /// - Throws: ``Diagnostic`` for what can't be read, a family that uses one which is not before it, and a trait
    ///   that two families have.
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
                    throw fail("\(family.name) uses \(name), which is no family before it", "move it behind \(name)")
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

    /// The first family whose users see all of these traits.
    func family(seeing traits: [String]) -> Family? {
        let needed = Set(traits.compactMap { owners[$0] })
        return reach.firstIndex { needed.isSubset(of: $0) }.map { all[$0] }
    }

    /// The modules of families.
    func modules(_ names: [String]) -> [String] { all.filter { names.contains($0.name) }.map(\.module) }

    /// The traits that the families name and nobody has.
    func unknown(besides traits: Set<String>) -> [String] {
        all.flatMap(\.traits).filter { !traits.contains($0) }
    }
}
