internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct PythonProgramTests {
    private static let echo = PythonProgram(lines: "import sys; print(sys.stdin.readline().strip(), *sys.argv[1:])")

    @Test(.enabled(if: echo.isInstalled, "skipped: python3 is not installed"))
    func linesAreAProgramWithInputAndArguments() async throws {
        #expect(try await Self.echo.run(["a", "b c"]).output == " a b c\n")
        let child = try Self.echo.start(["a"])
        try await child.write(Array("hello\n".utf8))
        #expect(await child.line { _ in true } == "hello a")
        #expect(await child.wait().status == 0)
    }

    @Test func programWithAMissingModuleIsNotInstalled() {
        #expect(!PythonProgram("grpcio_peer.py", needs: ["no_such_module_of_hearths"]).isInstalled)
    }
}
