internal import HearthJSON
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Random bytes or text give an error, or JSON that is the same when read and written again.
@Suite struct RandomTests {
    private static let types = ["Implicit", "Explicit", "Lists", "Maps", "WellKnown", "Choices", "Names"]

    /// Random fields of a message, with content of their kinds or of others.
    private func message(_ dice: inout Dice, depth: Int = 0) -> [UInt8] {
        Wire.make { wire in
            for _ in 0..<dice.below(6) {
                let number = UInt64(dice.below(24)) + 1
                switch dice.below(5) {
                case 0: wire.varint(number, dice.next() >> UInt64(dice.below(64)))
                case 1:
                    wire.raw(number << 3 | 1)
                    wire.bytes += (0..<8).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
                case 2:
                    wire.raw(number << 3 | 5)
                    wire.bytes += (0..<4).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
                case 3 where depth < 4: wire.content(number, message(&dice, depth: depth + 1))
                default: wire.text(number, ["", "a", "é\u{1}", "/google.protobuf.Duration"][dice.below(4)])
                }
            }
        }
    }

    private func comesBack(_ type: String, _ bytes: [UInt8]) throws -> Bool {
        guard let text = try? json(type, bytes) else { return false }
        // An Any of an unknown type can't be read again.
        if text.contains("@type") { return true }
        try expect(again(type, text), equals: text, "\(type) \(bytes)")
        return true
    }

    @Test func writtenJSONIsReadTheSame() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed of written JSON: \(seed)")
        var dice = Dice(seed: seed)
        var count = 0
        for round in 0..<4000 {
            let type = Self.types[round % Self.types.count]
            if try comesBack(type, message(&dice)) { count += 1 }
        }
        expect(count, isAbove: 400)
    }

    @Test func damageDoesNoHarm() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed of damaged JSON: \(seed)")
        var dice = Dice(seed: seed)
        let texts =
            ReadMessagesTests.accepted.map { ($0.type, $0.text) }
            + ReadWellKnownTests.accepted.map { ("WellKnown", $0.text) }
        for _ in 0..<4000 {
            let (type, text) = texts[dice.below(texts.count)]
            var damaged = Array(text.utf8)
            for _ in 0...dice.below(3) where !damaged.isEmpty {
                let place = dice.below(damaged.count)
                switch dice.below(4) {
                case 0: damaged[place] = UInt8(truncatingIfNeeded: dice.next())
                case 1: damaged.remove(at: place)
                case 2: damaged.insert(contentsOf: damaged[place..<min(place + 9, damaged.count)], at: place)
                default: damaged.insert(Array("{}[]\",:\\01e.-nt".utf8)[dice.below(15)], at: place)
                }
            }
            let transcoder = JSONTranscoder(Schema.everyKind)
            guard let bytes = try? transcoder.message(from: damaged[...], of: "hearth.test.json." + type) else {
                continue
            }
            let written = try json(type, bytes)
            try expect(again(type, written), equals: written, "\(type) \(String(decoding: damaged, as: UTF8.self))")
        }
    }

    @Test func damagedFilesDoNoHarm() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed of damaged descriptors: \(seed)")
        var dice = Dice(seed: seed)
        let file = try require(
            try Schema.files(
                """
                syntax = "proto3";
                package p;
                enum E { ZERO = 0; ONE = 1; }
                message A { A a = 1; repeated E e = 2 [json_name = "x"]; map<string, A> m = 3; oneof o { int32 i = 4; B b = 5; } message B { optional string s = 300; } }
                service S { rpc Get(A) returns (A); }
                """
            ).first)
        for _ in 0..<3000 {
            var damaged = file
            for _ in 0...dice.below(4) {
                let place = dice.below(damaged.count)
                switch dice.below(3) {
                case 0: damaged[place] = UInt8(truncatingIfNeeded: dice.next())
                case 1: damaged[place] ^= 1 << UInt8(dice.below(8))
                default: damaged.swapAt(place, dice.below(damaged.count))
                }
            }
            var pool = DescriptorPool()
            guard (try? pool.add(damaged)) != nil else { continue }
            let transcoder = JSONTranscoder(pool)
            _ = try? transcoder.json(from: message(&dice)[...], of: "p.A")
            _ = try? transcoder.message(
                from: Array(#"{"a":{"x":["ONE",1]},"m":{"k":{}},"b":{"s":""}}"#.utf8)[...], of: "p.A")
        }
    }
}
