extension CharacteristicMetadata {
    /// Checks a written value and converts it to the format: 1 becomes true for a `bool` and 20.0 for 20 for a `float`.
    /// Numbers are rounded to the nearest step.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 43 for a wrong type, NaN and infinity, 44 or 45 for a
    ///   number out of range, 3 for a value that the device does not support, 46 or 51 for a string of the wrong
    ///   length.
    public func checked(
        _ value: CharacteristicValue, of type: CharacteristicType
    ) throws(CharacteristicError) -> CharacteristicValue {
        switch format {
        case .bool:
            guard let truth = value.truth else { throw wrongType(value, type, "true or false") }
            return .bool(truth)
        case .uint8, .uint16, .uint32, .uint64, .int: return try checkedInteger(value, type)
        case .float:
            guard !value.isBool, let number = value.number else { throw wrongType(value, type, "a number") }
            try checkRange(number, type)
            return .float(stepped(number))
        case .string: return try checkedText(value, type)
        case .tlv8, .data:
            guard let bytes = bytes(value) else { throw wrongType(value, type, "bytes") }
            return bytes
        }
    }

    /// Converts a value of a device to the format and clamps it to the limits; nil if that is impossible.
    func fitted(_ value: CharacteristicValue) -> CharacteristicValue? {
        switch format {
        case .bool: return value.truth.map { .bool($0) }
        case .float:
            guard let number = value.number, let range else { return nil }
            return .float(stepped(min(max(number, range.lowerBound), range.upperBound)))
        case .uint8, .uint16, .uint32, .uint64, .int:
            guard let number = value.number, let range else { return nil }
            let whole = Int128(exactly: stepped(min(max(number, range.lowerBound), range.upperBound)).rounded())
            guard let wide = value.wideInteger.flatMap({ isInRange($0) ? $0 : nil }) ?? whole,
                let result = CharacteristicValue(wide, as: format)
            else { return nil }
            return result
        case .string:
            guard let text = value.text else { return nil }
            return .string(String(text.unicodeScalars.prefix(longest)))
        case .tlv8, .data: return bytes(value)
        }
    }

    private func bytes(_ value: CharacteristicValue) -> CharacteristicValue? {
        switch value {
        case .tlv8(let bytes), .data(let bytes): format == .tlv8 ? .tlv8(bytes) : .data(bytes)
        default: nil
        }
    }

    private var longest: Int { min(max(maximumLength ?? Self.defaultLength, 0), Self.greatestLength) }

    private func isInRange(_ integer: Int128) -> Bool {
        guard step == nil || step == 1, let range else { return false }
        return range.contains(Double(integer))
    }

    // MARK: Numbers

    private func checkedInteger(
        _ value: CharacteristicValue, _ type: CharacteristicType
    ) throws(CharacteristicError) -> CharacteristicValue {
        guard !value.isBool || maximum == 1, let number = value.number else {
            throw wrongType(value, type, "an integer")
        }
        guard number.rounded() == number else { throw wrongType(value, type, "an integer") }
        try checkRange(number, type)
        let wide = isInRange(value.wideInteger ?? 0) ? value.wideInteger : Int128(exactly: stepped(number).rounded())
        guard let wide, let result = CharacteristicValue(wide, as: format) else {
            throw CharacteristicError(
                number < 0 ? .valueLowerThanMinimum : .valueHigherThanMaximum,
                "\(type) is \(format.rawValue), which can't represent \(number)")
        }
        if let validValues, let integer = UInt64(exactly: wide), !validValues.contains(integer) {
            let known = validValues.map(String.init).joined(separator: ", ")
            throw CharacteristicError(.invalidParameter, "\(type) can't be \(integer) on this device; use \(known)")
        }
        return result
    }

    private func checkRange(_ number: Double, _ type: CharacteristicType) throws(CharacteristicError) {
        guard let range else {
            throw CharacteristicError(.valueLowerThanMinimum, "\(type) has no values: its limits exclude all")
        }
        if number < range.lowerBound {
            throw CharacteristicError(.valueLowerThanMinimum, "\(type) is at least \(range.lowerBound), not \(number)")
        }
        if number > range.upperBound {
            throw CharacteristicError(.valueHigherThanMaximum, "\(type) is at most \(range.upperBound), not \(number)")
        }
    }

    /// The nearest multiple of the step that is in range; the number itself if there is no step or no such multiple.
    private func stepped(_ number: Double) -> Double {
        guard var step, step > 0, step.isFinite, let range else { return number }
        if format != .float { step = max(step.rounded(), 1) }
        let first = format == .float || minimum == nil ? 0 : range.lowerBound
        let count = ((number - first) / step).rounded()
        for candidate in [count, count - 1, count + 1] {
            let result = even(first + candidate * step, step)
            if result.isFinite, range.contains(result) { return result }
        }
        return number
    }

    /// Removes the rounding error of decimal steps: 203 steps of 0.1 are 20.3, not 20.300000000000001.
    private func even(_ number: Double, _ step: Double) -> Double {
        let parts = (1 / step).rounded()
        guard step < 1, parts.isFinite, abs(parts * step - 1) < 1e-9 else { return number }  // in range: a fraction
        return (number * parts).rounded() / parts
    }

    // MARK: Texts

    private func checkedText(
        _ value: CharacteristicValue, _ type: CharacteristicType
    ) throws(CharacteristicError) -> CharacteristicValue {
        guard let text = value.text else { throw wrongType(value, type, "a string") }
        let length = text.unicodeScalars.count
        if length > longest {
            throw CharacteristicError(
                .stringLongerThanMaximum, "\(type) has at most \(longest) Unicode scalars, not \(length)")
        }
        if let minimumLength, length < minimumLength {
            throw CharacteristicError(
                .stringShorterThanMinimum, "\(type) has at least \(minimumLength) Unicode scalars, not \(length)")
        }
        return value
    }

    private func wrongType(
        _ value: CharacteristicValue, _ type: CharacteristicType, _ right: String
    ) -> CharacteristicError {
        CharacteristicError(.invalidValueType, "\(type) is \(format.rawValue): write \(right)")
    }
}

extension CharacteristicValue {
    var isBool: Bool {
        if case .bool = self { true } else { false }
    }
}
