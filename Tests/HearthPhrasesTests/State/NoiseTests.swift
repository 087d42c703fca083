internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct NoiseTests {
    private func fact(_ name: String, _ number: Double) -> StateFact { StateFact(name, .number(number), "\(number)") }

    @Test func aQuiverIsNotSaidAndADriftIs() {
        var noise = Noise()
        noise.learn([fact("temperature", 20)], of: "a")
        expect(noise.worthSaying([fact("temperature", 20.3)], of: "a"), equals: [])
        expect(noise.worthSaying([fact("temperature", 20.4)], of: "a"), equals: [])
        // Compared with the last mentioned value, so that a slow drift is mentioned in the end.
        expect(noise.worthSaying([fact("temperature", 20.5)], of: "a").count, equals: 1)
        expect(noise.worthSaying([fact("temperature", 20.9)], of: "a"), equals: [])
    }

    @Test func lightIsJudgedByItsShare() {
        var noise = Noise()
        noise.learn([fact("illuminance", 1000)], of: "a")
        expect(noise.worthSaying([fact("illuminance", 1400)], of: "a"), equals: [])
        expect(noise.worthSaying([fact("illuminance", 1500)], of: "a").count, equals: 1)
    }

    @Test func aMakersSensorIsJudgedByItsShare() {
        func fact(_ number: Double, _ isQuieterReported: Bool) -> StateFact {
            StateFact("radon", .number(number), "radon \(number)", isQuieterReported: isQuieterReported)
        }
        for (isQuieterReported, said) in [(true, 0), (false, 1)] {
            var noise = Noise()
            noise.learn([fact(100, isQuieterReported)], of: "a")
            expect(noise.worthSaying([fact(104, isQuieterReported)], of: "a").count, equals: said)
            expect(noise.worthSaying([fact(110, isQuieterReported)], of: "a").count, equals: 1)
        }
    }

    @Test func switchedStatesAreAlwaysMentioned() {
        var noise = Noise()
        noise.learn([fact("brightness", 50)], of: "a")
        expect(noise.worthSaying([fact("brightness", 51)], of: "a").count, equals: 1)
        let on = StateFact("on", .bool(true), "on")
        expect(noise.worthSaying([on], of: "a"), equals: [on])
        // A first value is always mentioned.
        expect(noise.worthSaying([fact("humidity", 50)], of: "b").count, equals: 1)
    }
}
