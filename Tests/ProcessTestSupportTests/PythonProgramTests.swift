internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct PythonProgramTests {
    private static let echo = PythonProgram(lines: "import sys; print(sys.stdin.readline().strip(), *sys.argv[1:])")

    @Test(.enabled(if: echo.isInstalled, "skipped: python3 is not installed"))
    func linesAreAProgramWithInputAndArguments() async throws {
        try await expect(Self.echo.run(["a", "b c"]).output, equals: " a b c\n")
        let child = try Self.echo.start(["a"])
        try await child.write(Array("hello\n".utf8))
        await expect(child.line { _ in true }, equals: "hello a")
        await expect(child.wait().status, equals: 0)
    }

    @Test func programWithAMissingModuleIsNotInstalled() {
        expect(!PythonProgram("grpcio_peer.py", needs: ["no_such_module_of_hearths"]).isInstalled)
    }
}
