internal import Dispatch
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

@Suite struct ObservableObjectTests {
    class Device: ObservableObject {
        @Published var name = "lamp"
        @Published var isOn = false
        var plain = 0
    }

    final class Dimmable: Device {
        @Published var level = 0
    }

    @Test func objectWillChangePrecedesTheChange() {
        let device = Device()
        var seen: [String] = []
        let token = device.objectWillChange.sink { seen.append("\(device.name) \(device.isOn)") }
        expect(seen, equals: [])
        device.isOn = true
        device.name = "light"
        device.plain = 1
        expect((seen, device.name), are: (["lamp false", "lamp true"], "light"))
        token.cancel()
        device.isOn = false
        expect(seen.count, equals: 2)
    }

    @Test func objectWillChangePrecedesTheProperty() {
        let device = Device()
        var events: [String] = []
        var tokens: Set<AnyCancellable> = []
        device.$isOn.sink { events.append("isOn \($0)") }.store(in: &tokens)
        device.objectWillChange.sink { events.append("change") }.store(in: &tokens)
        device.isOn = true
        expect(events, equals: ["isOn false", "change", "isOn true"])
    }

    @Test func inheritedPropertiesCountToo() {
        let lamp = Dimmable()
        var changes = 0
        let token = lamp.objectWillChange.sink { changes += 1 }
        lamp.level = 5
        lamp.isOn = true
        (lamp as Device).name = "light"
        expect(changes, equals: 3)
        token.cancel()
    }

    @Test func anObjectMaySayItItself() {
        let device = Device()
        var changes = 0
        let token = device.objectWillChange.sink { changes += 1 }
        device.objectWillChange.send()
        expect(changes, equals: 1)
        expect(device.objectWillChange === device.objectWillChange)
        expect(device.objectWillChange !== Device().objectWillChange)
        token.cancel()
    }

    @Test func assignedValuesChangeTheObject() {
        let device = Device()
        var changes = 0
        let token = device.objectWillChange.sink { changes += 1 }
        let subject = PassthroughSubject<String, Never>()
        subject.assign(to: &device.$name)
        subject.send("light")
        expect(changes, equals: 1)
        token.cancel()
    }

    /// As in Combine, such an object has to send its changes itself.
    @Test func anObjectWithItsOwnPublisher() {
        final class Counter: ObservableObject {
            let objectWillChange = PassthroughSubject<String, Never>()
            @Published var published = 0
            var count = 0 { willSet { objectWillChange.send("to \(newValue)") } }
        }
        let counter = Counter()
        var changes: [String] = []
        let token = counter.objectWillChange.sink { changes.append($0) }
        counter.count = 1
        counter.published = 1
        expect(changes, equals: ["to 1"])
        token.cancel()
    }

    @Test func modelsAreObservedByModels() {
        final class Home: ObservableObject {
            @Published var devices: [Device] = []
            private var tokens: Set<AnyCancellable> = []

            func add(_ device: Device) {
                device.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &tokens)
                devices.append(device)
            }
        }
        let home = Home()
        var changes = 0
        let token = home.objectWillChange.sink { changes += 1 }
        let device = Device()
        home.add(device)
        device.isOn = true
        expect(changes, equals: 2)
        token.cancel()
    }

    @Test @MainActor func aModelOnTheMainActor() {
        @MainActor final class Model: ObservableObject {
            @Published private(set) var level = 0
            @Published var text = ""
            private var tokens: Set<AnyCancellable> = []

            init(_ levels: AnyPublisher<Int, Never>) {
                levels.sink { [weak self] in self?.level = $0 }.store(in: &tokens)
                $level.map { "\($0)%" }.assign(to: &$text)
            }
        }
        let levels = PassthroughSubject<Int, Never>()
        let model = Model(levels.eraseToAnyPublisher())
        var changes = 0
        let token = model.objectWillChange.sink { changes += 1 }
        levels.send(40)
        expect((model.level, model.text), are: (40, "40%"))
        expect(changes, equals: 2)
        token.cancel()
    }

    /// Objects that reuse an address are never confused.
    @Test func manyObjectsHaveEachTheirOwn() {
        for round in 0..<200 {
            let device = Device()
            var changes = 0
            let token = device.objectWillChange.sink { changes += 1 }
            device.isOn = true
            expect(changes, equals: 1, "round \(round)")
            withExtendedLifetime(token) {}
        }
    }

    /// An object that is released on another thread while objects are counted may observe others in its deinitializer.
    @Test func objectsAreReleasedOnManyThreads() {
        final class Leaving: ObservableObject {
            @Published var peer: Leaving?
            let left: () -> Void

            init(_ left: @escaping () -> Void) { self.left = left }

            deinit {
                peer?.objectWillChange.send()
                left()
            }
        }
        let gone = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2_000 {
                let leave = { _ = gone.add(1, ordering: .relaxed) }
                let object = Leaving(leave)
                object.peer = Leaving(leave)
                object.objectWillChange.send()
            }
        }
        expect(gone.load(ordering: .relaxed), equals: 2 * 4 * 2_000)
    }
}
