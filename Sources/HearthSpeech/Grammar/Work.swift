/// The steps that the reading of one sentence may take, as everyone who sees a home may say sentences to it.
struct Work {
    /// The most steps of a sentence. A step reads a piece of meaning, or looks at a thing.
    static let most = 400_000

    private(set) var spent = 0
    /// Whether a step was refused.
    private(set) var isOver = false

    /// Takes steps.
    ///
    /// - Returns: false without taking them if too few are left.
    mutating func spend(_ steps: Int) -> Bool {
        guard !isOver, steps <= Self.most - spent else {
            isOver = true
            return false
        }
        spent += steps
        return true
    }
}
