// Reads of one trait, IN-FLIGHT at a time on one connection.
//
//   reads DEVICE IN-FLIGHT COUNT [TOKEN]   as the owner, or with a token
#include <cstdio>

#include "home.h"

namespace {

struct Reads {
    Connection *connection;
    Message request;
    std::string token;
    uint64_t left, over = 0, failed = 0;

    void begin() {
        if (left == 0) return;
        left--;
        Unary::call(
            connection, "/hearth.traits.matter.v1.OnOffService/Get", request,
            [this](int status, const std::string &) {
                over++;
                failed += status != 0;
                begin();
            },
            token);
    }
};

}  // namespace

int reads(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() < 3 || words.size() > 4) fail("usage: reads DEVICE IN-FLIGHT COUNT [TOKEN]");
    uint64_t count = std::stoull(words[2]);
    Message request;
    request.message(1, target(words[0]));
    Reads reads{loop.connect(port), request, words.size() > 3 ? words[3] : "", count};
    if (!reads.connection) fail("nobody listens");
    double start = now();
    for (int i = 0; i < std::stoi(words[1]); i++) reads.begin();
    loop.until([&] { return reads.over >= count; }, 120);
    double seconds = now() - start;
    std::printf("{\"rate\": %f, \"failed\": %.0f}\n", double(count) / seconds, double(reads.failed));
    return reads.failed != 0;
}
