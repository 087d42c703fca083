@main
struct Program {
    static func main() async {}
}
