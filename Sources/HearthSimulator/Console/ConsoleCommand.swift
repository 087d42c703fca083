internal import HearthVirtualHome
internal import HearthTraitCore

/// A typed line that can't be executed.
public struct ConsoleError: Error, Hashable, CustomStringConvertible {
    /// The mistake in the line, and how to correct it.
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}

/// A line typed at a simulated device, as if operating the device itself.
enum ConsoleCommand: Equatable {
    case nothing
    case help
    /// Show the values of one endpoint, or of all.
    case show(UInt16?)
    case set(TraitPath, StructureValue)
    case event(TraitPath, UInt32, StructureValue)

    static let usage = """
        set ENDPOINT TRAIT.ATTRIBUTE=VALUE…     changes attributes of one trait, as at the device itself
        event ENDPOINT TRAIT.EVENT [FIELD=VALUE…]  reports an event
        show [ENDPOINT]                         prints all values
        help                                    prints this
        """

    init(_ line: String, _ product: SimulatedProduct) throws(ConsoleError) {
        var words = Self.words(line)
        guard let verb = words.first else {
            self = .nothing
            return
        }
        words.removeFirst()
        switch verb {
        case "help", "?": self = .help
        case "show": self = .show(try words.first.map { word throws(ConsoleError) in try Self.endpoint(word, product) })
        case "set": self = try Self.set(words, product)
        case "event": self = try Self.event(words, product)
        default:
            throw ConsoleError(
                "there is no \(quoted(verb)) here; help lists the commands"
                    + didYouMean(verb, ["set", "event", "show", "help"]))
        }
    }

    // MARK: Verbs

    private static func set(_ words: [String], _ product: SimulatedProduct) throws(ConsoleError) -> ConsoleCommand {
        let form = "set ENDPOINT TRAIT.ATTRIBUTE=VALUE, as in set 1 OnOff.onOff=true"
        guard words.count >= 2 else { throw ConsoleError(form) }
        let endpoint = try endpoint(words[0], product)
        var found: (path: TraitPath, values: StructureValue)?
        for word in words.dropFirst() {
            guard let equals = word.firstIndex(of: "="), let dot = word[..<equals].lastIndex(of: ".") else {
                throw ConsoleError("\(quoted(word)) is not TRAIT.ATTRIBUTE=VALUE: \(form)")
            }
            let trait = try trait(String(word[..<dot]), endpoint, product)
            let path = TraitPath(TraitTarget(deviceID: product.device.id, endpoint: endpoint), trait.id)
            guard found == nil || found?.path == path else {
                throw ConsoleError("one line changes attributes of one trait")
            }
            let present = product.attributes(of: trait.id, at: endpoint)
            let fields = trait.attributes.map(\.field).filter { present.contains($0.id) }
            var values = found?.values ?? [:]
            try assign(String(word[word.index(after: dot)...]), fields, of: trait, to: &values)
            found = (path, values)
        }
        guard let found else { throw ConsoleError(form) }
        return .set(found.path, found.values)
    }

    private static func event(_ words: [String], _ product: SimulatedProduct) throws(ConsoleError) -> ConsoleCommand {
        guard words.count >= 2, let dot = words[1].lastIndex(of: ".") else {
            throw ConsoleError("event ENDPOINT TRAIT.EVENT [FIELD=VALUE…], as in event 1 Switch.InitialPress")
        }
        let endpoint = try endpoint(words[0], product)
        let trait = try trait(String(words[1][..<dot]), endpoint, product)
        let name = String(words[1][words[1].index(after: dot)...])
        guard let event = trait.events.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw ConsoleError(
                "\(trait.name) has no event \(quoted(name))" + hint(name, trait.events.map(\.name)))
        }
        var fields = StructureValue()
        for word in words.dropFirst(2) { try assign(word, event.fields.fields, of: trait, to: &fields) }
        let target = TraitTarget(deviceID: product.device.id, endpoint: endpoint)
        return .event(TraitPath(target, trait.id), event.id, fields)
    }

    // MARK: Names and values

    private static func endpoint(_ word: String, _ product: SimulatedProduct) throws(ConsoleError) -> UInt16 {
        let known = product.device.endpoints.map(\.id)
        guard let number = UInt16(word), known.contains(number) else {
            let list = known.map { String($0) }.joined(separator: ", ")
            throw ConsoleError("\(quoted(word)) is no endpoint of this device; it has \(list)")
        }
        return number
    }

    /// Finds a trait by name, with or without its vendor's prefix.
    private static func trait(
        _ name: String, _ endpoint: UInt16, _ product: SimulatedProduct
    ) throws(ConsoleError) -> TraitDescriptor {
        let known = product.traits(at: endpoint)
        let key = name.lowercased()
        let found = known.filter { $0.name.lowercased() == key || "\($0.vendor).\($0.name)".lowercased() == key }
        guard let trait = found.first else {
            throw ConsoleError("endpoint \(endpoint) has no trait \(quoted(name))" + hint(name, known.map(\.name)))
        }
        guard found.count == 1 else {
            let names = found.map { "\($0.vendor).\($0.name)" }.joined(separator: " or ")
            throw ConsoleError("\(quoted(name)) could be \(names)")
        }
        return trait
    }

    private static func assign(
        _ word: String, _ fields: [FieldDescriptor], of trait: TraitDescriptor, to values: inout StructureValue
    ) throws(ConsoleError) {
        guard let equals = word.firstIndex(of: "=") else { throw ConsoleError("\(quoted(word)) is not NAME=VALUE") }
        let name = String(word[..<equals])
        guard let field = fields.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw ConsoleError("\(trait.name) has no \(quoted(name)) here" + hint(name, fields.map(\.name)))
        }
        do throws(TraitError) {
            values[field.id] = try trait.value(of: field, from: String(word[word.index(after: equals)...]))
        } catch {
            throw ConsoleError(error.message)
        }
    }

    private static func hint(_ word: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "; it has none" }
        let nearest = didYouMean(word, names)
        return nearest.isEmpty ? "; there are \(names.joined(separator: ", "))" : nearest
    }

    /// Splits a line at blanks outside quotes and brackets.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var depth = 0
        for character in line {
            if character.isWhitespace, !isQuoted, depth == 0 {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            switch character {
            case "\"": isQuoted.toggle()
            case "[" where !isQuoted: depth += 1
            case "]" where !isQuoted: depth = max(0, depth - 1)
            default: break
            }
            word.append(character)
        }
        return word.isEmpty ? words : words + [word]
    }
}
