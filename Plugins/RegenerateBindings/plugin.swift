import PackagePlugin

@main struct RegenerateBindings: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {}
}
