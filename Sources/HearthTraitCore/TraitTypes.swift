// Generated code, and whoever makes devices, gets traits, device types, descriptors and values along.
@_exported public import HearthTraitTypes
