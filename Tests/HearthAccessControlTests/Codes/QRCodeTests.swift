internal import Foundation
@testable internal import HearthAccessControl
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct QRCodeTests {
    @Test func codeEqualsThatOfAnotherEncoder() {
        // The standard does not define the best mask exactly; one of the eight equals the other encoder's.
        let drawings = QRCode.candidates(Array("hearth".utf8)).map { code in
            (0..<code.size).map { row in (0..<code.size).map { code[row, $0] ? "#" : "." }.joined() }
        }
        expect(drawings.contains(Self.hearth))
    }

    @Test(arguments: [
        (0, 21), (17, 21), (18, 25), (32, 25), (53, 29), (78, 33), (106, 37), (134, 41), (154, 45), (192, 49),
        (230, 53), (271, 57),
    ])
    func eachLengthHasItsVersionAndWhatIsTooLongHasNone(length: Int, size: Int) throws {
        try expect(require(QRCode(Array(repeating: 0x61, count: length))).size, equals: size)
        expectNil(QRCode(Array(repeating: 0x61, count: 272)))
    }

    @Test(.enabled("zbarimg (Debian: zbar-tools) is not installed") { Self.reader != nil })
    func aReaderReadsWhatWasWrittenAtEveryVersion() async throws {
        var generator = SystemRandomNumberGenerator()
        for length in [1, 17, 18, 32, 33, 53, 54, 78, 79, 106, 107, 134, 135, 154, 155, 192, 193, 230, 231, 271] {
            let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:?=&-_.".utf8)
            let bytes = (0..<length).map { _ in letters.randomElement(using: &generator) ?? 0 }
            let code = try require(QRCode(bytes))
            try await expect(Self.scan(code), equals: String(decoding: bytes, as: UTF8.self), "\(length) bytes")
        }
    }

    @Test func terminalLineHoldsTwoRowsWithQuietZone() throws {
        let lines = try require(QRCode([0x61])).terminalText.split(separator: "\n")
        expect(lines.count, equals: 15)
        expect(lines.allSatisfy { $0.count == 29 })
        expect(lines[0], equals: Substring(String(repeating: "█", count: 29)))
        expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
    }

    private static let reader = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The text that a reader decodes from a picture of the code.
    private static func scan(_ code: QRCode) async throws -> String {
        let (scale, quiet) = (4, 4)
        let side = (code.size + 2 * quiet) * scale
        var picture = Array("P5 \(side) \(side) 255\n".utf8)
        for y in 0..<side {
            for x in 0..<side { picture.append(code[y / scale - quiet, x / scale - quiet] ? 0 : 255) }
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-qr-\(UUID()).pgm")
        try Data(picture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await ChildProcess.run(
            try require(reader), ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path])
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    /// libqrencode 4.1: `qrencode -8 -l L -m 0 -t ASCII hearth`, which writes two characters a module.
    private static let hearth = [
        "#######...#.#.#######",
        "#.....#.#.#.#.#.....#",
        "#.###.#.#.##..#.###.#",
        "#.###.#.....#.#.###.#",
        "#.###.#.#####.#.###.#",
        "#.....#.###...#.....#",
        "#######.#.#.#.#######",
        "........#............",
        "##.#..##..###.###.##.",
        "...........#.#.#...##",
        ".##.#.#.##.#..#####.#",
        "###.#..#..#.######.##",
        "...#######.#.###.....",
        "........#....#####..#",
        "#######.##.##.#.#.##.",
        "#.....#..##...##...##",
        "#.###.#..#..###.##..#",
        "#.###.#.##...####..##",
        "#.###.#..#.#.####...#",
        "#.....#.#####..##....",
        "#######.##...#.##..#.",
    ]
}
