import Foundation
import HearthHomeKit

// homekit-catalogue [ADDRESS]: shows, changes and follows a home with HomeKit's API.
@main
struct HomeKitCatalogue {
    @MainActor
    static func main() async {
        let manager = CommandLine.arguments.dropFirst().first.map { HMHomeManager(hub: $0) } ?? HMHomeManager()
        let follower = Follower(manager)
        guard await follower.loaded() else {
            FileHandle.standardError.write(Data("homekit-catalogue: the hub does not know this program\n".utf8))
            exit(1)
        }
        let commands = Commands(manager)
        write(line: commands.overview())
        for await line in lines() {
            if line == "quit" { break }
            do {
                write(line: try await commands.perform(Words.split(line)))
            } catch let error as HMError {
                write(line: "error \(error.code.rawValue): \(error.message)")
            } catch {
                write(line: "error: \(error)")
            }
        }
        withExtendedLifetime(follower) {}
    }

    /// The typed lines. Reading blocks a thread, so it has a thread of its own.
    private static func lines() -> AsyncStream<String> {
        let (lines, input) = AsyncStream<String>.makeStream()
        Thread {
            while let line = readLine() { input.yield(line) }
            input.finish()
        }.start()
        return lines
    }
}
