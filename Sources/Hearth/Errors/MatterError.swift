public import HearthTraitCore

/// A Matter status with an optional cluster status.
public typealias MatterError = HomeError.MatterError
