// What the files of cameras, the account and the start of Google's sample app take from Apple's module of this name, which
// this system lacks. Views show nothing.

@_exported public import Combine
@_exported public import Foundation

// MARK: Views

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension View where Body == Never {
    public var body: Never { return fatalError() }
}

extension Never: View {
    public typealias Body = Never
}

public struct AnyView: View {
    public typealias Body = Never

    public init(_ view: some View) {}
    public nonisolated init() {}
}

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<V: View>(_ view: V) -> V { view }
    public static func buildBlock<each V: View>(_ views: repeat each V) -> AnyView { AnyView() }
    public static func buildOptional(_ view: AnyView?) -> AnyView { AnyView() }
    public static func buildEither(first: AnyView) -> AnyView { first }
    public static func buildEither(second: AnyView) -> AnyView { second }
}

public struct Text: View {
    public typealias Body = Never

    public init(_ text: String) {}
}

public struct Image: View {
    public typealias Body = Never

    public init(systemName: String) {}
    public func resizable() -> Image { self }
}

public struct Spacer: View {
    public typealias Body = Never

    public init() {}
}

public struct List: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> some View) {}
}

public struct HStack: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> some View) {}
}

public struct VStack: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> some View) {}
}

public struct Section: View {
    public typealias Body = Never

    public init(
        @ViewBuilder content: () -> some View, @ViewBuilder header: () -> some View,
        @ViewBuilder footer: () -> some View = { AnyView() }
    ) {}
}

public struct Toggle: View {
    public typealias Body = Never

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> some View) {}
}

public struct Picker: View {
    public typealias Body = Never

    public init<Value: Hashable>(
        selection: Binding<Value>, @ViewBuilder content: () -> some View, @ViewBuilder label: () -> some View
    ) {}
}

public struct ForEach<Data: RandomAccessCollection>: View {
    public typealias Body = Never

    public init<ID: Hashable>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> some View
    ) {}
}

public struct Slider: View {
    public typealias Body = Never

    public init(
        value: Binding<Double>, in bounds: ClosedRange<Double>, step: Double, onEditingChanged: @escaping (Bool) -> Void
    ) {}
}

public struct ProgressView: View {
    public typealias Body = Never

    public init() {}
    public init(value: Double?, @ViewBuilder label: () -> some View) {}
}

public struct Button: View {
    public typealias Body = Never

    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
}

public struct Menu: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> some View, @ViewBuilder label: () -> some View) {}
}

public struct ToolbarItem: View {
    public typealias Body = Never

    public enum Placement { case primaryAction }

    public init(placement: Placement, @ViewBuilder content: () -> some View) {}
}

public struct Color: Sendable {
    public static let (gray, blue) = (Color(), Color())
}

public enum Font { case title2 }
public enum FontWeight { case bold }
public enum Edge { case bottom }
public enum TitleDisplayMode { case inline }

extension View {
    public func disabled(_ isDisabled: Bool) -> some View { self }
    public func foregroundColor(_ color: Color?) -> some View { self }
    public func tag(_ value: some Hashable) -> some View { self }
    public func toolbar(@ViewBuilder content: () -> some View) -> some View { self }
    public func navigationTitle(_ title: String) -> some View { self }
    public func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> some View { self }
    public func padding() -> some View { self }
    public func padding(_ edge: Edge, _ length: Double) -> some View { self }
    public func scaledToFit() -> some View { self }
    public func frame(width: Double, height: Double) -> some View { self }
    public func font(_ font: Font) -> some View { self }
    public func fontWeight(_ weight: FontWeight) -> some View { self }
}

// MARK: The app

@MainActor @preconcurrency public protocol Scene {}

public struct WindowGroup: Scene {
    public init(@ViewBuilder content: () -> some View) {}
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }

    init()
}

extension App {
    public static func main() {}
}

@resultBuilder public enum SceneBuilder {
    public static func buildBlock<S: Scene>(_ scene: S) -> S { scene }
}

// MARK: State

@propertyWrapper public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
}

@propertyWrapper public struct State<Value> {
    public var wrappedValue: Value

    public init(initialValue: Value) { wrappedValue = initialValue }
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public struct DismissAction {
    public func callAsFunction() {}
}

public struct EnvironmentValues {
    public let dismiss = DismissAction()
}

@propertyWrapper public struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>

    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}
