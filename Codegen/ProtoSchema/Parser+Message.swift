internal import HearthBase

extension Parser {
    mutating func message(scope: String, above: [String], depth: Int) throws(Diagnostic) -> MessageDescriptor {
        let location = token.location
        let name = try identifier("the message's name")
        guard depth < Self.deepestNesting else {
            throw Diagnostic(.error, location, "message \(name) is nested more than \(Self.deepestNesting) deep")
        }
        var result = MessageDescriptor(name: name, fullName: qualified(name, in: scope), location: location)
        try expect("{")
        result.comment = comment(above: above)
        while !at("}"), !atEnd {
            do throws(Diagnostic) {
                try member(of: &result, depth: depth)
            } catch {
                diagnostics.append(error)
                recover()
            }
        }
        try expect("}")
        return result
    }

    private mutating func member(of message: inout MessageDescriptor, depth: Int) throws(Diagnostic) {
        if take(";") { return }
        let above = commentAbove()
        let start = token.location
        guard case .identifier(let word) = token.kind,
            isFollowedByTypeName() || ["reserved", "extensions", "option"].contains(word)
        else {
            message.fields.append(try field(above: above, oneof: nil))
            return
        }
        switch word {
        case "message":
            advance()
            message.messages.append(try self.message(scope: message.fullName, above: above, depth: depth + 1))
        case "enum":
            advance()
            message.enums.append(try enumeration(scope: message.fullName, above: above))
        case "oneof":
            advance()
            try oneof(of: &message, above: above)
        case "option":
            advance()
            message.options.append(try optionStatement())
        case "reserved":
            advance()
            try reserved(numbers: &message.reservedNumbers, names: &message.reservedNames, allowed: 1...536_870_911)
        case "extend":
            advance()
            try extend(inside: message.fullName)
        case "extensions":
            throw Diagnostic(
                .error, start, "proto3 has no extension ranges", hint: "leave room with google.protobuf.Any")
        default:
            message.fields.append(try field(above: above, oneof: nil))
        }
    }

    private mutating func oneof(of message: inout MessageDescriptor, above: [String]) throws(Diagnostic) {
        let location = token.location
        let name = try identifier("the oneof's name")
        try expect("{")
        let position = message.oneofs.count
        let first = message.fields.count
        message.oneofs.append(OneofDescriptor(name: name, comment: comment(above: above), location: location))
        while !at("}"), !atEnd {
            if take(";") { continue }
            let above = commentAbove()
            if at(word: "option"), isFollowedByTypeName() || isFollowedBy("(") {
                advance()
                message.oneofs[position].options.append(try optionStatement())
                continue
            }
            let field = try field(above: above, oneof: position)
            if field.label != .implicit {
                report(
                    "field \(field.name) of oneof \(name) may not be repeated, optional or a map", at: field.location,
                    hint: "put it into a message of its own")
            }
            message.fields.append(field)
        }
        try expect("}")
        if message.fields.count == first { report("oneof \(name) has no fields", at: location) }
    }

    mutating func field(above: [String], oneof: Int?) throws(Diagnostic) -> FieldDescriptor {
        let start = token.location
        var label = FieldDescriptor.Label.implicit
        if isFollowedByTypeName() {
            if take(word: "repeated") {
                label = .repeated
            } else if take(word: "optional") {
                label = .optional
            } else if at(word: "required") {
                throw Diagnostic(.error, start, "proto3 has no required fields", hint: "leave out 'required'")
            } else if at(word: "group") {
                throw Diagnostic(.error, start, "proto3 has no groups", hint: "use a message")
            }
        }
        let type: FieldType
        if at(word: "map"), isFollowedBy("<") {
            advance()
            advance()
            let keyLocation = token.location
            let keyWord = try identifier("the type of the map's keys")
            guard let key = FieldType.scalars[keyWord], ![.double, .float, .bytes].contains(key) else {
                throw Diagnostic(
                    .error,
                    keyLocation, "'\(keyWord)' cannot be a map's key", hint: "keys are integers, bool or string")
            }
            try expect(",")
            type = try fieldType()
            try expect(">")
            if label != .implicit { report("a map may not be repeated or optional", at: start) }
            label = .map(key: key)
        } else {
            type = try fieldType()
        }
        let location = token.location
        let name = try identifier("the field's name")
        try expect("=", hint: "every field has a number: \(name) = 1")
        let number = try integer("the number of field \(name)")
        var result = FieldDescriptor(
            name: name, number: number, label: label, type: type, oneof: oneof, location: location)
        if take("[") { result.options = try bracketedOptions() }
        try expect(";")
        result.comment = comment(above: above)
        return result
    }

    private mutating func fieldType() throws(Diagnostic) -> FieldType {
        let name = try dottedName("a type")
        return FieldType.scalars[name] ?? .unresolved(name)
    }

    // MARK: Enums

    mutating func enumeration(scope: String, above: [String]) throws(Diagnostic) -> EnumDescriptor {
        let location = token.location
        let name = try identifier("the enum's name")
        var result = EnumDescriptor(name: name, fullName: qualified(name, in: scope), location: location)
        try expect("{")
        result.comment = comment(above: above)
        while !at("}"), !atEnd {
            if take(";") { continue }
            do throws(Diagnostic) {
                try enumMember(of: &result)
            } catch {
                diagnostics.append(error)
                recover()
            }
        }
        try expect("}")
        return result
    }

    private mutating func enumMember(of result: inout EnumDescriptor) throws(Diagnostic) {
        let above = commentAbove()
        let location = token.location
        let name = try identifier("a value's name")
        // As in protoc, these two words can't be names of values.
        if name == "option" {
            result.options.append(try optionStatement())
            return
        }
        if name == "reserved" {
            let allowed = Int64(Int32.min)...Int64(Int32.max)
            try reserved(numbers: &result.reservedNumbers, names: &result.reservedNames, allowed: allowed)
            return
        }
        try expect("=", hint: "every value has a number: \(name) = 0")
        let number = try integer("the number of value \(name)")
        var value = EnumDescriptor.Value(name: name, number: number, location: location)
        if take("[") { value.options = try bracketedOptions() }
        try expect(";")
        value.comment = comment(above: above)
        result.values.append(value)
    }

    // MARK: Reserved

    private mutating func reserved(
        numbers: inout [ClosedRange<Int64>], names: inout [String], allowed: ClosedRange<Int64>
    ) throws(Diagnostic) {
        repeat {
            if case .string = token.kind {
                names.append(try string("a reserved name"))
                continue
            }
            let location = token.location
            let first = try integer("a reserved number")
            var last = first
            if take(word: "to") {
                last = take(word: "max") ? allowed.upperBound : try integer("the last reserved number")
            }
            guard first <= last else {
                throw Diagnostic(.error, location, "reserved range \(first) to \(last) runs backwards")
            }
            guard allowed.contains(first), allowed.contains(last) else {
                throw Diagnostic(
                    .error,
                    location, "reserved range \(first) to \(last) is out of range",
                    hint: "they go from \(allowed.lowerBound) to \(allowed.upperBound)")
            }
            if let other = numbers.first(where: { $0.overlaps(first...last) }) {
                throw Diagnostic(
                    .error,
                    location,
                    "reserved range \(first) to \(last) overlaps \(other.lowerBound) to \(other.upperBound)")
            }
            numbers.append(first...last)
        } while take(",")
        try expect(";")
    }
}
