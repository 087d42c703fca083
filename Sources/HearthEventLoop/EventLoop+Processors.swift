internal import CUV

extension EventLoop {
    /// The number of processors that this process may run on: fewer than the machine has if it is pinned to some.
    public static var usableProcessors: Int { max(1, Int(hearth_usable_processors())) }
}
