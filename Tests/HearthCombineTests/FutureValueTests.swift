internal import HearthCombine
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct FutureValueTests {
    @Test func theValueOfAPromiseThatIsKept() async {
        let future = Future<Int, Never> { $0(.success(7)) }
        await expect((future.value, future.value), are: (7, 7))
    }

    @Test func theErrorOfOneThatIsNot() async throws {
        let future = Future<Int, Failed> { $0(.failure(Failed())) }
        await expect(throws: Failed.self) { _ = try await future.value }
    }

    @MainActor @Test func valueWaitsForTheFuture() async throws {
        var keep: Future<[String], any Error>.Promise?
        let future = Future<[String], any Error> { keep = $0 }
        Task { @MainActor in keep?(.success(["Hall"])) }
        try await expect(future.value, equals: ["Hall"])
    }
}
