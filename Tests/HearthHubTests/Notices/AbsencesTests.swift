@testable internal import HearthHub
internal import Expectations
internal import Testing

/// When unreachable devices are due for a notice.
struct AbsencesTests {
    private func device(_ id: String, behind bridge: String? = nil) -> Absences.Device {
        Absences.Device(id: id, structureID: "s", providerID: "p", bridgeID: bridge)
    }

    @Test func devicesBehindAnAbsentBridgeWaitForIt() {
        var absences = Absences()
        absences.begin(device("bridge"), at: .zero)
        absences.begin(device("lamp", behind: "bridge"), at: .seconds(1))
        absences.begin(device("lamp", behind: "bridge"), at: .seconds(50))
        expect(absences.next, equals: .seconds(3_600))
        expect(absences.takeDue(at: .seconds(3_601)).map { $0.map(\.id) }, equals: [["bridge"]])
        expect(absences.next, equals: .seconds(7_201))
        absences.end("bridge")
        expect(absences.takeDue(at: .seconds(7_201)).map { $0.map(\.id) }, equals: [["lamp"]])
        expect(absences.next, equals: nil)
    }

    @Test func manyDevicesOfAProviderShareANotice() {
        var absences = Absences()
        for id in ["a", "b", "c", "d"] { absences.begin(device(id), at: .zero) }
        expect(absences.takeDue(at: .seconds(3_600)).map { $0.map(\.id) }, equals: [["a", "b", "c", "d"]])
        // While the first is absent, its notice stands for the others.
        expect(absences.takeDue(at: .seconds(7_200)), equals: [])
        absences.end("a")
        expect(absences.takeDue(at: .seconds(10_800)).map { $0.map(\.id) }, equals: [["b"], ["c"], ["d"]])
        absences.end(structure: "s")
        expect(absences.next, equals: nil)
    }
}
