extension Duration {
    /// The duration as far as it can be counted with: not negative, and a hundred years at most. Graphs are others' and
    /// may hold any, and the sum of two very long ones would trap.
    var bounded: Duration { min(max(self, .zero), .seconds(100 * 366 * 86_400)) }
}
