internal import HearthBase
internal import HearthHTTP1
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct SmugglingTests {
    @Test func attacksNeverYieldASecondRequest() {
        for attack in SmugglingCorpus.attacks {
            for answering in [Talk.Answering.whole, .begun] {
                let talk = Talk(attack, answering: answering)
                expect(!talk.requests.contains { $0.target.path == "/smuggled" }, "\(attack.debugDescription)")
                expect(talk.failure != nil, "\(attack.debugDescription)")
                expect(talk.connection.isFinished, "\(attack.debugDescription)")
            }
        }
    }

    @Test func ordinaryRequestsAreTaken() {
        for text in SmugglingCorpus.requests {
            let talk = Talk(text)
            expectNil(talk.failure, "\(text.debugDescription)")
            expect(talk.whole.count, equals: 1, "\(text.debugDescription)")
        }
    }

    /// The division of the bytes does not change their meaning.
    @Test func bytewiseInputEqualsInputAtOnce() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of pieces of requests: \(seed)")
        var dice = Dice(seed: seed)
        for round in 0..<2_000 {
            let bytes = Mutation.conversation(&dice)
            let answering = [Talk.Answering.whole, .begun][dice.below(2)]
            var whole = Talk(answering: answering)
            whole.send(bytes)
            // Whether a body was asked for depends on whether it has arrived when the request is answered.
            if answering == .begun, whole.requests.contains(where: \.expectsContinue) { continue }
            var cut = Talk(answering: answering)
            var rest = bytes[...]
            let most = round % 4 == 0 ? 1 : 1 + dice.below(40)
            while !rest.isEmpty {
                let piece = rest.prefix(1 + dice.below(most))
                rest = rest.dropFirst(piece.count)
                cut.send(Array(piece))
            }
            let what = "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
            expect(whole.events, equals: cut.events, "\(what)")
            expect(whole.statuses.filter { $0 != 100 }, equals: cut.statuses.filter { $0 != 100 }, "\(what)")
            expect(whole.connection.isFinished, equals: cut.connection.isFinished, "\(what)")
        }
    }

    private static let oracles = PythonProgram("http1_oracles.py", needs: ["h11"])

    /// Requests that h11 or llhttp refuse are refused; requests that both accept are the same, with the same bodies.
    @Test(.enabled(if: oracles.isInstalled, "skipped: the Python package h11 is not installed"))
    func inputRefusedByOthersIsRefused() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of requests for h11 and llhttp: \(seed)")
        var dice = Dice(seed: seed)
        var cases = (SmugglingCorpus.attacks + SmugglingCorpus.requests + SmugglingCorpus.blanks).map { Array($0.utf8) }
        for _ in 0..<6_000 { cases.append(Mutation.conversation(&dice)) }
        let child = try Self.oracles.start()
        try await child.write(Array((cases.map { hex($0) }.joined(separator: "\n") + "\n").utf8))
        child.closeInput()
        let outcome = await child.wait()
        expect(outcome.status, equals: 0, "\(outcome.error)")
        let verdicts = outcome.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let readers = Set(verdicts.compactMap(\.first)).count
        try require(verdicts.count == cases.count * readers)
        if readers < 2 { print("skipped: llhttp is not installed") }
        var (taken, refused) = (0, 0)
        for (index, bytes) in cases.enumerated() {
            var talk = Talk()
            talk.send(bytes)
            let ours = talk.whole
            taken += ours.count
            if talk.failure != nil { refused += 1 }
            for verdict in verdicts[(index * readers)..<((index + 1) * readers)] {
                let (theirs, end) = (verdict.dropFirst().dropLast(), verdict.last)
                let common = end == "stopped" ? min(ours.count, theirs.count) : ours.count
                expect(
                    ours.prefix(common).elementsEqual(theirs.prefix(common)),
                    """
                    seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription) is \(ours), \
                    and for \(verdict[0]) \(Array(theirs)), \(end ?? "")
                    """)
            }
        }
        print("requests accepted: \(taken), conversations refused: \(refused) of \(cases.count)")
        expect(taken, isAbove: 1_000)
        expect(refused, isAbove: 1_000)
    }
}

/// Random changes of requests. Most changes break them.
enum Mutation {
    /// One to three requests, of the corpus or near it.
    static func conversation(_ dice: inout Dice) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0...dice.below(3) {
            let isAttack = dice.below(4) == 0
            let corpus =
                isAttack
                ? SmugglingCorpus.attacks : dice.below(8) == 0 ? SmugglingCorpus.blanks : SmugglingCorpus.requests
            bytes += corpus[dice.below(corpus.count)].utf8
        }
        for _ in 0..<dice.below(4) { change(&bytes, &dice) }
        return bytes
    }

    private static let tokens: [String] = [
        "\r\n", "\n", "\r", "\0", " ", "\t", "\t", "\t\r\n", ":", ";", ",", "\"", "=", "0", "3", "f", "\r\n\r\n",
        "\r\n ",
        "Host: h\r\n", "chunked",
        "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n", "HTTP/1.1", "GET / HTTP/1.1\r\n",
        "\u{B}",
        "\u{7F}", "\u{E9}", "#", "?", "/", "%00", "Connection: close\r\n", "Upgrade: x\r\nConnection: upgrade\r\n",
        ";a=\"b\\\"\"", "\u{1}", "_", "Expect: 100-continue\r\n",
    ]

    private static func change(_ bytes: inout [UInt8], _ dice: inout Dice) {
        guard !bytes.isEmpty else { return }
        let place = dice.below(bytes.count)
        switch dice.below(6) {
        case 0: bytes[place] = UInt8(dice.below(256))
        case 1: bytes[place] ^= 1 << UInt8(dice.below(8))
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(contentsOf: Array(tokens[dice.below(tokens.count)].utf8), at: place)
        case 4:
            let end = min(bytes.count, place + dice.below(12))
            bytes.replaceSubrange(place..<end, with: Array(tokens[dice.below(tokens.count)].utf8))
        default:
            let piece = Array(bytes[place..<min(bytes.count, place + dice.below(30))])
            bytes.insert(contentsOf: piece, at: dice.below(bytes.count + 1))
        }
    }
}
