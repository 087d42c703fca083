// Re-exports the behaviours and their inputs to users of the virtual home.
@_exported public import HearthDeviceBehaviors
