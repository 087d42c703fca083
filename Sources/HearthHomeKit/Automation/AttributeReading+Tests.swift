internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitDescriptors

// Converts tests of a characteristic into tests of its attribute, and back.
extension AttributeReading {
    /// The test of the attribute; nil if none of its values would pass.
    ///
    /// - Throws: ``HMError``: `invalidValueType` for a value that can't be compared with the characteristic's;
    ///   `operationNotSupported` if its values are not a monotonic function of the attribute.
    func test(for test: CharacteristicTest) throws(HMError) -> AttributeTest? {
        if case .compares(.notEquals, let value) = test {
            return try self.test(for: .compares(.equals, value)).map { .not($0) }
        }
        switch domain {
        case .few(let values):
            let passing = values.filter { value(for: $0).flatMap(test.holds) == true }
            return passing.isEmpty ? nil : .anyOf(passing)
        case .bits(let bits): return bitTest(for: test, bits)
        case .same: return try sameTest(for: test)
        case .integers(let range, let isSigned):
            guard let slope = Slope(self, range, isSigned) else {
                throw HMError(
                    .operationNotSupported, "the values of \(name) neither rise nor fall with the device's attribute")
            }
            return try integerTest(for: test, slope)
        }
    }

    /// The test of the characteristic that a test of the attribute stands for. A range whose ends show the same value
    /// is a test for that value.
    func tests(for asked: AttributeTest) -> CharacteristicTest? {
        switch asked {
        case .not(let test):
            // A bitmap without any bits set shows a value as well.
            if case .anyBit = test, let empty = value(for: .unsigned(0)),
                (try? self.test(for: .compares(.equals, empty))) == asked
            {
                return .compares(.equals, empty)
            }
            guard case .compares(.equals, let value)? = tests(for: test) else { return nil }
            return .compares(.notEquals, value)
        case .anyOf, .anyBit:
            // There are few values, so try which test converts to the same attribute test.
            for comparison in [CharacteristicTest.Comparison.equals] + .init(CharacteristicTest.Comparison.allCases) {
                for value in shown(by: asked) {
                    let test = CharacteristicTest.compares(comparison, value)
                    if (try? self.test(for: test)) == asked { return test }
                }
            }
            return shown(by: asked).first.map { .compares(.equals, $0) }
        case .between(let low, let high):
            guard let one = value(for: low), let other = value(for: high) else { return nil }
            if one == other { return .compares(.equals, one) }
            guard let one = one.number, let other = other.number else { return nil }
            return .within(NumberRange(min: min(one, other), max: max(one, other)))
        case .compares(.notEquals, let raw): return value(for: raw).map { .compares(.notEquals, $0) }
        case .compares(let operation, let raw):
            guard let value = value(for: raw), let comparison = CharacteristicTest.Comparison(operation) else {
                return nil
            }
            return .compares(isFalling ? comparison.turned : comparison, value)
        }
    }

    private var name: String { "this characteristic" }

    private var isFalling: Bool {
        guard case .integers(let range, let isSigned) = domain else { return false }
        return Slope(self, range, isSigned)?.isRising == false
    }

    /// The values of the characteristic for which the attribute passes.
    private func shown(by asked: AttributeTest) -> [CharacteristicValue] {
        switch asked {
        case .anyOf(let values): values.compactMap { value(for: $0) }
        case .anyBit(let bits): bits.compactMap { value(for: .unsigned($0)) }
        case .not(let test): shown(by: test)
        case .between, .compares: []
        }
    }

    // MARK: Kinds of values

    /// A bitmap is tested by which of its bits are set.
    private func bitTest(for test: CharacteristicTest, _ bits: [UInt64]) -> AttributeTest? {
        let whenEmpty = value(for: .unsigned(0)).flatMap(test.holds) == true
        let deciding = bits.filter { (value(for: .unsigned($0)).flatMap(test.holds) == true) != whenEmpty }
        guard !deciding.isEmpty else { return nil }
        return whenEmpty ? .not(.anyBit(deciding)) : .anyBit(deciding)
    }

    /// Converts a test of strings and fractions, which are the same on both sides.
    private func sameTest(for test: CharacteristicTest) throws(HMError) -> AttributeTest? {
        func raw(_ value: CharacteristicValue) throws(HMError) -> TraitValue {
            let candidates: [TraitValue] =
                value.text.map { [.string($0)] } ?? value.number.map { [.float(Float($0)), .double($0)] } ?? []
            guard let raw = candidates.first(where: { self.value(for: $0) == value }) else {
                throw HMError(.invalidValueType, "\(name) never has this value")
            }
            return raw
        }
        switch test {
        case .compares(let comparison, let value):
            let raw = try raw(value)
            return comparison == .equals ? .anyOf([raw]) : .compares(comparison.operation, raw)
        case .within(let range):
            switch (range.min, range.max) {
            case (let low?, let high?): return .between(try raw(.float(low)), try raw(.float(high)))
            case (let low?, nil): return .compares(.greaterThanOrEquals, try raw(.float(low)))
            case (nil, let high?): return .compares(.lessThanOrEquals, try raw(.float(high)))
            case (nil, nil): return nil
            }
        }
    }

    private func integerTest(for test: CharacteristicTest, _ slope: Slope) throws(HMError) -> AttributeTest? {
        func number(_ value: CharacteristicValue) throws(HMError) -> Double {
            guard let number = value.number else {
                throw HMError(.invalidValueType, "\(name) is a number; compare it with a number")
            }
            return number
        }
        switch test {
        case .compares(.equals, let value):
            let number = try number(value)
            return slope.within(NumberRange(min: number, max: number)).map { range in
                range.count == 1 ? .anyOf([slope.raw(range.lowerBound)]) : slope.between(range)
            }
        case .compares(let comparison, let value): return slope.test(comparison, try number(value))
        case .within(let range):
            guard let found = slope.within(range) else { return nil }
            // An open end needs no comparison.
            switch (range.min, range.max) {
            case (let low?, nil): return slope.test(.greaterThanOrEquals, low)
            case (nil, let high?): return slope.test(.lessThanOrEquals, high)
            default: return slope.between(found)
            }
        }
    }
}

/// A monotonic mapping of an attribute's integers to a characteristic's numbers.
private struct Slope {
    let reading: AttributeReading
    /// The integers for which the characteristic has a number.
    let range: ClosedRange<Int64>
    let isSigned: Bool
    let isRising: Bool

    /// nil if the mapping is not monotonic.
    init?(_ reading: AttributeReading, _ range: ClosedRange<Int64>, _ isSigned: Bool) {
        let known = reading.domain.samples.compactMap { raw -> (Int64, Double)? in
            guard let integer = raw.integer, let number = reading.value(for: raw)?.number else { return nil }
            return (integer, number)
        }
        guard let first = known.first, let last = known.last, first.0 < last.0, first.1 != last.1 else { return nil }
        isRising = first.1 < last.1
        for (left, right) in zip(known, known.dropFirst()) {
            guard left.1 == right.1 || (left.1 < right.1) == isRising else { return nil }
        }
        self.reading = reading
        self.range = first.0...last.0
        self.isSigned = isSigned
    }

    func raw(_ number: Int64) -> TraitValue { AttributeReading.Domain.raw(number, isSigned) }

    func between(_ range: ClosedRange<Int64>) -> AttributeTest {
        .between(raw(range.lowerBound), raw(range.upperBound))
    }

    /// The integers whose numbers are in a range; nil if no integer is.
    func within(_ numbers: NumberRange) -> ClosedRange<Int64>? {
        let (low, high) = (numbers.min ?? -.infinity, numbers.max ?? .infinity)
        guard let first = first(where: { isRising ? $0 >= low : $0 <= high }) else { return nil }
        let end = self.first { isRising ? $0 > high : $0 < low } ?? range.upperBound + 1
        return first < end ? first...end - 1 : nil
    }

    /// Converts a comparison with a number. It uses the last integer that fails or passes, so that reading it back
    /// gives the same number.
    func test(_ comparison: CharacteristicTest.Comparison, _ number: Double) -> AttributeTest? {
        let asked = isRising ? comparison : comparison.turned
        switch asked {
        case .greaterThan, .greaterThanOrEquals:
            guard let first = first(where: { comparison.holds($0, number) }) else { return nil }
            if asked == .greaterThanOrEquals || first == range.lowerBound {
                return .compares(.greaterThanOrEquals, raw(first))
            }
            return .compares(.greaterThan, raw(first - 1))
        case .lessThan, .lessThanOrEquals:
            let end = first { !comparison.holds($0, number) }
            guard end != range.lowerBound else { return nil }
            guard let end else { return .compares(.lessThanOrEquals, raw(range.upperBound)) }
            return asked == .lessThan ? .compares(.lessThan, raw(end)) : .compares(.lessThanOrEquals, raw(end - 1))
        case .equals, .notEquals: return nil
        }
    }

    /// The first integer from which a condition holds, found by binary search.
    private func first(where holds: (Double) -> Bool) -> Int64? {
        func passes(_ integer: Int64) -> Bool { reading.value(for: raw(integer))?.number.map(holds) ?? false }
        guard passes(range.upperBound) else { return nil }
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if passes(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension CharacteristicTest.Comparison {
    /// The comparison for a falling mapping.
    var turned: Self {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEquals: .greaterThanOrEquals
        case .greaterThan: .lessThan
        case .greaterThanOrEquals: .lessThanOrEquals
        case .equals, .notEquals: self
        }
    }

    var operation: Operator {
        switch self {
        case .lessThan: .lessThan
        case .lessThanOrEquals: .lessThanOrEquals
        case .greaterThan: .greaterThan
        case .greaterThanOrEquals: .greaterThanOrEquals
        case .equals: .equals
        case .notEquals: .notEquals
        }
    }

    init?(_ operation: Operator) {
        guard let found = Self.allCases.first(where: { $0.operation == operation }) else { return nil }
        self = found
    }
}
