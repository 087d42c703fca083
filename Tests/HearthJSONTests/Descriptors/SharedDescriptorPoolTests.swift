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
