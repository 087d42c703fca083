internal import HearthCombine
internal import Testing

@Suite(.timeLimit(.minutes(1))) struct FutureValueTests {
    @Test func theValueOfAPromiseThatIsKept() async {
        let future = Future<Int, Never> { $0(.success(7)) }
        #expect(await future.value == 7)
        #expect(await future.value == 7)
    }

    @Test func theErrorOfOneThatIsNot() async throws {
        let future = Future<Int, Failed> { $0(.failure(Failed())) }
        await #expect(throws: Failed.self) { _ = try await future.value }
    }

    @MainActor @Test func valueWaitsForTheFuture() async throws {
        var keep: Future<[String], any Error>.Promise?
        let future = Future<[String], any Error> { keep = $0 }
        Task { @MainActor in keep?(.success(["Hall"])) }
        #expect(try await future.value == ["Hall"])
    }
}
