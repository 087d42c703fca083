// Measures a hub from an app of the SDK: one JSON object on standard output.
//
//     hearth-bench-home house ADDRESS COUNT     attaches COUNT lights, prints "ready", and runs until its input ends
//     hearth-bench-home list ADDRESS COUNT      seconds from connect to devices().list() with COUNT devices
//     hearth-bench-home latency ADDRESS CALLS   seconds from a command to its return, and to its update at another client
//     hearth-bench-home observe ADDRESS         follows every device, prints "ready", and runs until its input ends
//     hearth-bench-home homekit-ready ADDRESS COUNT     seconds from a new HMHomeManager to its homes with COUNT accessories
//     hearth-bench-home homekit-latency ADDRESS CALLS   seconds from a write to its return, and to another program's delegate
//     hearth-bench-home homekit-follow ADDRESS          follows each characteristic until its input ends
import Foundation
import Hearth

@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let mode = arguments.first else { return usage() }
        let address = arguments[arguments.startIndex + 1]
        let count = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
        switch mode {
        case "house": try await House.run(address, count: count)
        case "list": try await List.run(address, count: count)
        case "latency": try await Latency.run(address, calls: count)
        case "observe": try await Observe.run(address)
        case "homekit-ready": try await HomeKit.ready(address, count: count)
        case "homekit-latency": try await HomeKit.latency(address, calls: count)
        case "homekit-follow": try await HomeKit.follow(address)
        default: usage()
        }
    }

    private static func usage() {
        FileHandle.standardError.write(
            Data("usage: hearth-bench-home house|list|latency|observe|homekit-… ADDRESS [COUNT]\n".utf8))
        exit(64)
    }

    static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// The parent process closes the input to end the program.
    static func untilInputEnds() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while let line = readLine(), !line.isEmpty {}
                continuation.resume()
            }
        }
    }
}

extension Duration {
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
