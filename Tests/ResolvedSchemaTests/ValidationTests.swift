internal import HearthBase
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Structs that contain themselves, and long files; ``TranscriptTests`` has numbers and names that contradict each other.
struct ValidationTests {
    @Test func roundaboutRecursionIsFound() {
        expect(
            findings("struct A { B b = 0; }\nstruct B { optional nullable A a = 0; }\nstruct D { A a = 0; }"),
            equals: [
                "a.matter:2:8: error: struct A contains itself (a struct can hold its own kind in a list only)",
                "a.matter:3:8: error: struct B contains itself (a struct can hold its own kind in a list only)",
            ])
    }

    @Test func longChainsOfStructsAreNoDanger() {
        var text = (0..<20_000).map { "struct S\($0) { S\($0 + 1) next = 0; }" }.joined(separator: "\n")
        text += "\nstruct S20000 { S0 first = 0; }"
        let found = resolve(text).findings
        expect(found.count, equals: 20_001)
    }

    @Test func manyMistakesAreAllReported() {
        let text = (0..<1000).map { "struct S\($0) { X\($0) field = 0; }" }.joined(separator: "\n")
        let found = resolve(text).findings
        expect((found.count, found.last), are: (1000, "a.matter:1000:15: error: unknown type 'X999'"))
    }
}
