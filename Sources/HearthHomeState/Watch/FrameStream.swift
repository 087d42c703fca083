package import HearthRPC

/// The stream of a call, whatever the type of its messages.
package protocol FrameStream: Sendable {
    @discardableResult
    func write(encoded frame: RPCFrame) -> Bool
    var isWritable: Bool { get }
    func onWritable(_ body: @escaping @Sendable () -> Void)
    func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void)
    func finish(_ error: RPCError?)
}
