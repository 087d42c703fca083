internal import HearthTraitCatalog
internal import HearthTraitCore

extension Matter.BasicInformationTrait.Attributes {
    /// The description of a node's product (Matter cluster 0x0028): the data model of Matter 1.4, with its least
    /// capabilities, at an unspecified location.
    package init(
        vendorName: String, vendorID: UInt16, productName: String, productID: UInt16, serialNumber: String,
        uniqueID: String, hardwareVersion: (number: UInt16, text: String) = (1, "1.0"),
        softwareVersion: (number: UInt32, text: String) = (1, "1.0")
    ) {
        self.init()
        dataModelRevision = 18
        self.vendorName = vendorName
        self.vendorID = vendorID
        self.productName = productName
        self.productID = productID
        nodeLabel = ""
        location = "XX"
        self.hardwareVersion = hardwareVersion.number
        hardwareVersionString = hardwareVersion.text
        self.softwareVersion = softwareVersion.number
        softwareVersionString = softwareVersion.text
        self.serialNumber = serialNumber
        reachable = true
        self.uniqueID = uniqueID
        var minima = Matter.BasicInformationTrait.CapabilityMinimaStruct()
        minima.caseSessionsPerFabric = 3
        minima.subscriptionsPerFabric = 3
        capabilityMinima = minima
        specificationVersion = 0x0104_0000
        maxPathsPerInvoke = 1
        configurationVersion = 1
    }
}
