// Watches whose clients read too slowly: some read nothing at all, others a little at a time.
//
//   lag STUCK SLOW BYTES
//
// Each has a connection of its own. A stuck one reads only 4 KiB, a slow one BYTES more each second. Prints "ready"
// when all have begun, and the results at the end of its input. A stuck one does not return after the hub has cut it.
#include <cstdio>

#include "home.h"

namespace {

constexpr uint32_t kWindow = 4096;
constexpr double kStep = 0.25;

struct Laggard : Stream {
    bool isSlow, isReady = false;
    int status = -1;
    uint64_t messages = 0, resyncs = 0;
    explicit Laggard(bool slow) : isSlow(slow) {}

    void onMessage(std::string_view message) override {
        Fields fields(message);
        if (!fields.next()) return;
        messages++;
        isReady = true;
        if (fields.field == 5) resyncs++;
    }
    void onEnd(int ended) override { status = ended; }
};

}  // namespace

int lag(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() != 3) fail("usage: lag STUCK SLOW BYTES");
    int stuck = std::stoi(words[0]), slow = std::stoi(words[1]);
    auto step = uint32_t(std::stod(words[2]) * kStep);
    std::vector<std::unique_ptr<Laggard>> all;
    for (int i = 0; i < stuck + slow; i++) {
        Connection *connection = loop.connect(port, kWindow);
        if (!connection) fail("nobody listens");
        all.push_back(std::make_unique<Laggard>(i >= stuck));
        connection->open(all.back().get(), "/hearth.v1.HomeService/Watch");
        all.back()->send("");
        all.back()->finish();
    }
    loop.until([&] {
        for (auto &one : all) {
            if (!one->isReady) return false;
        }
        return true;
    });
    std::printf("ready\n");
    std::fflush(stdout);
    double next = now() + kStep;
    while (!loop.isOver) {
        loop.turn(std::max(0.0, next - now()));
        if (now() < next) continue;
        next += kStep;
        for (auto &one : all) {
            if (one->isSlow && step > 0) one->connection()->grant(one.get(), step);
        }
    }
    uint64_t told = 0, lost = 0, messages = 0, resyncs = 0;
    for (auto &one : all) {
        if (!one->isSlow && one->status == 8) told++;
        if (one->isSlow && one->status >= 0) lost++;
        messages += one->messages;
        resyncs += one->resyncs;
    }
    std::printf("{\"told\": %.0f, \"slow_lost\": %.0f, \"messages\": %.0f, \"resyncs\": %.0f}\n", double(told),
                double(lost), double(messages), double(resyncs));
    return 0;
}
