internal import Foundation
internal import ProcessTestSupport

/// A network namespace that is joined to this one by a cable, which can be cut. It is removed with this object.
final class OtherNetwork: Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A waiting program that keeps the namespace alive.
    private let holder: ChildProcess
    private let cable: String
    /// The address of the other network's end.
    let address: String

    init() async throws {
        let number = UInt32.random(in: 0..<(1 << 15))
        // In the range that is reserved for network tests (RFC 2544).
        let net = "198.\(18 + number >> 14 & 1).\(number >> 6 & 0xFF)."
        let host = (number & 0x3F) * 4
        address = "\(net)\(host + 2)"
        cable = "hearth\(number)"
        holder = try ChildProcess("unshare", ["--net", "cat"])
        try await holder.write(Array("there\n".utf8))
        guard await holder.line(where: { $0 == "there" }) != nil else {
            throw Failure(description: await holder.wait().error)
        }
        let (there, inside) = ("h\(number)", "\(holder.processIdentifier)")
        try await run(["ip", "link", "add", cable, "type", "veth", "peer", "name", there, "netns", inside])
        try await run(["ip", "address", "add", "\(net)\(host + 1)/30", "dev", cable])
        try await run(["ip", "link", "set", cable, "up"])
        try await run(launcher + ["ip", "address", "add", "\(address)/30", "dev", there])
        try await run(launcher + ["ip", "link", "set", there, "up"])
        try await run(launcher + ["ip", "link", "set", "lo", "up"])
    }

    /// The command that starts a program in it.
    var launcher: [String] { ["nsenter", "--net=/proc/\(holder.processIdentifier)/ns/net"] }

    func cut() async throws { try await run(["ip", "link", "set", cable, "down"]) }

    func mend() async throws { try await run(["ip", "link", "set", cable, "up"]) }

    private func run(_ words: [String]) async throws {
        let outcome = try await ChildProcess.run(words[0], Array(words.dropFirst()))
        guard outcome.status == 0 else {
            throw Failure(description: "\(words.joined(separator: " ")): \(outcome.error)")
        }
    }
}
