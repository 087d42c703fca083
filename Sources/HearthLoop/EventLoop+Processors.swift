internal import CUV

extension EventLoop {
    /// How many processors this process may run on: fewer than the machine has where it is pinned to some.
    public static var usableProcessors: Int { max(1, Int(hearth_usable_processors())) }
}
