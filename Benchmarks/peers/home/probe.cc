// A client that uses the home under load: a device, a watch of it, commands and reads.
//
//   probe RATE     runs until the end of the input, and then prints the durations
#include <cstdio>

#include "home.h"

namespace {

struct Probe : Stream {
    double sentAt = 0;
    Times updates;
    bool isReady = false;

    void onMessage(std::string_view message) override {
        Fields fields(message);
        if (!fields.next()) return;
        if (fields.field == 3) isReady = true;
        if (fields.field == 4 && sentAt > 0) {
            updates.add(now() - sentAt);
            sentAt = 0;
        }
    }
    void onEnd(int status) override { fail("the probe's watch ended with status " + std::to_string(status)); }
};

}  // namespace

int probe(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() != 1) fail("usage: probe RATE");
    double rate = std::stod(words[0]);
    Provider provider("probe", 1);
    Connection *other = loop.connect(port), *own = loop.connect(port);
    if (!other || !own) fail("nobody listens");
    provider.attach(other);
    loop.until([&] { return provider.isReady(); });
    Probe watch;
    own->open(&watch, "/hearth.v1.HomeService/Watch");
    watch.send(Message().message(1, Message().text(2, provider.device(0))).bytes);
    watch.finish();
    loop.until([&] { return watch.isReady; });
    std::printf("ready\n");
    std::fflush(stdout);

    Times commands, reads;
    uint64_t failed = 0;
    bool isWaiting = false;
    Message request;
    request.message(1, target(provider.device(0)));
    double next = now();
    for (uint64_t turn = 0; !loop.isOver || isWaiting;) {
        if (!isWaiting && now() >= next && !loop.isOver) {
            // A late call is measured from its due time only if the call before it was late.
            next = std::max(next + 1 / rate, now());
            isWaiting = true;
            double at = now();
            bool isCommand = turn++ % 2 == 0;
            if (isCommand) watch.sentAt = at;
            std::string path = "/hearth.traits.matter.v1.OnOffService/";
            Unary::call(
                own, path + (isCommand ? "Toggle" : "Get"), request, [&, at, isCommand](int status, const std::string &) {
                    (isCommand ? commands : reads).add(now() - at);
                    failed += status != 0;
                    isWaiting = false;
                });
        }
        loop.turn(isWaiting ? 0.1 : std::max(0.0, std::min(0.1, next - now())));
    }
    std::printf("{%s, %s, %s, \"failed\": %.0f}\n", commands.json("command").c_str(), reads.json("read").c_str(),
                watch.updates.json("update").c_str(), double(failed));
    return 0;
}
