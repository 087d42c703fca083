@testable internal import HearthPostgreSQL
internal import Expectations
internal import Testing

/// What a connection sends, and which answers belong to which batch.
struct PipelineMachineTests {
    private let one = PostgresStatement("SELECT $1", [.integer(1)])
    private let other = PostgresStatement("SELECT 2")
    private var machine = PipelineMachine(server: "the database")
    private let loss = PostgresError(.notSent, "the connection is lost")

    private func rows(_ values: [[UInt8]?]..., changed: Int) -> PostgresRows {
        var rows = PostgresRows()
        for row in values { rows.append(row) }
        rows.changed = changed
        return rows
    }

    @Test
    mutating func aTextIsPreparedOnce() {
        expect(
            machine.submit(PostgresBatch([one, one, other]), id: 1),
            equals: [
                .prepare(name: "s1", one), .execute(name: "s1", [.integer(1)]), .execute(name: "s1", [.integer(1)]),
                .prepare(name: "s2", other), .execute(name: "s2", []), .sync,
            ])
        expect(machine.submit(PostgresBatch([other]), id: 2), equals: [.execute(name: "s2", []), .sync])
        let once = PostgresStatement("BEGIN", isPrepared: false)
        expect(machine.submit(PostgresBatch([once]), id: 3), equals: [.executeOnce(once), .sync])
    }

    @Test
    mutating func resultsAreInTheOrderOfTheirStatements() {
        _ = machine.submit(PostgresBatch([one, other]), id: 7)
        let replies: [PipelineMachine.Reply] = [
            .completed(changed: 0), .row([[1], nil]), .row([[2], []]), .completed(changed: 2), .completed(changed: 0),
            .completed(changed: 5),
        ]
        for reply in replies { expect(machine.received(reply), equals: []) }
        expect(machine.isBusy)
        expect(
            machine.received(.synced),
            equals: [.finish(id: 7, .success([rows([[1], nil], [[2], []], changed: 2), rows(changed: 5)]))])
        expect(!machine.isBusy)
    }

    @Test
    mutating func eachBatchFailsByItself() {
        _ = machine.submit(PostgresBatch([one, other]), id: 1)
        _ = machine.submit(PostgresBatch([one]), id: 2)
        let failure = ServerMessage(sqlState: "23505", text: "there is one")
        for reply in [.completed(changed: 0), .failed(failure), .skipped, .skipped] as [PipelineMachine.Reply] {
            expect(machine.received(reply), equals: [])
        }
        let refusal = PostgresError(
            .refused, sqlState: "23505", "the database refuses a transaction", cause: "there is one")
        expect(machine.received(.synced), equals: [.finish(id: 1, .failure(refusal))])
        expect(machine.received(.completed(changed: 1)), equals: [])
        expect(machine.received(.synced), equals: [.finish(id: 2, .success([rows(changed: 1)]))])
        // What was skipped was not prepared.
        expect(
            machine.submit(PostgresBatch([other]), id: 3),
            equals: [.prepare(name: "s3", other), .execute(name: "s3", []), .sync])
    }

    /// What a server says before the connection ends decides: before the Sync nothing is stored, after the last
    /// statement it may be.
    @Test(
        arguments: [
            ([], .unknown, ""), ([.completed(changed: 0)], .unknown, ""),
            ([.failed(ServerMessage(sqlState: "57P01", text: ""))], .refused, "57P01"),
            (
                [.completed(changed: 0), .completed(changed: 1), .failed(ServerMessage(sqlState: "57P01", text: ""))],
                .unknown, "57P01"
            ),
        ] as [([PipelineMachine.Reply], PostgresError.Outcome, String)])
    func aLossHasItsOutcome(
        _ replies: [PipelineMachine.Reply], _ outcome: PostgresError.Outcome, _ sqlState: String
    ) throws {
        var machine = machine
        _ = machine.submit(PostgresBatch([one]), id: 1)
        for reply in replies { _ = machine.received(reply) }
        let actions = machine.lost(loss)
        expect(actions.count, equals: 2)
        expect(actions.last, equals: .close)
        guard case .finish(1, .failure(let error)) = try require(actions.first) else {
            return expect(actions, equals: [])
        }
        expect(error.outcome, equals: outcome)
        expect(error.sqlState, equals: sqlState)
        expect(machine.lost(loss), equals: [])
        expect(
            machine.submit(PostgresBatch([one]), id: 2), equals: [.finish(id: 2, .failure(loss))],
            "nothing is sent after the loss")
    }

    /// SQLSTATEs that say themselves that the outcome is unknown.
    @Test(arguments: ["08007", "40003"])
    mutating func aServerCanNotKnow(_ sqlState: String) {
        _ = machine.submit(PostgresBatch([PostgresStatement("SELECT", isPrepared: false)]), id: 1)
        _ = machine.received(.failed(ServerMessage(sqlState: sqlState, text: "?")))
        let error = PostgresError(.unknown, sqlState: sqlState, "the database refuses a transaction", cause: "?")
        expect(machine.received(.synced), equals: [.finish(id: 1, .failure(error))])
    }

    @Test
    mutating func aResultHasALimit() {
        _ = machine.submit(PostgresBatch([PostgresStatement("SELECT", isPrepared: false)], mostBytes: 150), id: 1)
        expect(machine.received(.row([[UInt8](repeating: 0, count: 100)])), equals: [])
        let error = PostgresError(
            .unknown, "a result of the database has more than 150 bytes, the most that is read at once")
        expect(machine.received(.row([[0]])), equals: [.finish(id: 1, .failure(error)), .close])
    }
}
