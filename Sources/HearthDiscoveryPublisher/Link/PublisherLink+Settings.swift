package import HearthMQTT

extension PublisherLink {
    /// Where the home is shown, and what of it.
    package struct Settings: Sendable {
        package var broker: MQTTSettings
        /// Home Assistant's discovery prefix.
        package var prefix: String
        package var choice: PublishedChoice

        package init(broker: MQTTSettings, prefix: String, choice: PublishedChoice) {
            self.broker = broker
            self.prefix = prefix
            self.choice = choice
        }
    }
}
