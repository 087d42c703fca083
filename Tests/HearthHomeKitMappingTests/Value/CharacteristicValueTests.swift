internal import HearthHomeKitMapping
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The checks of a write, and HomeKit's error codes for them.
@Suite struct CharacteristicValueTests {
    private func check(_ value: CharacteristicValue, _ metadata: CharacteristicMetadata) -> String {
        do throws(CharacteristicError) {
            return "\(try metadata.checked(value, of: .brightness))"
        } catch {
            return "\(error.code.rawValue)"
        }
    }

    private let percent = CharacteristicMetadata(.int, unit: .percentage, minimum: 0, maximum: 100, step: 1)

    @Test func valueIsConvertedToItsFormat() {
        expect(check(.bool(true), CharacteristicMetadata(.bool)), equals: "bool(true)")
        expect(check(.int(1), CharacteristicMetadata(.bool)), equals: "bool(true)")
        expect(check(.uint(0), CharacteristicMetadata(.bool)), equals: "bool(false)")
        expect(check(.float(40), percent), equals: "int(40)")
        expect(check(.uint(40), percent), equals: "int(40)")
        expect(check(.int(21), CharacteristicMetadata(.float)), equals: "float(21.0)")
        expect(check(.bool(true), CharacteristicMetadata(.uint8, minimum: 0, maximum: 1)), equals: "uint(1)")
        expect(check(.data([1]), CharacteristicMetadata(.tlv8)), equals: "tlv8([1])")
        expect(check(.uint(.max), CharacteristicMetadata(.uint64)), equals: "uint(\(UInt64.max))")
    }

    @Test func wrongTypeIsError43() {
        expect(check(.string("40"), percent), equals: "43")
        expect(check(.float(40.5), percent), equals: "43")
        expect(check(.bool(true), percent), equals: "43")
        expect(check(.int(2), CharacteristicMetadata(.bool)), equals: "43")
        expect(check(.bool(true), CharacteristicMetadata(.float)), equals: "43")
        expect(check(.int(1), CharacteristicMetadata(.string)), equals: "43")
        expect(check(.string("AQ=="), CharacteristicMetadata(.data)), equals: "43")
    }

    @Test func nonNumberIsError43() {
        for number in [Double.nan, -.nan, .signalingNaN, .infinity, -.infinity] {
            for format in [CharacteristicFormat.float, .int, .uint8, .uint64, .bool] {
                expect(check(.float(number), CharacteristicMetadata(format)), equals: "43", "\(number) \(format)")
            }
        }
    }

    @Test func numbersOutOfRangeAreErrors44And45() {
        expect(check(.int(-1), percent), equals: "44")
        expect(check(.int(101), percent), equals: "45")
        expect(check(.uint(.max), percent), equals: "45")
        expect(check(.int(.min), percent), equals: "44")
        expect(check(.float(1e300), percent), equals: "45")
        expect(check(.float(1e300), CharacteristicMetadata(.uint64)), equals: "45")
        expect(check(.float(0x1p64), CharacteristicMetadata(.uint64)), equals: "45")
        expect(check(.int(256), CharacteristicMetadata(.uint8)), equals: "45")
        expect(check(.int(-1), CharacteristicMetadata(.uint32)), equals: "44")
        expect(check(.float(-1e300), CharacteristicMetadata(.float, minimum: 10, maximum: 35, step: 0.1)), equals: "44")
    }

    @Test func contradictoryLimitsRefuseEveryValue() {
        expect(check(.int(5), CharacteristicMetadata(.int, minimum: 9, maximum: 3)), equals: "44")
        expect(check(.float(5), CharacteristicMetadata(.float, minimum: .nan, maximum: .nan)), differsFrom: "")
    }

    @Test func numbersAreRoundedToTheNextStep() {
        let degrees = CharacteristicMetadata(.float, unit: .celsius, minimum: 10, maximum: 38, step: 0.1)
        expect(check(.float(20.34), degrees), equals: "float(20.3)")
        expect(check(.float(37.99), degrees), equals: "float(38.0)")
        let odd = CharacteristicMetadata(.float, minimum: 4.44, maximum: 29.96, step: 0.1)
        expect(check(.float(20.5), odd), equals: "float(20.5)")
        expect(check(.float(4.44), odd), equals: "float(4.5)")
        expect(check(.float(29.96), odd), equals: "float(29.9)")
        expect(check(.int(47), CharacteristicMetadata(.uint8, minimum: 5, maximum: 98, step: 10)), equals: "uint(45)")
        expect(check(.int(98), CharacteristicMetadata(.uint8, minimum: 5, maximum: 98, step: 10)), equals: "uint(95)")
    }

    @Test func valueThatTheDeviceLacksIsError3() {
        let quality = CharacteristicMetadata(.uint8, minimum: 0, maximum: 5, step: 1, validValues: [0, 1, 2, 4])
        expect(check(.uint(4), quality), equals: "uint(4)")
        expect(check(.uint(3), quality), equals: "3")
        expect(check(.uint(6), quality), equals: "45")
    }

    @Test func tooLongTextsAreError46() {
        let text = CharacteristicMetadata(.string)
        expect(check(.string(String(repeating: "ä", count: 64)), text), differsFrom: "46")
        expect(check(.string(String(repeating: "a", count: 65)), text), equals: "46")
        let long = CharacteristicMetadata(.string, maximumLength: 1000)
        expect(check(.string(String(repeating: "a", count: 256)), long), differsFrom: "46")
        expect(check(.string(String(repeating: "a", count: 257)), long), equals: "46")
        expect(check(.string(""), CharacteristicMetadata(.string, maximumLength: -3)), equals: "string(\"\")")
    }

    /// A flag is one character and two Unicode scalars.
    @Test func lengthsCountUnicodeScalars() {
        let text = CharacteristicMetadata(.string)
        expect(check(.string(String(repeating: "🇩🇪", count: 32)), text), differsFrom: "46")
        #expect {
            try text.checked(.string(String(repeating: "🇩🇪", count: 33)), of: .brightness)
        } throws: {
            ($0 as? CharacteristicError)?.message.hasSuffix("has at most 64 Unicode scalars, not 66") == true
        }
    }

    @Test func textsThatAreTooShortAreError51() {
        expect(check(.string(""), CharacteristicMetadata(.string, minimumLength: 1)), equals: "51")
    }

    @Test func missingPermissionsAreErrors5And6And7() {
        func code(_ check: () throws(CharacteristicError) -> Void) -> Int? {
            do throws(CharacteristicError) {
                try check()
                return nil
            } catch {
                return error.code.rawValue
            }
        }
        let readOnly: CharacteristicPermissions = [.read, .events]
        expect(code { () throws(CharacteristicError) in try readOnly.checkWrite(.on) }, equals: 5)
        expectNil(code { () throws(CharacteristicError) in try readOnly.checkRead(.on) })
        expectNil(code { () throws(CharacteristicError) in try readOnly.checkEvents(.on) })
        let writeOnly: CharacteristicPermissions = .write
        expect(code { () throws(CharacteristicError) in try writeOnly.checkRead(.on) }, equals: 6)
        expect(code { () throws(CharacteristicError) in try writeOnly.checkEvents(.on) }, equals: 7)
        expect(CharacteristicPermissions(hapNames: ["pw", "tw", "xx"]), equals: [.write, .timedWrite])
    }

    @Test func errorsBearHomeKitsNumberAndName() {
        let error = CharacteristicError(.stringLongerThanMaximum, "too long")
        expect(error.description, equals: "46 StringLongerThanMaximum: too long")
    }

    @Test func writtenNumbersStayInTheirLimits() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<2000 {
            let ends = [dice.number(), dice.number()].sorted()
            let formats: [CharacteristicFormat] = [.uint8, .uint16, .uint32, .uint64, .int, .float]
            let metadata = CharacteristicMetadata(
                formats[dice.below(formats.count)], minimum: ends[0], maximum: ends[1],
                step: dice.below(2) == 0 ? nil : abs(dice.number()))
            let value: CharacteristicValue =
                dice.below(2) == 0 ? .float(dice.number()) : .int(Int64(dice.below(300)) - 50)
            guard let checked = try? metadata.checked(value, of: .on) else { continue }
            let number = try require(checked.number)
            expect(ends[0] <= number && number <= ends[1], "seed \(seed): \(value) \(metadata)")
            try expect(metadata.checked(checked, of: .on), equals: checked, "seed \(seed): \(value) \(metadata)")
        }
    }
}
