/// The spelling that some know the type by: "plug-in" is one word or two.
public typealias DimmablePluginUnitDeviceType = DimmablePlugInUnitDeviceType
