internal import Foundation
internal import HearthCombine
internal import Expectations
internal import Testing

/// `encode` and `decode`.
@Suite struct CodingTests {
    private struct Room: Codable, Equatable {
        let name: String
    }

    @Test func thereAndBack() {
        let probe = Probe<Room, any Error>(.unlimited)
        [Room(name: "Hall"), Room(name: "Attic")].publisher
            .encode(encoder: JSONEncoder())
            .decode(type: Room.self, decoder: JSONDecoder())
            .subscribe(probe)
        expect(
            probe.events, equals: [.subscription, .value(Room(name: "Hall")), .value(Room(name: "Attic")), .finished])
    }

    @Test func propertyLists() {
        let probe = Probe<Room, any Error>(.unlimited)
        Just(Room(name: "Hall")).encode(encoder: PropertyListEncoder())
            .decode(type: Room.self, decoder: PropertyListDecoder()).subscribe(probe)
        expect(probe.values, equals: [Room(name: "Hall")])
    }

    @Test func decodingErrorEndsIt() {
        let source = Source<Data, Never>()
        let probe = source.decode(type: Room.self, decoder: JSONDecoder()).probe()
        source.send(Data(#"{"name": "Hall"}"#.utf8))
        source.send(Data("Hall".utf8))
        expect((probe.events, source.cancellations), are: ([.subscription, .value(Room(name: "Hall")), .failed], 1))
    }

    @Test func encodingErrorEndsIt() {
        let probe = Just(Double.infinity).encode(encoder: JSONEncoder()).probe()
        expect(probe.events, equals: [.subscription, .failed])
    }
}
