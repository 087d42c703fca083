// Edits of the home; the hub stores each before it answers.
//
//   edits room CLIENTS COUNT            each client renames a room of its own
//   edits device CLIENTS COUNT          each client renames a device of the provider `fan0`
//   edits move CLIENTS COUNT            each client moves such a device between two rooms
//   query DEVICE FROM UNTIL COLUMNS N   asks N times for a device's temperatures, in seconds since 1970
#include <cstdio>

#include "home.h"

namespace {

struct Edits {
    Loop &loop;
    std::string path;
    uint64_t left, over = 0, failed = 0;
    Times times{};
    std::function<Message(size_t client, uint64_t turn)> request{};

    void begin(Connection *connection, size_t client) {
        if (left == 0) return;
        uint64_t turn = left--;
        double at = now();
        Unary::call(connection, path, request(client, turn), [=, this](int status, const std::string &) {
            times.add(now() - at);
            over++;
            failed += status != 0;
            begin(connection, client);
        });
    }
};

}  // namespace

int edits(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() != 3) fail("usage: edits room|device|move CLIENTS COUNT");
    const std::string &kind = words[0];
    size_t clients = std::stoul(words[1]);
    uint64_t count = std::stoul(words[2]);
    std::vector<Connection *> connections;
    for (size_t i = 0; i < clients; i++) {
        connections.push_back(loop.connect(port));
        if (!connections.back()) fail("nobody listens");
    }
    std::string structure = structureID(loop, connections[0]);
    // Names of rooms are unique in a home.
    std::string run = "Name " + std::to_string(now());
    std::vector<std::string> rooms;
    for (size_t i = 0; i < std::max<size_t>(clients, 2) && kind != "device"; i++) {
        Message create;
        create.text(1, structure).text(2, "Room " + std::to_string(now()) + " " + std::to_string(i));
        std::string room = Unary::wait(loop, connections[0], "/hearth.v1.HomeService/CreateRoom", create);
        rooms.emplace_back(Fields::find(Fields::find(room, 2), 1));
    }
    Edits edits{loop, kind == "room" ? "/hearth.v1.HomeService/UpdateRoom" : "/hearth.v1.HomeService/UpdateDevice", count};
    edits.request = [&](size_t client, uint64_t turn) {
        std::string name = run + " " + std::to_string(client) + " " + std::to_string(turn);
        if (kind == "room") return Message().text(1, rooms[client]).text(2, name);
        Message device;
        device.text(1, "fan0-" + std::to_string(client));
        return kind == "move" ? device.text(3, rooms[turn % 2]) : device.text(2, name);
    };
    double start = now();
    for (size_t i = 0; i < clients; i++) edits.begin(connections[i], i);
    loop.until([&] { return edits.over >= count; }, 120);
    double seconds = now() - start;
    std::printf("{\"seconds\": %f, \"rate\": %f, \"failed\": %.0f, %s}\n", seconds, double(count) / seconds,
                double(edits.failed), edits.times.json("time").c_str());
    return edits.failed != 0;
}

int query(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() != 5) fail("usage: query DEVICE FROM UNTIL COLUMNS N");
    Connection *connection = loop.connect(port);
    if (!connection) fail("nobody listens");
    Message request;
    request.message(1, target(words[0])).number(2, 0x402).number(3, 0);
    request.message(4, Message().number(1, std::stoull(words[1])));
    request.message(5, Message().number(1, std::stoull(words[2])));
    request.number(6, std::stoull(words[3]));
    Times times;
    uint64_t columns = 0, changes = 0;
    for (int i = 0; i < std::stoi(words[4]); i++) {
        double at = now();
        std::string answer = Unary::wait(loop, connection, "/hearth.v1.HistoryService/Query", request);
        times.add(now() - at);
        columns = changes = 0;
        Fields fields(answer);
        while (fields.next()) {
            if (fields.field != 1) continue;
            columns++;
            Fields column(fields.text);
            while (column.next()) changes += column.field == 3 ? column.value : 0;
        }
    }
    std::printf("{\"columns\": %.0f, \"changes\": %.0f, %s}\n", double(columns), double(changes),
                times.json("time").c_str());
    return 0;
}
