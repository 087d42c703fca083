/// The colours that a lamp can show: a triangle in the CIE 1931 chromaticity diagram, between its primaries.
package struct ColorGamut: Hashable, Sendable {
    /// A chromaticity.
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    package let red: Point
    package let green: Point
    package let blue: Point

    /// Nil for corners that are no chromaticities, or no triangle.
    package init?(red: Point, green: Point, blue: Point) {
        let corners = [red, green, blue]
        guard corners.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }),
            abs(Self.side(of: blue, from: red, to: green)) > 1e-4
        else { return nil }
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour itself if it is within, else the nearest one of the triangle.
    package func nearest(to color: Point) -> Point {
        let edges = [(red, green), (green, blue), (blue, red)]
        let sides = edges.map { Self.side(of: color, from: $0.0, to: $0.1) }
        if sides.allSatisfy({ $0 >= 0 }) || sides.allSatisfy({ $0 <= 0 }) { return color }
        let points = edges.map { Self.nearest(to: color, from: $0.0, to: $0.1) }
        return points.min { Self.distance($0, color) < Self.distance($1, color) } ?? color
    }

    /// Positive on one side of a line, negative on the other one.
    private static func side(of point: Point, from start: Point, to end: Point) -> Double {
        (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    }

    private static func nearest(to point: Point, from start: Point, to end: Point) -> Point {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        // Corners differ, as they are those of a triangle.
        let share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)
        let part = min(max(share, 0), 1)
        return Point(x: start.x + part * dx, y: start.y + part * dy)
    }

    private static func distance(_ one: Point, _ other: Point) -> Double {
        (one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)
    }
}
