internal import HearthEntities
@testable internal import HearthIntegrations
internal import Expectations
internal import Testing

@Suite struct JoinCourseTests {
    private func progress(
        isOpen: Bool, _ stages: [(String, JoinProgress.Candidate.Stage)] = [], after earlier: JoinProgress = .init()
    ) -> JoinProgress {
        var progress = earlier
        progress.update(isOpen: isOpen, ends: isOpen ? .seconds(1_800_000_000) : nil)
        for (id, stage) in stages {
            progress.set(JoinProgress.Candidate(deviceID: id, name: id, stage: stage))
        }
        return progress
    }

    @Test func itEndsWhenClosedAndAllAreDescribed() {
        var course = JoinCourse(openedAt: .seconds(5), time: .seconds(60))
        expect(course.take(progress(isOpen: true), hubID: { _ in nil }))
        var state = progress(isOpen: true, [("a", .joined), ("b", .failed)])
        expect(course.take(state, hubID: { _ in nil }))
        expect(course.take(state, hubID: { _ in nil }), equals: false, "nothing is new")
        expect(course.isOver(at: .seconds(64)), equals: false)
        state = progress(isOpen: false, [("a", .ready)], after: state)
        expect(course.take(state, hubID: { _ in nil }))
        expect(course.isOver(at: .seconds(65)), equals: false, "it is not described yet")
        expect(course.take(state, hubID: { "hub-\($0)" }))
        expect(course.report.devices.map(\.hubID), equals: ["hub-a", "hub-b"])
        expect(course.isOver(at: .seconds(65)))
    }

    @Test func aDeviceThatNeverSettlesEndsItInTime() {
        var course = JoinCourse(openedAt: .seconds(5), time: .seconds(60))
        expect(course.deadlines, equals: [.seconds(15), .seconds(125)])
        let state = progress(isOpen: false, [("a", .interviewing)], after: progress(isOpen: true))
        _ = course.take(progress(isOpen: true), hubID: { _ in nil })
        _ = course.take(state, hubID: { _ in nil })
        expect(course.isOver(at: .seconds(124)), equals: false)
        expect(course.isOver(at: .seconds(125)))
    }

    @Test func aNetworkThatNeverOpensEndsIt() {
        var course = JoinCourse(openedAt: .zero, time: .seconds(60))
        let old = progress(isOpen: false, [("old", .interviewing)])
        expect(course.take(old, hubID: { _ in nil }), equals: false, "it joined at an earlier opening")
        expect(course.isOver(at: .seconds(9)), equals: false)
        expect(course.isOver(at: .seconds(10)))
    }
}
