internal import BindingPlan
internal import Foundation
internal import HearthBase

/// The Swift of HomeKit's errors, types and values, from `Schemas/HomeKit.json`.
struct HomeKitBindings {
    /// The path of the rows in the package.
    static let path = "Schemas/HomeKit.json"
    /// The output folder of definitions with HAP's names.
    static let mappingOutput = "Sources/HearthHomeKitMapping/Generated/"
    /// The output folder of definitions with HomeKit's names, for apps.
    static let homeKitOutput = "Sources/HearthHomeKit/Generated/"

    /// The generated files by path in the package; none if there are errors.
    private(set) var files: [OutputFile] = []
    /// The errors; each names its row.
    private(set) var diagnostics: [Diagnostic] = []

    /// Reads the JSON text.
    init(json: String) {
        do {
            let tables = try JSONDecoder().decode(HomeKitTables.self, from: Data(json.utf8))
            tables.problems.forEach { report($0) }
            if diagnostics.isEmpty { emit(HomeKitEmitter(tables: tables)) }
        } catch let error as HomeKitRowError {
            report(error.description, hint: "HomeKitTables.swift lists the keys and their values")
        } catch {
            report("the rows cannot be read: \(error)")
        }
    }

    private mutating func report(_ problem: String, hint: String? = nil) {
        let location = SourceLocation(file: Self.path, line: 1, column: 1)
        diagnostics.append(Diagnostic(.error, location, problem, hint: hint))
    }

    private mutating func emit(_ emitter: HomeKitEmitter) {
        add(Self.mappingOutput + "HomeKitErrorCode", emitter.sentCodes)
        add(Self.mappingOutput + "ServiceType+Standard", emitter.serviceTypes)
        add(Self.mappingOutput + "CharacteristicType+Standard", emitter.characteristicTypes)
        add(Self.mappingOutput + "ServiceCatalogue", emitter.serviceCatalogue)
        add(Self.mappingOutput + "CharacteristicCatalogue", emitter.characteristicCatalogue)
        add(Self.homeKitOutput + "HMError+Code", emitter.codes)
        add(Self.homeKitOutput + "HMServiceType", emitter.serviceConstants)
        add(Self.homeKitOutput + "HMCharacteristicType", emitter.characteristicConstants)
        add(Self.homeKitOutput + "HMCharacteristicValue", emitter.values)
    }

    private mutating func add(_ path: String, _ body: (inout CodeText) -> Void) {
        var text = CodeText()
        text.line(OutputFile.header(source: Self.path))
        text.line()
        body(&text)
        files.append(OutputFile(path: path + ".swift", text: text.text))
    }
}

/// Writes the declarations; its extensions have a function per file.
struct HomeKitEmitter {
    let tables: HomeKitTables

    /// The Swift name of a type: `AirQuality` → `airQuality`.
    static func swiftName(_ name: String) -> String { Namer.lowerCamel(name, whole: ["PM2_5"]) }

    /// A row's comment as a sentence. A word with a capital inside, such as iCloud, stays as it is.
    static func sentence(_ comment: String) -> String {
        let isName = comment.prefix { $0 != " " }.dropFirst().contains(where: \.isUppercase)
        return (isName ? comment : Namer.capitalized(comment)) + "."
    }
}
