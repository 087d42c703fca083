@testable internal import Hearth
internal import Expectations
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct MatterSetupPayloadTests {
    private typealias Payload = MatterSetupPayload

    private struct Read: Equatable {
        var maker: [UInt16?]
        var flow: MatterSetupPayload.CommissioningFlow
        var capabilities: UInt8?
        var discriminator: UInt16
        var isShort: Bool
        var passcode: UInt32
    }

    private func read(_ text: String) throws -> Read {
        let payload = try Payload(text)
        return Read(
            maker: [payload.vendorID, payload.productID], flow: payload.commissioningFlow,
            capabilities: payload.discoveryCapabilities?.rawValue, discriminator: payload.discriminator,
            isShort: payload.hasShortDiscriminator, passcode: payload.setupPasscode)
    }

    /// The codes of the test devices in the documentation of the Matter SDK (project-chip/connectedhomeip).
    @Test func publishedCodesAreRead() throws {
        for (text, vendor, product, discriminator, passcode) in [
            ("MT:Y.K9042C00KA0648G00", 65_521, 32_768, 3_840, 20_202_021),
            ("MT:-24J042C00KA0648G00", 65_521, 32_769, 3_840, 20_202_021),
            (" MT:YNJV7VSC00CMVH7SR00\n", 9_050, 65_279, 2_976, 34_567_890),
        ] as [(String, UInt16, UInt16, UInt16, UInt32)] {
            try expect(
                read(text),
                equals: Read(
                    maker: [vendor, product], flow: .standard, capabilities: 2, discriminator: discriminator,
                    isShort: false, passcode: passcode))
        }
        let short = Read(
            maker: [nil, nil], flow: .standard, capabilities: nil, discriminator: 15, isShort: true,
            passcode: 20_202_021)
        for text in ["34970112332", "3497-011-2332", " 3497 011 2332\n"] { try expect(read(text), equals: short) }
        var long = short
        (long.maker, long.flow) = ([65_521, 32_769], .custom)
        for text in ["749701123365521327694", "7497-011-2336-55213-27694"] { try expect(read(text), equals: long) }
    }

    @Test(
        "A text that is no setup code is refused with the reason, which does not repeat the text",
        arguments: [
            ("", "has 0 digits, not 11 or 21"), ("123-45-678", "has 8 digits, not 11 or 21"),
            ("34970112331", "has a wrong digit; compare it with the code on the device"),
            ("٣٤٩٧٠١١٢٣٣٢", "is neither digits nor the text of a QR code, which begins with MT:"),
            ("X-HM://0023ISYWYABCD", "is neither digits nor the text of a QR code, which begins with MT:"),
            (String(repeating: "1", count: 9_000), "has more than 21 digits"),
            ("MT:", "is too short; scan it again"), ("MT:Y.K9042C00KA0648G", "is damaged"),
            ("MT:Y.K9042C00", "is too short; scan it again"), ("MT:y.k9042c00ka0648g00", "is damaged"),
            ("MT:.....", "is damaged"), ("MT:Y.K9042C00KA0648G00*-24J042C00KA0648G00", "belongs to several devices"),
            ("MT:" + String(repeating: "0", count: 1_025), "has more than 1024 characters; scan it again"),
            ("MT:0000000000000000000", "has a passcode that no Matter device may have"),
        ])
    func otherTextsAreRefused(_ text: String, _ reason: String) {
        let error = expect(throws: HomeError.self) { try Payload(text) }
        expect(error?.code, equals: .invalidArgument)
        expect(error?.message.hasPrefix("the setup code \(reason)"), equals: true, "\(error?.message ?? "")")
        expect(MatterCommissioningUtils.matterSetupPayload(from: text), equals: nil)
    }

    @Test("Every field of a code is read as it was written, and what the format forbids is refused")
    func writtenFieldsAreRead() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Dice(seed: seed)
        let forbidden: [UInt32] = [0, 12_345_678, 33_333_333, 87_654_321, 99_999_999, 1 << 27 - 1]
        for _ in 0..<500 {
            let passcode =
                random.below(4) == 0 ? forbidden[random.below(forbidden.count)] : UInt32(random.below(99_999_999))
            let isAllowed =
                passcode <= 99_999_998 && passcode % 11_111_111 != 0
                && ![12_345_678, 87_654_321].contains(passcode)
            let (vendor, product) = (UInt16(random.below(1 << 16)), UInt16(random.below(1 << 16)))
            let (flow, capabilities) = (random.below(4), UInt8(random.below(256)))
            let (discriminator, version) = (UInt16(random.below(1 << 12)), random.below(8) == 0 ? 1 : 0)
            let flows = [Payload.CommissioningFlow.standard, .userActionRequired, .custom]
            let maker = [vendor, product].map { $0 == 0 ? nil : $0 }

            let code = Self.code(
                [
                    (version, 3), (Int(vendor), 16), (Int(product), 16), (flow, 2), (Int(capabilities), 8),
                    (Int(discriminator), 12), (Int(passcode), 27), (0, 4),
                ], followedBy: (0..<random.below(9)).map { _ in UInt8(random.below(256)) })
            let whole =
                isAllowed && version == 0 && flow < 3
                ? Read(
                    maker: maker, flow: flows[flow], capabilities: capabilities, discriminator: discriminator,
                    isShort: false, passcode: passcode) : nil
            expect(try? read(code), equals: whole, "\(code), seed \(seed)")

            let isLong = random.below(2) == 0
            let digits = Self.digits(passcode, discriminator, isLong ? (vendor, product) : nil)
            let short =
                isAllowed
                ? Read(
                    maker: isLong ? maker : [nil, nil], flow: isLong ? .custom : .standard, capabilities: nil,
                    discriminator: discriminator >> 8, isShort: true, passcode: passcode) : nil
            expect(try? read(digits), equals: short, "\(digits), seed \(seed)")
        }
    }

    @Test("One wrong digit and two swapped neighbours are found")
    func mistypedDigitsAreFound() {
        for code in ["34970112332", "749701123365521327694"] {
            let digits = Array(code.utf8)
            for place in digits.indices {
                for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != digits[place] {
                    var wrong = digits
                    wrong[place] = digit
                    expect(try? read(String(decoding: wrong, as: UTF8.self)), equals: nil, "\(code) \(place)")
                }
                guard place > 0, digits[place] != digits[place - 1] else { continue }
                var swapped = digits
                swapped.swapAt(place, place - 1)
                expect(try? read(String(decoding: swapped, as: UTF8.self)), equals: nil, "\(code) \(place)")
            }
        }
    }

    @Test("Texts of random characters are read or refused")
    func randomTextsAreRefused() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Dice(seed: seed)
        let characters = Array("0123456789ABCXYZ-.*: é\u{0}MT")
        for _ in 0..<5_000 {
            let rest = String((0..<random.below(30)).map { _ in characters[random.below(characters.count)] })
            let text = (random.below(2) == 0 ? "MT:" : "") + rest
            guard let payload = MatterCommissioningUtils.matterSetupPayload(from: text) else { continue }
            expect((1...99_999_998).contains(payload.setupPasscode), "\(text), seed \(seed)")
        }
    }

    @Test func aPasscodeIsInNoDescription() throws {
        let payload = try Payload("MT:Y.K9042C00KA0648G00")
        var dumped = ""
        dump(payload, to: &dumped)
        for text in ["\(payload)", String(reflecting: payload), dumped] {
            expect(!text.contains("20202021"), "\(text)")
        }
        expect("\(payload)", equals: "MatterSetupPayload(vendor 65521, product 32768, discriminator 3840)")
        try expect("\(Payload("34970112332"))", equals: "MatterSetupPayload(discriminator 15)")
    }

    // MARK: Writing

    /// The text of a QR code with fields of so many bits, the lowest first.
    private static func code(_ fields: [(value: Int, bits: Int)], followedBy rest: [UInt8]) -> String {
        let bits = fields.flatMap { field in (0..<field.bits).map { field.value >> $0 & 1 } }
        var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 | bits[start + $1] << $1 }
        }
        bytes += rest.map(Int.init)
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.")
        let groups = stride(from: 0, to: bytes.count, by: 3).map { bytes[$0..<min($0 + 3, bytes.count)] }
        return "MT:"
            + groups.map { group in
                var number = group.reversed().reduce(0) { $0 << 8 | $1 }
                return String(
                    (0..<[2, 4, 5][group.count - 1]).map { _ in
                        defer { number /= 38 }
                        return alphabet[number % 38]
                    })
            }.joined()
    }

    /// The digits of a code, the last one found by trying.
    private static func digits(_ passcode: UInt32, _ discriminator: UInt16, _ maker: (UInt16, UInt16)?) -> String {
        func padded(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(count - String(number).count, 0)) + String(number)
        }
        let first = Int(discriminator) >> 10 | (maker == nil ? 0 : 4)
        let low = Int(passcode) & 0x3FFF | (Int(discriminator) & 0x300) << 6
        let start =
            padded(first, 1) + padded(low, 5) + padded(Int(passcode) >> 14, 4)
            + (maker.map { padded(Int($0.0), 5) + padded(Int($0.1), 5) } ?? "")
        let codes = (0...9).map { start + String($0) }
        return codes.first { Verhoeff.isValid($0.utf8.map { $0 - UInt8(ascii: "0") }) } ?? start
    }
}
