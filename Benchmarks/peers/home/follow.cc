// Watches that survive restarts of the hub, each resumed from its last position, and the changes that they received.
//
//   follow CONNECTIONS STREAMS RATE     a device reports RATE values a second
//
// Prints "ready" when all watches run. Lines of input:
//   pause, go on     stops or restarts the values
//   cut              the hub is about to end: prints a line when all watches are back
//   former E LAST    the store has the changes of epoch E up to LAST
//   end              compares the watches' logs and prints the numbers of missed, doubled and different changes
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

#include "home.h"

namespace {

struct Entry {
    Position position;
    /// Whether a snapshot at this position replaced the changes before it.
    bool isSnapshot;
};

struct Follow {
    Loop &loop;
    int port;
    std::map<Position, uint64_t> contents;
    std::map<uint64_t, uint64_t> former;
    uint64_t different = 0, refused = 0, messages = 0;
    size_t running = 0;
};

uint64_t hash(std::string_view text) { return std::hash<std::string_view>()(text); }

struct Watch : Stream {
    Follow &all;
    std::string structure;
    std::vector<Entry> log;
    bool isRunning = false, isLost = false, isReset = false;
    explicit Watch(Follow &f) : all(f) {}

    void open(Connection *connection) {
        isLost = isReset = false;
        connection->open(this, "/hearth.v1.HomeService/Watch");
        Message request;
        if (!log.empty()) {
            Position last = log.back().position;
            request.message(2, Message().text(1, structure).number(2, last.epoch).number(3, last.sequence));
        }
        send(request.bytes);
        finish();
    }
    void runs() {
        if (!isRunning) all.running++;
        isRunning = true;
    }
    void onMessage(std::string_view message) override {
        Fields fields(message);
        if (!fields.next()) return;
        all.messages++;
        std::string_view position;
        switch (fields.field) {
            case 3:
                position = Fields::find(fields.text, 1);
                structure = Fields::find(position, 1);
                // A resumed watch completes at its position without a snapshot.
                if (log.empty() || isReset) log.push_back({Position::of(position), true});
                isReset = false;
                runs();
                break;
            case 4: {
                position = Fields::find(fields.text, 1);
                Position at = Position::of(position);
                // A report of the time of day has no position of its own.
                std::string_view of = Fields::find(Fields::find(Fields::find(fields.text, 4), 1), 1);
                if (!of.empty() && of == structure) return runs();
                uint64_t content = hash(fields.text);
                auto known = all.contents.emplace(at, content);
                if (!known.second && known.first->second != content) all.different++;
                log.push_back({at, false});
                runs();
                break;
            }
            case 5: isReset = true; break;
            default: break;
        }
    }
    void onEnd(int status) override {
        if (isRunning) all.running--;
        isRunning = false;
        isLost = true;
        if (status != 99 && status != 14 && status != 98) all.refused++;
    }
};

struct Ends {
    uint64_t missed = 0, doubled = 0, resets = 0, behind = 0;
};

/// The positions that every log must have between its ends, without those that were lost in a kill.
Ends compare(const Follow &all, const std::vector<std::unique_ptr<Watch>> &watches) {
    std::vector<Position> kept;
    for (auto &entry : all.contents) {
        auto former = all.former.find(entry.first.epoch);
        if (former == all.former.end() || entry.first.sequence <= former->second) kept.push_back(entry.first);
    }
    Ends ends;
    for (auto &watch : watches) {
        std::set<Position> seen;
        for (size_t i = 0; i < watch->log.size(); i++) {
            const Entry &entry = watch->log[i];
            ends.resets += entry.isSnapshot && i > 0;
            if (!entry.isSnapshot && !seen.insert(entry.position).second) ends.doubled++;
            if (i == 0 || entry.isSnapshot) continue;
            Position before = watch->log[i - 1].position;
            auto from = std::upper_bound(kept.begin(), kept.end(), before);
            auto until = std::lower_bound(kept.begin(), kept.end(), entry.position);
            if (from < until) ends.missed += uint64_t(until - from);
        }
        if (!kept.empty() && !watch->log.empty() && watch->log.back().position < kept.back()) ends.behind++;
    }
    return ends;
}

}  // namespace

int follow(Loop &loop, int port, const std::vector<std::string> &words) {
    if (words.size() != 3) fail("usage: follow CONNECTIONS STREAMS RATE");
    int connections = std::stoi(words[0]), streams = std::stoi(words[1]);
    double rate = std::stod(words[2]);
    Follow all{loop, port, {}, {}};
    Provider provider("fan0", 10);
    std::vector<std::unique_ptr<Watch>> watches;
    std::vector<Connection *> open(static_cast<size_t>(connections));
    for (int i = 0; i < connections * streams; i++) watches.push_back(std::make_unique<Watch>(all));

    Connection *own = loop.connect(port);
    if (!own) fail("nobody listens");
    provider.attach(own);
    loop.until([&] { return provider.isReady(); });
    double retryAt = 0, nextValue = now(), cutAt = 0;
    size_t wanted = watches.size();
    uint64_t turn = 0;
    bool isReady = false, isPaused = false, isDown = false;
    for (auto &watch : watches) watch->isLost = true;
    std::string line;
    while (!loop.isOver) {
        double at = now();
        if (at >= retryAt) {
            retryAt = at + 0.25;
            if (provider.isLost && (own = loop.connect(port))) {
                provider.attach(own);
            }
            for (size_t i = 0; i < open.size() && !provider.isLost; i++) {
                if (!open[i] || !open[i]->takesCalls()) open[i] = loop.connect(port);
                for (size_t w = i * size_t(streams); open[i] && w < (i + 1) * size_t(streams); w++) {
                    if (watches[w]->isLost) watches[w]->open(open[i]);
                }
            }
        }
        if (provider.isReady() && !isPaused && at >= nextValue) {
            nextValue = std::max(nextValue + 1 / rate, at - 0.1);
            provider.report(int(turn % 10), int(turn / 10 % 30000));
            turn++;
        }
        loop.turn(std::max(0.0, std::min(0.02, nextValue - now())));
        if (!isReady && all.running == wanted) {
            isReady = true;
            std::printf("ready\n");
            std::fflush(stdout);
        }
        // A hub that ends still listens for a moment: no watch is back before all are cut.
        if (cutAt > 0 && all.running == 0) isDown = true;
        if (isDown && all.running == wanted) {
            std::printf("{\"cut\": %f, \"refused\": %.0f}\n", now() - cutAt, double(all.refused));
            std::fflush(stdout);
            cutAt = 0;
            isDown = false;
        }
        while (loop.line(line)) {
            std::istringstream in(line);
            std::string word;
            uint64_t epoch = 0, last = 0;
            in >> word >> epoch >> last;
            if (word == "cut") {
                cutAt = now();
            } else if (word == "pause" || word == "go") {
                isPaused = word == "pause";
            } else if (word == "former") {
                all.former[epoch] = last;
            } else if (word == "end") {
                isPaused = true;
                // Wait for changes in flight.
                for (double end = now() + 3; now() < end;) loop.turn(0.1);
                Ends ends = compare(all, watches);
                std::printf(
                    "{\"missed\": %.0f, \"doubled\": %.0f, \"different\": %.0f, \"behind\": %.0f, \"resets\": %.0f, "
                    "\"changes\": %.0f, \"messages\": %.0f}\n",
                    double(ends.missed), double(ends.doubled), double(all.different), double(ends.behind),
                    double(ends.resets), double(all.contents.size()), double(all.messages));
                std::fflush(stdout);
            }
        }
    }
    return 0;
}
