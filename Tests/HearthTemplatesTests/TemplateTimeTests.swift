internal import Expectations
internal import HearthTemplates
internal import Testing

@Suite struct TemplateTimeTests {
    /// An hour east of UTC, and two from 2026-03-29T01:00:00Z.
    private static let time = TemplateTime(now: 1_774_745_999_000_000) { seconds in
        seconds < 1_774_746_000 ? 3_600 : 7_200
    }

    @Test(arguments: [
        ("{{ now() }}", "2026-03-29 01:59:59+01:00"),
        ("{{ (as_timestamp(now()) + 1)|timestamp_local }}", "2026-03-29T03:00:00+02:00"),
        ("{{ as_timestamp('2026-03-29T04:00:00') }}", "1774749600.0"),
        ("{{ as_timestamp('2026-03-29T01:59:59') }}", "1774745999.0"),
        ("{{ 1e300|timestamp_local('far') }} {{ -1e11|timestamp_local('long ago') }}", "far long ago"),
    ]) func followsTheZone(_ text: String, _ expected: String) throws {
        expect(try Template(parsing: text).rendered([:], at: Self.time), equals: expected)
    }

    @Test func offsetsMayHaveSeconds() throws {
        let time = TemplateTime(now: 0) { _ in -17_762 }
        expect(try Template(parsing: "{{ now() }}").rendered([:], at: time), equals: "1969-12-31 19:03:58-04:56:02")
        let broken = TemplateTime(now: .max) { _ in .min }
        expect(throws: TemplateError(.notSupported, "'now()' is not supported without a clock", 3)) {
            try Template(parsing: "{{ now() }}").rendered([:], at: broken)
        }
    }
}
