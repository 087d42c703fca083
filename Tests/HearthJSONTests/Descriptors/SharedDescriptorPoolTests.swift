internal import HearthJSON
internal import Synchronization
internal import Expectations
internal import Testing

/// Makers' traits come and go while calls run.
@Suite struct SharedDescriptorPoolTests {
    private func file(_ path: String, _ message: String) -> [UInt8] {
        Wire.make { wire in
            wire.text(1, path)
            wire.text(12, "proto3")
            wire.message(4) { $0.text(1, message) }
        }
    }

    @Test func filesAreReadWhenSomebodyAsks() {
        let count = Mutex(0)
        let pool = SharedDescriptorPool()
        let content = file("a.proto", "A")
        pool.add(path: "a.proto") {
            count.withLock { $0 += 1 }
            return content
        }
        expect(count.withLock { $0 }, equals: 0)
        expect(pool.current.hasMessage("A"))
        expect(pool.current.hasMessage("A"))
        expect(count.withLock { $0 }, equals: 1)
    }

    /// A message with an `Any`, and the file of its type.
    private func home(_ count: @escaping @Sendable () -> Void = {}) -> SharedDescriptorPool {
        let pool = SharedDescriptorPool()
        let home = Wire.make { wire in
            wire.text(1, "home.proto")
            wire.text(12, "proto3")
            wire.message(4) { message in
                message.text(1, "Home")
                message.message(2) { field in
                    field.text(1, "content")
                    field.varint(3, 1)
                    field.varint(4, 1)
                    field.varint(5, 11)
                    field.text(6, ".google.protobuf.Any")
                }
            }
        }
        let (lamp, fan) = (file("lamp.proto", "Lamp"), file("fan.proto", "Fan"))
        pool.add(path: "home.proto") { home }
        pool.add(path: "lamp.proto", declaring: ["Lamp"]) {
            count()
            return lamp
        }
        pool.add(path: "fan.proto", declaring: ["Fan"]) { fan }
        return pool
    }

    private static let text = Array(#"{"content":{"@type":"type.googleapis.com/Lamp"}}"#.utf8)

    @Test func namedFilesAreReadWhenTheyAreNeeded() throws {
        let count = Mutex(0)
        let pool = home { count.withLock { $0 += 1 } }
        expect(pool.pool(knowing: ["Home", "Other"]).paths, equals: ["home.proto"])
        let message = try pool.message(from: Self.text[...], of: "Home", reserving: 0)
        expect(pool.pool(knowing: []).paths, equals: ["home.proto", "lamp.proto"])
        try expect(pool.json(from: message[...], of: "Home", reserving: 0), equals: Self.text)
        expect(count.withLock { $0 }, equals: 1)
        expect(pool.current.paths, equals: ["home.proto", "lamp.proto", "fan.proto"])
    }

    @Test func answersReadTheFilesOfTheirContent() throws {
        let message = try home().message(from: Self.text[...], of: "Home", reserving: 0)
        let pool = home()
        try expect(pool.json(from: message[...], of: "Home", reserving: 0), equals: Self.text)
        expect(pool.pool(knowing: []).paths, equals: ["home.proto", "lamp.proto"])
        // What was read is replaced and removed at once.
        pool.remove(path: "lamp.proto")
        expect(pool.pool(knowing: ["Lamp"]).paths, equals: ["home.proto"])
        expect(throws: JSONError.self) { try pool.message(from: Self.text[...], of: "Home", reserving: 0) }
        let other = file("fan.proto", "Lamp")
        pool.add(path: "fan.proto", declaring: ["Lamp"]) { other }
        try expect(pool.message(from: Self.text[...], of: "Home", reserving: 0), equals: message)
    }

    @Test func methodsReadTheirService() {
        let pool = SharedDescriptorPool()
        let lamp = Wire.make { wire in
            wire.text(1, "lamp.proto")
            wire.text(2, "a.v1")
            wire.text(12, "proto3")
            wire.message(6) { service in
                service.text(1, "LampService")
                service.message(2) { $0.text(1, "Get") }
            }
        }
        pool.add(path: "lamp.proto", declaring: ["a.v1.Lamp", "a.v1.LampService"]) { lamp }
        expectNil(pool.method("a.v1.Lamp/Get"))
        expectNil(pool.method("a.v1.LampServices/Get"))
        expect(pool.method("a.v1.LampService/Get")?.hasNoSideEffects, equals: false)
    }

    /// A stream of the service's answers lasts, and looks up no method again.
    @Test func aFileThatComesBackIsReadAtOnce() {
        let (pool, answer) = (SharedDescriptorPool(), "a.v1.LampServiceWatchResponse")
        let lamp = Wire.make { wire in
            wire.text(1, "lamp.proto")
            wire.text(2, "a.v1")
            wire.text(12, "proto3")
            wire.message(4) { $0.text(1, "LampServiceWatchResponse") }
            wire.message(6) { service in
                service.text(1, "LampService")
                service.message(2) { $0.text(1, "Watch") }
            }
        }
        let add = { pool.add(path: "lamp.proto", declaring: ["a.v1.Lamp", "a.v1.LampService"]) { lamp } }
        add()
        expect(pool.method("a.v1.LampService/Watch") != nil)
        pool.remove(path: "lamp.proto")
        expect(!pool.pool(knowing: [answer]).hasMessage(answer))
        add()
        expect(pool.pool(knowing: [answer]).hasMessage(answer))
    }

    @Test func filesComeAndGo() {
        let pool = SharedDescriptorPool()
        let (first, second, third) = (file("a.proto", "A"), file("b.proto", "A"), file("a.proto", "C"))
        pool.add(path: "a.proto") { first }
        let before = pool.current
        pool.remove(path: "a.proto")
        pool.add(path: "b.proto") { second }
        expect(pool.current.paths, equals: ["b.proto"])
        expect(pool.current.hasMessage("A"))
        pool.add(path: "a.proto") { third }
        expect(pool.current.hasMessage("C"))
        expect(before.paths, equals: ["a.proto"])
        expect(before.hasMessage("A"))
    }

    @Test func refusedFileIsReported() {
        let pool = SharedDescriptorPool()
        let (good, bad) = (file("a.proto", "A"), file("b.proto", "A"))
        pool.add(path: "a.proto") { good }
        pool.add(path: "b.proto") { bad }
        expect(pool.refused.mapValues(\.code), equals: ["b.proto": .conflict])
        // The old one is removed, because it is not valid any more.
        pool.add(path: "a.proto") { [0xFF] }
        expect(!pool.current.hasMessage("A"))
        expect(pool.refused.keys.sorted(), equals: ["a.proto", "b.proto"])
        pool.add(path: "b.proto") { bad }
        expect(pool.refused.keys.sorted(), equals: ["a.proto"])
        expect(pool.current.hasMessage("A"))
    }
}
