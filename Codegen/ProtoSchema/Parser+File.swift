internal import HearthBase

extension Parser {
    mutating func parse() -> ProtoFile {
        file.comment = token.comments.first.map { $0.lines } ?? []
        guard syntaxStatement() else {
            file.isRead = false
            return file
        }
        while !atEnd {
            do throws(Diagnostic) {
                try topLevel()
            } catch {
                diagnostics.append(error)
                recover()
                if at("}") { advance() }
            }
        }
        return file
    }

    /// Returns false for a file that is not proto3, because all further errors would be misleading.
    private mutating func syntaxStatement() -> Bool {
        let location = token.location
        do throws(Diagnostic) {
            if at(word: "edition") {
                report("protobuf editions are not read", hint: "write syntax = \"proto3\";")
                return false
            }
            guard take(word: "syntax") else {
                report(
                    "the file does not say its syntax, which makes it proto2; only proto3 is read",
                    hint: "begin it with syntax = \"proto3\";")
                return false
            }
            try expect("=")
            let syntax = try string("the syntax")
            guard syntax == "proto3" else {
                report(
                    "syntax '\(syntax)' is not read, only proto3 is", at: location,
                    hint: "proto3 has no required, groups, extensions or defaults of one's own")
                return false
            }
            try expect(";")
            return true
        } catch {
            diagnostics.append(error)
            return false
        }
    }

    private mutating func topLevel() throws(Diagnostic) {
        if take(";") { return }
        let above = commentAbove()
        let start = token.location
        let word = try identifier("message, enum, service, import, package, option or extend")
        switch word {
        case "package":
            let name = try dottedName("the package's name")
            if !(file.messages.isEmpty && file.enums.isEmpty && file.services.isEmpty && file.extensions.isEmpty) {
                report("the package stands after declarations", at: start, hint: "put it above them")
            }
            if !file.package.isEmpty { report("the file already has package \(file.package)", at: start) }
            file.package = name
            try expect(";")
        case "import": try importStatement(at: start)
        case "option": file.options.append(try optionStatement())
        case "message": file.messages.append(try message(scope: file.package, above: above, depth: 0))
        case "enum": file.enums.append(try enumeration(scope: file.package, above: above))
        case "service": file.services.append(try service(above: above))
        case "extend": try extend(inside: nil)
        default:
            throw Diagnostic(
                .error,
                start, "'\(word)' does not start a statement",
                hint: "expected message, enum, service, import, package, option or extend")
        }
    }

    private mutating func importStatement(at start: SourceLocation) throws(Diagnostic) {
        let isPublic = take(word: "public")
        let isWeak = !isPublic && take(word: "weak")
        let path = try string("the imported file's path")
        try expect(";")
        file.imports.append(ProtoFile.Import(path: path, isPublic: isPublic, isWeak: isWeak, location: start))
    }

    // MARK: Extensions

    mutating func extend(inside message: String?) throws(Diagnostic) {
        let extendee = try dottedName("the extended message's name")
        try expect("{")
        if at("}") { throw unexpected("a field") }
        while !at("}"), !atEnd {
            if take(";") { continue }
            let field = try field(above: commentAbove(), oneof: nil)
            let fullName = qualified(field.name, in: message ?? file.package)
            file.extensions.append(
                ExtensionDescriptor(fullName: fullName, extendee: extendee, scope: message, field: field))
        }
        try expect("}")
    }

    // MARK: Services

    private mutating func service(above: [String]) throws(Diagnostic) -> ServiceDescriptor {
        let location = token.location
        let name = try identifier("the service's name")
        var result = ServiceDescriptor(name: name, fullName: qualified(name, in: file.package), location: location)
        try expect("{")
        result.comment = comment(above: above)
        while !at("}"), !atEnd {
            if take(";") { continue }
            do throws(Diagnostic) {
                let above = commentAbove()
                if take(word: "option") {
                    result.options.append(try optionStatement())
                } else if take(word: "rpc") {
                    result.methods.append(try method(above: above))
                } else {
                    throw unexpected("rpc or option")
                }
            } catch {
                diagnostics.append(error)
                recover()
            }
        }
        try expect("}")
        return result
    }

    private mutating func method(above: [String]) throws(Diagnostic) -> ServiceMethod {
        let location = token.location
        let name = try identifier("the method's name")
        let input = try parameter()
        guard take(word: "returns") else { throw unexpected("'returns'") }
        let output = try parameter()
        var result = ServiceMethod(
            name: name, input: input.type, output: output.type, streamsInput: input.streams,
            streamsOutput: output.streams, location: location)
        if take("{") {
            result.hasBraces = true
            result.comment = comment(above: above)
            while !at("}"), !atEnd {
                if take(";") { continue }
                guard take(word: "option") else { throw unexpected("option or '}'") }
                result.options.append(try optionStatement())
            }
            try expect("}")
        } else {
            try expect(";", hint: "a method ends with ';' or with options in braces")
            result.comment = comment(above: above)
        }
        return result
    }

    private mutating func parameter() throws(Diagnostic) -> (type: String, streams: Bool) {
        try expect("(")
        let streams = at(word: "stream") && isFollowedByTypeName()
        if streams { advance() }
        let type = try dottedName("a message's name")
        try expect(")")
        return (type, streams)
    }

    func qualified(_ name: String, in scope: String) -> String { scope.isEmpty ? name : scope + "." + name }
}
