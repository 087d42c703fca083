internal import Foundation
package import HearthEventLoop
package import HearthPostgreSQL
internal import ProcessTestSupport

/// A PostgreSQL server of this process's tests, in a temporary folder, on a Unix socket. It ends with the process.
///
/// It does not sync files, as tests end no machine. As root it runs as the user postgres, as the server refuses root.
package final class PostgresCluster: Sendable {
    /// The server; nil after a message if PostgreSQL is not installed.
    package static let shared: PostgresCluster? = start()

    /// The address of its database, in which nothing but the tests' homes is.
    package let address: String
    /// The loop of the tests' connections.
    package let loop: EventLoop
    private let server: ChildProcess

    private init(address: String, loop: EventLoop, server: ChildProcess) {
        self.address = address
        self.loop = loop
        self.server = server
    }

    /// A new connection, as the owner of everything.
    package func connect() async throws -> PostgresConnection {
        try await PostgresConnection.open(try PostgresAddress(address), name: "tests", on: loop)
    }

    private static func start() -> PostgresCluster? {
        guard let programs else {
            print("skipped: PostgreSQL, which is not installed (Debian's package postgresql, 15 or newer)")
            return nil
        }
        // The path of a socket has about 100 bytes at most.
        let folder = "/tmp/hearth-pg-\(UUID().uuidString.prefix(8))"
        do {
            let server = try ChildProcess("sh", ["-c", script, "sh", programs, folder])
            guard server.line(where: { _ in true }) == "ready" else {
                print("skipped: PostgreSQL, which did not start: \(server.wait().error)")
                return nil
            }
            let address = "postgresql://hearth@/postgres?host=\(folder)"
            return PostgresCluster(address: address, loop: try EventLoop.start(), server: server)
        } catch {
            print("skipped: PostgreSQL, which did not start: \(error)")
            return nil
        }
    }

    /// The folder of the newest installed server's programs.
    private static var programs: String? {
        let folder = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.compactMap { Int($0) } ?? []
        let programs = versions.max().map { "\(folder)/\($0)/bin" }
        return programs.flatMap { FileManager.default.fileExists(atPath: $0 + "/initdb") ? $0 : nil }
    }

    /// Makes a cluster, runs its server until the input ends, and removes it.
    private static let script = """
        set -eu
        programs=$1 folder=$2
        mkdir -m 755 "$folder"
        unprivileged() { "$@"; }
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$folder"
            unprivileged() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
        fi
        cd "$folder"
        unprivileged "$programs/initdb" -D "$folder/data" -U hearth -A trust -E UTF8 --no-locale --no-sync >log 2>&1 ||
            { cat log >&2; exit 1; }
        unprivileged "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off \\
            -c full_page_writes=off -c shared_buffers=32MB -c max_connections=60 -c autovacuum=off >log 2>&1 </dev/null &
        server=$!
        trap 'kill -INT "$(head -n 1 data/postmaster.pid)" 2>/dev/null; wait; rm -rf "$folder"' EXIT
        until "$programs/pg_isready" -q -h "$folder"; do
            kill -0 $server 2>/dev/null || { cat log >&2; exit 1; }
            sleep 0.05
        done
        echo ready
        cat >/dev/null
        """
}
