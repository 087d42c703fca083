internal import InteropService
internal import Expectations
internal import Testing

@Suite struct ArgumentsTests {
    private static let names: Set<String> = ["port", "tls-ca"]

    @Test func bothFormsAreRead() throws {
        let arguments = try Arguments(["--port", "7", "--tls_ca=a=b"], names: Self.names)
        expect(arguments["port"] == "7" && arguments["tls-ca"] == "a=b")
        try expect(arguments.number("port", in: 0...10), equals: 7)
    }

    @Test func wrongArgumentIsNamed() throws {
        let cases: [([String], String)] = [
            (["port"], "'port' is not an option"), (["--prot", "1"], "there is no option --prot"),
            (["--port"], "--port needs a value"),
        ]
        for (typed, text) in cases {
            let problem = expect(throws: Arguments.Problem.self) { try Arguments(typed, names: Self.names) }
            expect(problem?.description.contains(text), equals: true)
        }
        let arguments = try Arguments(["--port", "x"], names: Self.names)
        expect(throws: Arguments.Problem.self) { try arguments.required("tls-ca") }
        expect(throws: Arguments.Problem.self) { try arguments.number("port", in: 0...10) }
    }
}
