// greeter serve ADDRESS, or greeter call ADDRESS NAME…
import Foundation
import HearthRPC

let words = CommandLine.arguments.dropFirst()
do {
    switch (words.first, words.dropFirst().first) {
    case ("serve", let address?): try await serve(on: address)
    case ("call", let address?): try await call(address, names: words.dropFirst(2))
    default:
        print("usage: greeter serve ADDRESS | greeter call ADDRESS NAME…")
        exit(64)
    }
} catch let error as RPCError {
    print("greeter: \(error)")
    exit(1)
}
