/// The parameters of a function, filter, test or method.
struct Signature: Sendable {
    let names: [String]
    /// How many have no default.
    let required: Int
    /// Whether any number of arguments without names is taken; `names` is then empty.
    let isOpen: Bool

    init(_ names: String..., required: Int = 0, isOpen: Bool = false) {
        self.names = names
        self.required = required
        self.isOpen = isOpen
    }
}

/// The arguments of a call: one place for each parameter, nil where the default holds.
struct Arguments: Sendable {
    let places: [Node?]

    static let none = Arguments(places: [])
}

extension Parser {
    /// Reads arguments in parentheses, if there are some, by a signature.
    ///
    /// - Parameter what: the callee in words, for errors.
    mutating func arguments(_ signature: Signature, of what: String) throws(TemplateError) -> Arguments {
        var (places, count) = ([Node?](repeating: nil, count: signature.names.count), 0)
        let position = self.position
        if skip("(") {
            while !skip(")") {
                if count > 0 { try expect(",") }
                // A comma may follow the last argument.
                if count > 0, skip(")") { break }
                if isAt("*") || isAt("**") {
                    throw error(.notSupported, "arguments with '*' are not supported")
                }
                if case .name(let name) = token, case .symbol("=") = following {
                    guard let place = signature.names.firstIndex(of: name), places[place] == nil else {
                        throw error(.syntax, "\(what) takes no argument '\(name)'")
                    }
                    advance()
                    advance()
                    places[place] = try expression()
                } else if signature.isOpen {
                    places.append(try expression())
                } else {
                    guard count < places.count, places[count] == nil else {
                        throw error(.syntax, "\(what) takes at most \(places.count) arguments")
                    }
                    places[count] = try expression()
                }
                count += 1
            }
        }
        guard places.count >= signature.required, places.prefix(signature.required).allSatisfy({ $0 != nil }) else {
            throw TemplateError(.syntax, "\(what) needs \(signature.required) arguments or more", position)
        }
        return Arguments(places: places)
    }
}
