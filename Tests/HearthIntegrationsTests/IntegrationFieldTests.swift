internal import Expectations
internal import HearthIntegrations
internal import Testing

@Suite struct IntegrationFieldTests {
    @Test func onlySecretsAreSecret() {
        expect(IntegrationField("key", "Key", .secret).isSecret)
        expect(!IntegrationField("host", "Host", .host).isSecret)
    }
}
