internal import Expectations
internal import HearthEntities
internal import Testing

struct LocalMomentTests {
    @Test(
        arguments: [
            ("2026-11-29T07:30:00Z", "2026-11-29T08:30:00"),
            ("2026-11-29 07:30:00.123456+00:00", "2026-11-29T08:30:00"),
            ("2026-11-29t23:30:00z", "2026-11-30T00:30:00"), ("2026-11-29T07:30:00-0500", "2026-11-29T13:30:00"),
            ("2026-11-29T07:30+05", "2026-11-29T03:30:00"), ("1969-12-31T22:59:59Z", "1969-12-31T23:59:59"),
            // Without a zone it is a local time.
            ("2026-11-29T07:30:00", "2026-11-29T07:30:00"), ("2026-11-29 07:30", "2026-11-29T07:30:00"),
            ("9999-12-31T23:30:00Z", nil), ("2026-11-29", nil), ("2026-13-29T07:30:00Z", nil), ("", nil),
            ("2026-11-29T07:30:00+1", nil), ("2026-11-29T07:30:00+01:00:00", nil),
            ("2026-11-29T07:30:00 tomorrow", nil),
            ("unknown or unavailable", nil), ("2026-11-29T07:30:00+é0", nil),
        ] as [(String, String?)])
    func instantsAreLocal(_ text: String, _ local: String?) {
        expect(LocalMoment.text(of: text) { _ in 3_600 }, equals: local)
    }
}
