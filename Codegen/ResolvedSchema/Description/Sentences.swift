internal import HearthTraitDescriptors
internal import TraitSchema

/// The rules of a schema's items, as sentences for documentation.
extension FieldModel {
    /// `A number from 1 to maxLevel, or null; optional, with Lighting.` If the schema has a description, facts that the
    /// declared type shows are left out; nil if nothing remains.
    ///
    /// - Parameter type: the name of the field's enum, bitmap or struct in the documentation; nil for its name in the
    ///   schema.
    package func sentence(type: String? = nil) -> String? {
        sentence(type: type, before: [])
    }

    fileprivate func sentence(type: String?, before: [String]) -> String? {
        let tail = before + presence
        let isBare =
            !isNullable && constraints == ConstraintsModel() && unit == nil
            && shownDefault == nil
        var head: [String] = []
        if description == nil || !isBare {
            head = [value(type ?? self.type.spelling), isNullable ? "or null" : nil, shownDefault].compactMap { $0 }
        }
        let words = [head, tail].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: "; ")
        return words.isEmpty ? nil : words.prefix(1).uppercased() + words.dropFirst() + "."
    }

    /// Limits, unit, default and presence, as short as possible.
    var facts: [String] {
        var facts = isNullable ? ["nullable"] : []
        facts += constraints.words(isList: isList)
        if let unit { facts.append("unit \(unit)") }
        if let defaultValue { facts.append("default \(defaultValue.words)") }
        return facts + presence
    }

    private var presence: [String] {
        (isFabricSensitive ? ["hidden from other fabrics"] : [])
            + conformance.presence(isOptional: isOptional, maturity)
    }

    /// The default in words; nil for enums and bitmaps, whose numbers mean nothing to people.
    private var shownDefault: String? {
        switch type {
        case .scalar: defaultValue.map { "\($0.words) by default" }
        case .enumeration, .bitmap, .structure: nil
        }
    }

    // MARK: Values

    private func value(_ name: String) -> String {
        guard isList else { return one(name) }
        let entries = constraints.length.map { "\($0) " } ?? ""
        return "a list of \(entries)\(many(name))"
    }

    private func one(_ name: String) -> String {
        switch type {
        case .enumeration: return "one of `\(name)`"
        case .bitmap: return "a set of `\(name)`"
        case .structure: return "\("AEIOU".contains(name.prefix(1)) ? "an" : "a") `\(name)`"
        case .scalar(let scalar):
            switch scalar.kind {
            case .boolean: return "true or false"
            case .text: return "text" + (constraints.length.map { " of \($0) bytes" } ?? "")
            case .bytes: return scalar.noun ?? (constraints.length.map { "\($0) bytes" } ?? "bytes")
            default: return number(scalar, scalar.noun ?? "a number")
            }
        }
    }

    private func many(_ name: String) -> String {
        switch type {
        case .enumeration, .structure: return "`\(name)`"
        case .bitmap: return "sets of `\(name)`"
        case .scalar(let scalar):
            let length = constraints.maximumEntryLength.map { " of at most \($0) bytes" } ?? ""
            switch scalar.kind {
            case .boolean: return "truth values"
            case .text: return "texts" + length
            case .bytes: return "byte strings" + length
            default: return number(scalar, "numbers")
            }
        }
    }

    private func number(_ scalar: ScalarType, _ noun: String) -> String {
        var words = noun
        if let range = constraints.tellingRange {
            words += range.contains(" to ") ? " from \(range)" : " of \(range)"
        } else if scalar.noun == nil || isList, let bits = scalar.bits {
            words += " of \(bits) bits"
        }
        if let step = constraints.step { words += ", in steps of \(step)" }
        guard let unit, !(unit == "1 %" && scalar.name == "percent") else { return words }
        return words + (words == scalar.noun ? " " : ", ") + Self.unit(unit)
    }

    /// `0.1 s` is the size of a step, `s` is a unit.
    private static func unit(_ unit: String) -> String {
        guard unit.first?.isNumber != true else {
            return unit.hasPrefix("1 ") ? "in \(unit.dropFirst(2))" : "in units of \(unit)"
        }
        let long = [
            "s": "seconds", "ms": "milliseconds", "µs": "microseconds", "min": "minutes", "h": "hours",
            "mired": "mireds",
        ]
        let words = unit.split(separator: " ", maxSplits: 1)
        let name = words.first.map(String.init) ?? ""
        return (["in", long[name] ?? name] + words.dropFirst().map(String.init)).joined(separator: " ")
    }
}

extension ConstraintsModel {
    /// The range without limits that only state the type's width.
    fileprivate var tellingRange: String? {
        func tells(_ bound: Bound?) -> Bool {
            guard case .literal(let value) = bound else { return bound != nil }
            return value.magnitude < (1 << 62) - 1
        }
        return ConstraintsModel(
            minimum: tells(minimum) ? minimum : nil, maximum: tells(maximum) ? maximum : nil
        ).range
    }
}

extension AttributeModel {
    /// `A number from 0 to 254, in units of 0.1 s; read and write, with Lighting.`
    package func sentence(type: String? = nil) -> String {
        field.sentence(type: type, before: access) ?? ""
    }

    /// The access to the attribute, with the privileges that differ from the usual ones.
    private var access: [String] {
        let isBoth = isReadable && isWritable
        var needs: [String] = []
        if isReadable, readPrivilege != .view {
            needs.append((isBoth ? "reading needs " : "needs ") + readPrivilege.word)
        }
        if isWritable, writePrivilege != .operate {
            needs.append((isBoth ? "writing needs " : "needs ") + writePrivilege.word)
        }
        let words = isBoth ? "read and write" : isWritable ? "write-only" : "read-only"
        var facts = [needs.isEmpty ? words : "\(words) (\(needs.joined(separator: ", ")))"]
        if requiresTimedWrite { facts.append("timed write") }
        if !isReported { facts.append("not reported") }
        if isQuieterReported { facts.append("quieter reporting") }
        return facts
    }
}

extension CommandModel {
    /// `timed`, `repeatable`, `optional`, `with Lighting`; empty if none applies.
    package var facts: [String] {
        (isTimed ? ["timed"] : []) + (isRepeatable ? ["repeatable"] : []) + (isFabricScoped ? ["needs a fabric"] : [])
            + conformance.presence(isOptional: isOptional, maturity)
    }
}

extension EventModel {
    /// The same for an event.
    package var facts: [String] {
        (isFabricSensitive ? ["hidden from other fabrics"] : [])
            + conformance.presence(isOptional: isOptional, maturity)
    }
}

extension ScalarType {
    fileprivate var bits: Int? {
        switch kind {
        case .unsigned(let bits), .signed(let bits), .enumeration(let bits), .bitmap(let bits),
            .floatingPoint(let bits):
            bits
        case .boolean, .text, .bytes: nil
        }
    }

    /// The kind of value that the type's name implies.
    fileprivate var noun: String? {
        switch name {
        case "percent", "percent100ths": "a percentage"
        case "temperature": "a temperature"
        case "power_mw", "power_mva", "power_mvar": "a power"
        case "energy_mwh", "energy_mvah", "energy_mvarh": "an energy"
        case "amperage_ma": "a current"
        case "voltage_mv": "a voltage"
        case "money": "an amount of money"
        case "epoch_s", "epoch_us", "posix_ms", "systime_us", "systime_ms": "a time"
        case "elapsed_s": "a duration"
        case "tod": "a time of day"
        case "date": "a date"
        case "ipadr", "ipv4adr", "ipv6adr": "an IP address"
        case "ipv6pre": "an IPv6 prefix"
        case "hwadr": "a hardware address"
        case "fabric_idx": "the index of a fabric"
        case "fabric_id": "the id of a fabric"
        case "node_id": "the id of a node"
        case "group_id": "the id of a group"
        case "endpoint_no": "the number of an endpoint"
        case "vendor_id": "the id of a vendor"
        case "devtype_id": "the id of a device type"
        case "cluster_id": "the id of a cluster"
        case "attrib_id": "the id of an attribute"
        case "command_id": "the id of a command"
        case "event_id": "the id of an event"
        case "event_no": "the number of an event"
        default: nil
        }
    }
}
