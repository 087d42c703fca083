// One value to many watches, at a hub or at a peer that publishes bytes.
//
//   fan hearth|peer|NAME CONNECTIONS STREAMS PROVIDERS DEVICES [TOKENS]
//
// With the name "tiles", a page shows each change of its devices: half of them are switches, half thermometers.
//
// With a file of tokens, one a line, every second watch uses one of them in turn; the others are the owner's.
//
// With another name it shares the hub: its providers have that name, and it does not count which values
// arrived at which watch, since the changes of others have positions too.
//
// Prints "connected" when the connections are open and the devices attached, "ready …" when all watches have their
// snapshot, and the result after each line of input:
//   open                        opens the watches
//   go INFLIGHT COUNT           sends COUNT values, INFLIGHT at a time
//   pace RATE SECONDS           sends values at a rate, and waits until the hub has taken them all
#include <cstdio>
#include <fstream>
#include <sstream>

#include "home.h"

namespace {

struct Fan {
    Loop &loop;
    bool isPeer, isAlone;
    size_t streams = 0;
    /// For each value, when it was sent, and the number of streams that lack it.
    std::vector<double> sentAt = std::vector<double>(1 << 20);
    std::vector<uint32_t> missing = std::vector<uint32_t>(1 << 20);
    uint64_t sent = 0, completed = 0, base = 0, messages = 0, resyncs = 0, bytes = 0, lost = 0, ready = 0;
    Times times{};
    std::vector<std::unique_ptr<Provider>> providers{};
    Connection *publisher = nullptr;

    uint64_t mask() const { return sentAt.size() - 1; }

    void sendValue(double at) {
        if (isAlone && sent - completed >= sentAt.size()) fail("too many values are in flight");
        sentAt[sent & mask()] = at;
        missing[sent & mask()] = uint32_t(streams);
        sent++;
        if (isPeer) {
            Unary::call(
                publisher, "/bench.Bench/Publish",
                Message().fixed64(1, sent).fixed64(2, sent).text(3, std::string(kPadding, 'x')),
                [](int status, const std::string &) {
                    if (status != 0) fail("a value was not published");
                });
            return;
        }
        Provider &provider = *providers[sent % providers.size()];
        auto turn = sent / providers.size();
        provider.report(int(turn % uint64_t(provider.count())), int(turn / uint64_t(provider.count()) % 30000));
    }

    /// Records that a stream with all values before `from` now has those before `until`.
    void arrived(uint64_t from, uint64_t until, double at) {
        if (until > sent) fail("more values arrived than were sent");
        for (uint64_t value = from; value < until; value++) missing[value & mask()]--;
        times.add(at - sentAt[(until - 1) & mask()]);
        while (completed < sent && missing[completed & mask()] == 0) completed++;
    }

    /// Pads the peer's messages to the length of the hub's reports of a temperature.
    static constexpr size_t kPadding = 129;
};

struct Watch : Stream {
    Fan &fan;
    uint64_t seen = 0;
    bool isReady = false;
    explicit Watch(Fan &f) : fan(f) {}

    void onMessage(std::string_view message) override {
        Fields fields(message);
        if (!fields.next()) return;
        if (fan.isPeer) return value(fields.value, message.size());
        switch (fields.field) {
            case 3: {
                uint64_t sequence = Position::of(Fields::find(fields.text, 1)).sequence;
                if (isReady) return caughtUp(sequence);
                begin(sequence);
                break;
            }
            case 4: value(Position::of(Fields::find(fields.text, 1)).sequence, message.size()); break;
            case 5: fan.resyncs++; break;
            default: break;
        }
    }
    void begin(uint64_t sequence) {
        isReady = true;
        fan.ready++;
        seen = sequence;
        if (sequence > fan.base) fan.base = sequence;
    }
    void value(uint64_t sequence, size_t size) {
        fan.messages++;
        fan.bytes = size;
        caughtUp(sequence);
    }
    void caughtUp(uint64_t sequence) {
        if (sequence <= seen || !fan.isAlone) return;
        // Changes by others while watches opened.
        if (sequence <= fan.base) {
            seen = sequence;
            return;
        }
        fan.arrived(std::max(seen, fan.base) - fan.base, sequence - fan.base, now());
        seen = sequence;
    }
    void onEnd(int) override { fan.lost++; }
};

/// The peer's subscribers get no snapshot.
void openPeer(Connection *connection, Watch *watch) {
    connection->open(watch, "/bench.Bench/Subscribe");
    watch->send(Message().number(1, 1).bytes);
    watch->finish();
    watch->begin(0);
}

void openWatch(Connection *connection, Watch *watch, const std::string &token) {
    connection->open(watch, "/hearth.v1.HomeService/Watch", token);
    watch->send("");
    watch->finish();
}

/// The token of every second watch; the others have none.
std::string token(const std::vector<std::string> &tokens, size_t watch) {
    return tokens.empty() || watch % 2 != 0 ? "" : tokens[watch / 2 % tokens.size()];
}

void answer(Fan &fan, double seconds, uint64_t count, uint64_t messages) {
    double values = double(count) * double(fan.streams);
    std::printf(
        "{\"seconds\": %f, \"values\": %.0f, \"messages\": %.0f, \"rate\": %f, \"sent_rate\": %f, \"bytes\": %.0f, "
        "\"resyncs\": %.0f, \"lost\": %.0f, %s}\n",
        seconds, values, double(messages), values / seconds, double(count) / seconds, double(fan.bytes),
        double(fan.resyncs), double(fan.lost), fan.times.json("time").c_str());
    std::fflush(stdout);
}

void go(Fan &fan, uint64_t inFlight, uint64_t count) {
    if (!fan.isAlone) fail("go is for a fan that is alone");
    uint64_t begin = fan.sent, messages = fan.messages;
    fan.times = Times();
    double start = now(), last = start;
    uint64_t done = fan.completed;
    while (fan.completed < begin + count) {
        while (fan.sent < begin + count && fan.sent - fan.completed < inFlight) fan.sendValue(now());
        fan.loop.turn(1);
        if (fan.completed != done) {
            done = fan.completed;
            last = now();
        } else if (now() - last > 30) {
            fail("values do not arrive");
        }
    }
    answer(fan, now() - start, count, fan.messages - messages);
}

void pace(Fan &fan, double rate, double seconds) {
    uint64_t begin = fan.sent, messages = fan.messages;
    fan.times = Times();
    double start = now();
    auto count = uint64_t(rate * seconds);
    for (uint64_t made = 0; made < count;) {
        double at = now();
        bool isHeld = false;
        while (made < count && start + double(made) / rate <= at) {
            // The hub reads more slowly than this sends: apply back-pressure.
            isHeld = !fan.isPeer && fan.providers[(fan.sent + 1) % fan.providers.size()]->unsent() > 128 << 10;
            if (isHeld) break;
            fan.sendValue(start + double(made++) / rate);
        }
        double next = start + double(made) / rate - now();
        fan.loop.turn(isHeld ? 0.001 : std::min(0.1, std::max(0.0, next)));
        if (now() - start > 6 * seconds + 30) fail("values are not taken");
    }
    fan.loop.until([&] {
        for (auto &provider : fan.providers) {
            if (provider->unsent() > 0) return false;
        }
        return true;
    });
    double taken = now() - start;
    if (fan.isAlone) fan.loop.until([&] { return fan.completed >= begin + count; });
    answer(fan, taken, count, fan.messages - messages);
}

}  // namespace

int fan(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() != 5 && words.size() != 6) {
        fail("usage: fan hearth|peer|NAME CONNECTIONS STREAMS PROVIDERS DEVICES [TOKENS]");
    }
    std::vector<std::string> tokens;
    if (words.size() == 6) {
        std::ifstream file(words[5]);
        for (std::string token; std::getline(file, token);) tokens.push_back(token);
        if (tokens.empty()) fail("no tokens are in " + words[5]);
    }
    Fan fan{loop, words[0] == "peer", words[0] == "peer" || words[0] == "hearth"};
    int connections = std::stoi(words[1]), streams = std::stoi(words[2]);
    int providers = std::stoi(words[3]), devices = std::stoi(words[4]);
    std::string name = fan.isAlone ? "fan" : words[0];
    std::vector<Connection *> open;
    if (fan.isPeer) {
        fan.publisher = loop.connect(port);
    } else {
        for (int i = 0; i < providers; i++) {
            fan.providers.push_back(
                std::make_unique<Provider>(name + std::to_string(i), devices / providers, words[0] == "tiles"));
            Connection *connection = loop.connect(port);
            if (!connection) fail("nobody listens");
            fan.providers.back()->attach(connection);
        }
        loop.until([&] {
            for (auto &provider : fan.providers) {
                if (provider->isLost) fail("a provider was refused");
                if (!provider->isReady()) return false;
            }
            return true;
        });
    }
    for (int i = 0; i < connections; i++) open.push_back(loop.connect(port));
    for (double end = now() + 0.3; now() < end;) loop.turn(0.05);
    std::printf("connected\n");
    std::fflush(stdout);
    std::vector<std::unique_ptr<Watch>> watches;
    std::string line;
    while (!loop.isOver) {
        loop.turn(0.5);
        while (loop.line(line)) {
            std::istringstream in(line);
            std::string word;
            double first = 0, second = 0;
            in >> word >> first >> second;
            if (word == "open") {
                double start = now();
                fan.streams = size_t(connections) * size_t(streams);
                for (auto *connection : open) {
                    if (!connection) fail("nobody listens");
                    for (int i = 0; i < streams; i++) {
                        watches.push_back(std::make_unique<Watch>(fan));
                        fan.isPeer ? openPeer(connection, watches.back().get())
                                   : openWatch(connection, watches.back().get(), token(tokens, watches.size()));
                    }
                }
                loop.until([&] { return fan.ready + fan.lost >= fan.streams; });
                double taken = now() - start;
                for (double end = now() + 0.3; now() < end;) loop.turn(0.05);
                std::printf("{\"seconds\": %f, \"ready\": %.0f, \"lost\": %.0f}\n", taken, double(fan.ready),
                            double(fan.lost));
                std::fflush(stdout);
            } else if (word == "go") {
                go(fan, uint64_t(first), uint64_t(second));
            } else if (word == "pace") {
                pace(fan, first, second);
            }
        }
    }
    return fan.lost != 0;
}
