import PackagePlugin

@main struct CheckBindings: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {}
}
