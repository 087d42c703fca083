internal import Expectations
import Testing

@testable import HearthBase

@Suite struct OrderingTests {
    private struct Lamp: Equatable {
        var name: String
        var room: String
        var id: Int16
    }

    private let lamps = [
        Lamp(name: "Desk", room: "Study", id: 3), Lamp(name: "Ceiling", room: "Study", id: -7),
        Lamp(name: "Desk", room: "Attic", id: 3), Lamp(name: "Ceiling", room: "Kitchen", id: 0),
    ]

    @Test func numbersRise() {
        expect([3, 1, 2].ordered(), equals: [1, 2, 3])
        expect(Set<UInt32>([9, .max, 0]).ordered(), equals: [0, 9, .max])
        expect([UInt64.max, 1 << 63, 1].ordered(), equals: [1, 1 << 63, .max])
    }

    @Test func negativeNumbersComeFirst() {
        expect([0, Int64.max, -1, .min].ordered(), equals: [.min, -1, 0, .max])
        expect([Int8.max, 0, .min].ordered(), equals: [.min, 0, .max])
        expect(lamps.ordered(by: \.id).map(\.id), equals: [-7, 0, 3, 3])
    }

    @Test func textsRise() {
        expect(["b", "", "a", "B"].ordered(), equals: ["", "B", "a", "b"])
        expect(["two": 2, "one": 1].keys.ordered(), equals: ["one", "two"])
    }

    @Test func nothingAndOneStayAsTheyAre() {
        expect([UInt16]().ordered(), equals: [])
        expect([String]().ordered(), equals: [])
        expect(lamps.prefix(1).ordered(by: \.name), equals: [lamps[0]])
        expect(order(of: [UInt64]()), equals: [])
    }

    @Test func duplicatesAreKept() {
        expect([2, 1, 2, 1].ordered(), equals: [1, 1, 2, 2])
        expect(["b", "a", "b"].ordered(), equals: ["a", "b", "b"])
    }

    @Test func equalKeysStayInTheirOrder() {
        expect(lamps.ordered(by: \.name).map(\.room), equals: ["Study", "Kitchen", "Study", "Attic"])
        let many = (0..<1000).map { (key: $0 % 7, place: $0) }
        expect(many.ordered(by: \.key).map(\.place), equals: (0..<7).flatMap { stride(from: $0, to: 1000, by: 7) })
        expect(many.ordered { String($0.key) }.map(\.place), equals: many.ordered(by: \.key).map(\.place))
        expect(many.ordered { [$0.key] }.map(\.place), equals: many.ordered(by: \.key).map(\.place))
    }

    @Test func laterKeysDecideWhereTheFirstAreTheSame() {
        expect(lamps.ordered { [$0.name, $0.room] }, equals: [lamps[3], lamps[1], lamps[2], lamps[0]])
        expect([(1, -1), (0, 5), (1, -2)].ordered { [$0.0, $0.1] }.map(\.1), equals: [5, -2, -1])
    }

    @Test func placesAreThoseOfTheKeys() {
        expect(order(of: [30, 10, 20, 10]), equals: [1, 3, 2, 0])
        expect(order(of: ["c", "a", "a"]), equals: [1, 2, 0])
    }
}
