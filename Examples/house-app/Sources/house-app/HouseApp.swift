import Foundation
import Hearth
import HearthTraits

// house-app [ADDRESS | LINK]: shows a house by its rooms, and switches its devices.
@main
struct HouseApp {
    @MainActor
    static func main() async {
        Home.configure { $0.clientID = "house-app" }
        let home: Home
        do {
            home = try await SignIn.home(CommandLine.arguments.dropFirst().first)
        } catch {
            FileHandle.standardError.write(Data("house-app: \(error.localizedDescription)\n".utf8))
            exit(1)
        }
        let screen = Screen()
        let house = House(home)
        let commands = Commands(house: house)
        var failure: HomeError?
        let (lines, input) = lines()

        screen.open()
        house.changed = { entry in
            if let entry { screen.show(entry, in: house) } else { screen.show(house) }
        }
        house.ended = { error in
            failure = error
            input.finish()
        }
        await house.ready()
        for await line in lines {
            if line == "quit" { break }
            if line == "sign out" {
                house.ended = { _ in }
                await home.disconnect()
                break
            }
            screen.clearInput()
            screen.say(await commands.perform(line))
            if screen.isTerminal { screen.show(house) }
        }
        screen.close()
        if let failure {
            FileHandle.standardError.write(Data("house-app: \(failure.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    /// The typed lines. Reading blocks a thread, so it has a thread of its own.
    private static func lines() -> (AsyncStream<String>, AsyncStream<String>.Continuation) {
        let (lines, input) = AsyncStream<String>.makeStream()
        Thread {
            while let line = readLine() { input.yield(line) }
            input.finish()
        }.start()
        return (lines, input)
    }
}
