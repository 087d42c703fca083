@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

/// Too long texts are refused when a request is read, for each method and each field.
@Suite(.timeLimit(.minutes(5)))
struct TextLimitsTests {
    /// The paths to the text fields of a message; each message type is visited once.
    private func texts(in layout: MessageLayout, _ seen: inout Set<String>) -> [[FieldLayout]] {
        guard seen.insert(layout.name).inserted else { return [] }
        return layout.fields.flatMap { field -> [[FieldLayout]] in
            if field.kind == .string { return [[field]] }
            guard let inner = field.messageLayout else { return [] }
            return texts(in: inner, &seen).map { [field] + $0 }
        }
    }

    /// A message that has only the text at the end of a path.
    private func message(_ way: [FieldLayout], _ text: [UInt8]) -> [UInt8] {
        way.reversed().reduce(text) { payload, field in
            varint(UInt64(field.number) << 3 | 2) + varint(UInt64(payload.count)) + payload
        }
    }

    private func varint(_ number: UInt64) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
    }

    private func code(_ test: TestHub, _ method: MethodDescriptor, _ message: [UInt8]) async -> RPCError.Code? {
        do {
            let frame = RPCFrame(message: message)
            if method.kind == .unary {
                let _: RPCFrame = try await test.client().unary(method, frame)
            } else {
                let reader: RPCReader<RPCFrame> = try await test.client().serverStreaming(method, frame)
                _ = try await reader.next()
            }
            return nil
        } catch {
            return error.code
        }
    }

    @Test func twoMegabytesAreRefusedInEachTextOfEachMethod() async throws {
        let test = try await TestHub()
        test.server.updateRoutes { $0.addStubs() }
        // More than the longest allowed text, that of automations with 2 MiB.
        let text = [UInt8](repeating: 0x61, count: 2 << 20 + 1)
        var tried = 0
        for method in test.server.methods where method.kind == .unary || method.kind == .serverStreaming {
            let name = method.path.split(separator: ".").last.map(String.init) ?? ""
            guard let expectation = EveryMethodTests.expectations[name] else { continue }
            var seen: Set<String> = []
            for way in texts(in: expectation.layout, &seen) {
                tried += 1
                let code = await code(test, method, message(way, text))
                let place = "\(name) \(way.map(\.name).joined(separator: "."))"
                expect(code, equals: .invalidArgument, "\(place): \(code.map { "\($0)" } ?? "taken")")
            }
        }
        expect(tried, isAbove: 150)
    }

    @Test func aTextThatIsNotTooLongIsTaken() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1))
        func error(_ id: Int, _ name: Int) async -> RPCError? {
            do {
                _ = try await test.home().updateRoom(
                    .init(roomID: String(repeating: "r", count: id), name: String(repeating: "n", count: name)))
                return nil
            } catch {
                return error
            }
        }
        await expect(error(255, 64)?.code, equals: .notFound)
        await expect(error(256, 64)?.message, equals: "the request's room_id has 256 bytes; at most 255 are allowed")
        // The rule for names has a specific error.
        await expect(error(255, 4_000)?.homeKitError?.name, equals: "StringLongerThanMaximum")
        await expect(error(255, 5_000)?.message, equals: "the request's name has 5000 bytes; at most 4096 are allowed")
        let many = Hearth_V1_UpdateZoneRequest(zoneID: "z", addRoomIDs: Array(repeating: "r", count: 10_001))
        let refused = await expect(throws: RPCError.self) { _ = try await test.home().updateZone(many) }
        expect(refused?.message, equals: "the request's add_room_ids has more than 10000 entries, the most it may have")
    }

    /// Some push services give addresses of more than 500 bytes.
    @Test(arguments: ["GetPushKey", "SubscribeToNotices", "UnsubscribeFromNotices"])
    func addressOfAPushServiceIsTaken(_ name: String) async throws {
        let test = try await TestHub()
        test.server.updateRoutes { $0.addStubs() }
        let method = try require(test.server.methods.first { $0.path.hasSuffix("PushService/\(name)") })
        func isTooLong(_ count: Int) async -> Bool {
            let address = [UInt8](repeating: 0x61, count: count)
            return await code(test, method, [0x0A] + varint(UInt64(count)) + address) == .invalidArgument
        }
        await expect(isTooLong(2_048), equals: false)
        await expect(isTooLong(2_049), equals: true)
    }

    /// Lists of numbers, pieces of one message and unknown fields cost as much as they have parts.
    @Test func manyPartsAreRefused() async throws {
        let test = try await TestHub()
        func refusal(_ request: [UInt8]) async throws -> String? {
            let method = try require(test.server.methods.first { $0.path.hasSuffix("PeopleService/UpdatePerson") })
            do {
                let _: RPCFrame = try await test.client().unary(method, RPCFrame(message: request))
                return nil
            } catch {
                return error.message
            }
        }
        func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] { Array(repeatElement(bytes, count: count).joined()) }
        func sized(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + varint(UInt64(content.count)) + content }
        func grant(hours: [UInt8]) -> [UInt8] { sized(0x22, sized(0x22, hours)) }
        let days = { (count: Int) in [0x0A] + self.varint(UInt64(count)) + [UInt8](repeating: 1, count: count) }
        let most = "has more than 10000 entries, the most it may have"
        try await expect(refusal(grant(hours: days(3_900_000))), equals: "the request's weekdays \(most)")
        try await expect(refusal(grant(hours: repeated([0x08, 1], 10_001))), equals: "the request's weekdays \(most)")
        try await expect(refusal(repeated([0x22, 0], 10_001)), equals: "the request's grant \(most)")
        // Pieces of one grant, each with a part of a list.
        let piece = sized(0x22, repeated([0x22, 0], 100))
        try await expect(refusal(repeated(piece, 101)), equals: "the request's hours \(most)")
        try await expect(refusal(repeated([0x78, 1], 10_001)), equals: "the request's unknown fields \(most)")
        let unknown = "there is no person with the id \"\"; list the people of a structure"
        try await expect(refusal(grant(hours: days(10_000))), equals: unknown)
    }

    @Test func aRefusalInALargeHomeNamesWhatIsNear() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1_000))
        func refusal(_ id: String) async -> String? {
            do {
                _ = try await test.home().removeDevice(.init(deviceID: id))
                return nil
            } catch {
                return error.message
            }
        }
        await expect(refusal("lamp-99o")?.contains("did you mean lamp-99"), equals: true)
        await expect(refusal("nothing like it"), equals: "there is no device \"nothing like it\"")
        for number in 0..<30 {
            _ = try await test.hub.createRoom(name: "Room \(number)", in: test.structureID, as: owner)
        }
        let error = await expect(throws: RPCError.self) { _ = try await test.home().deleteRoom(.init(roomID: "x")) }
        expect(error?.message.contains("Room 19 ("), equals: true)
        expect(error?.message.contains("Room 20 ("), equals: false)
    }
}
