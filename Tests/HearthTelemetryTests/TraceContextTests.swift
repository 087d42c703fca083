internal import Expectations
internal import HearthTelemetry
internal import Testing

/// The header `traceparent` of W3C Trace Context.
@Suite struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test(arguments: [
        ("00-\(trace)-\(span)-01", true), ("00-\(trace)-\(span)-00", false), ("00-\(trace)-\(span)-ff", true),
        ("01-\(trace)-\(span)-01", true), ("cc-\(trace)-\(span)-01-what-the-future-brings", true),
    ])
    func validHeadersAreRead(_ text: String, _ isSampled: Bool) throws {
        let context = try require(TraceContext(traceparent: text))
        expect(
            (context.isSampled, context.traceparent),
            are: (isSampled, "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")"))
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-01-more",
        "ff-\(trace)-\(span)-01",
        "00-\(trace.uppercased())-\(span)-01", "00-00000000000000000000000000000000-\(span)-01",
        "00-\(trace)-0000000000000000-01", "00-\(trace)x-\(span)-01", "cc-\(trace)-\(span)-01.more",
        "0x-\(trace)-\(span)-01", "01-\(trace)-\(span)-01-" + String(repeating: "a", count: 600),
    ])
    func otherHeadersAreIgnored(_ text: String) { expectNil(TraceContext(traceparent: text)) }

    @Test func aChildIsInTheSameTrace() throws {
        var random = SystemRandomNumberGenerator()
        let parent = try require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-00"))
        let child = parent.child(using: &random)
        expect((child.traceID, child.isSampled, child.spanID == parent.spanID), are: (parent.traceID, false, false))
    }

    @Test func idsThatFollowFromNamesAreStable() {
        let (run, again) = (TraceContext(trace: "r/7", span: "run"), TraceContext(trace: "r/7", span: "run"))
        let (action, other) = (TraceContext(trace: "r/7", span: "1"), TraceContext(trace: "r/8", span: "run"))
        expect(
            (run, action.traceID == run.traceID, action.spanID == run.spanID, other.traceID == run.traceID),
            are: (again, true, false, false))
        expect(TraceContext(traceparent: run.traceparent), equals: run)
    }
}
