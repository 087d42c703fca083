internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct PublishedTests {
    final class Lamp: ObservableObject {
        @Published var level: Int
        @Published var name = "lamp"
        @Published var copy = 0

        init(level: Int = 0) {
            self.level = level
        }
    }

    @Test func sendsCurrentValueThenEachBeforeItIsSet() {
        let lamp = Lamp(level: 1)
        var events: [String] = []
        let token = lamp.$level.sink { events.append("\($0) over \(lamp.level)") }
        lamp.level = 2
        lamp.level = 2
        lamp.level += 1
        expect((events, lamp.level), are: (["1 over 1", "2 over 1", "2 over 2", "3 over 2"], 3))
        token.cancel()
        lamp.level = 4
        expect(events.count, equals: 4)
    }

    @Test func lateDemandGetsOnlyTheLatest() {
        let lamp = Lamp(level: 1)
        let probe = lamp.$level.probe(.max(1))
        lamp.level = 2
        lamp.level = 3
        expect(probe.values, equals: [1])
        probe.subscription?.request(.max(2))
        expect(probe.values, equals: [1, 3])
    }

    @Test func aValueSetWithinAValueStays() {
        let lamp = Lamp()
        var values: [Int] = []
        let token = lamp.$level.sink {
            values.append($0)
            if $0 == 1 { lamp.level = 2 }
        }
        lamp.level = 1
        expect((values, lamp.level), are: ([0, 1, 2], 2))
        token.cancel()
    }

    @Test func aLaterSubscriberWithinAValueGetsTheNewOne() {
        let lamp = Lamp()
        var inner: [Int] = []
        var tokens: Set<AnyCancellable> = []
        lamp.$level.dropFirst().sink { _ in
            lamp.$level.sink { inner.append($0) }.store(in: &tokens)
        }.store(in: &tokens)
        lamp.level = 1
        expect(inner, equals: [1])
        tokens.removeAll()
    }

    @Test func onePropertyIsPublishedInAnother() {
        let lamp = Lamp(level: 1)
        lamp.$level.map { $0 * 10 }.assign(to: &lamp.$copy)
        expect(lamp.copy, equals: 10)
        lamp.level = 2
        expect(lamp.copy, equals: 20)
        let other = Lamp()
        lamp.$copy.assign(to: &other.$level)
        lamp.level = 3
        expect(other.level, equals: 30)
    }

    @Test func assigningEndsWithTheObject() {
        let source = Source<Int, Never>()
        weak var released: Lamp?
        do {
            let lamp = Lamp()
            released = lamp
            source.assign(to: &lamp.$level)
            source.send(5)
            expect((lamp.level, source.cancellations), are: (5, 0))
        }
        expectNil(released)
        expect(source.cancellations, equals: 1)
        source.send(6)
    }

    @Test func assigningEndsWithThePublisher() {
        final class Object {}
        weak var captured: Object?
        let lamp = Lamp()
        do {
            let object = Object()
            captured = object
            Just(7).map { [object] in
                _ = object
                return $0
            }.assign(to: &lamp.$level)
        }
        expect(lamp.level, equals: 7)
        expectNil(captured)
        let subject = PassthroughSubject<Int, Never>()
        subject.assign(to: &lamp.$level)
        subject.send(8)
        subject.send(completion: .finished)
        lamp.level = 9
        expect(lamp.level, equals: 9)
    }

    @Test func observersDoNotHoldTheObjectAndGoWithTheirTokens() {
        final class Object {}
        weak var lamp: Lamp?
        weak var captured: Object?
        var tokens: Set<AnyCancellable> = []
        do {
            let (owner, object) = (Lamp(), Object())
            (lamp, captured) = (owner, object)
            owner.$level.sink { _ in _ = object }.store(in: &tokens)
            owner.objectWillChange.sink { _ in _ = object }.store(in: &tokens)
            owner.$level.assign(to: &owner.$copy)
            owner.level = 1
        }
        expectNil(lamp)
        expect(captured != nil)
        tokens.removeAll()
        expectNil(captured)
    }

    @Test func aValueIsReleasedOnceItIsReplaced() {
        final class Object {}
        final class Holder { @Published var object: Object? }
        let holder = Holder()
        weak var first: Object?
        do {
            let object = Object()
            first = object
            holder.object = object
        }
        let token = holder.$object.sink { _ in }
        expect(first != nil)
        holder.object = nil
        expectNil(first)
        token.cancel()
    }

    @Test func aPublisherMayOutliveItsObject() {
        var publisher: Published<Int>.Publisher?
        do {
            let lamp = Lamp(level: 3)
            publisher = lamp.$level
        }
        expect(publisher?.probe().events, equals: [.subscription, .value(3)])
    }

    @Test func aValueMayBeSetWhenTheObjectGoes() {
        final class Leaving: ObservableObject {
            @Published var state = "here"
            deinit { state = "gone" }
        }
        var states: [String] = []
        var token: AnyCancellable?
        do {
            let object = Leaving()
            token = object.$state.sink { states.append($0) }
        }
        expect(states, equals: ["here", "gone"])
        token?.cancel()
    }
}
