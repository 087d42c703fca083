internal import HearthRPC

/// Opens once; whoever waits goes on then.
typealias Latch = OneShot<Void>

extension OneShot<Void> {
    func open() { set(()) }
    func opened() async { _ = await wait() }
}
