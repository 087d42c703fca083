internal import Foundation
internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct RecordTests {
    private struct Why: Error, Codable, Equatable {
        let text: String
    }

    @Test func eachSubscriberGetsTheRecording() {
        let record = Record<Int, Failed> { recording in
            recording.receive(1)
            recording.receive(2)
            recording.receive(completion: .failure(Failed()))
        }
        for _ in 0..<2 {
            let probe = record.probe()
            expect(probe.events, equals: [.subscription, .value(1), .value(2), .failed])
        }
    }

    @Test func nothingFollowsTheEnd() {
        let record = Record<Int, Failed> { recording in
            recording.receive(1)
            recording.receive(completion: .finished)
            recording.receive(2)
            recording.receive(completion: .failure(Failed()))
        }
        let probe = record.probe()
        expect(probe.events, equals: [.subscription, .value(1), .finished])
    }

    @Test func recordSendsAsManyAsRequested() {
        let probe = Record<Int, Failed>(output: [1, 2], completion: .finished).probe(.max(1))
        expect(probe.events, equals: [.subscription, .value(1)])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }

    @Test func aRecordingCanBeKept() throws {
        let record = Record<Int, Why>(output: [1, 2], completion: .failure(Why(text: "cold")))
        let read = try JSONDecoder().decode(Record<Int, Why>.self, from: JSONEncoder().encode(record))
        expect((read.recording.output, read.recording.completion), are: ([1, 2], .failure(Why(text: "cold"))))
    }
}
