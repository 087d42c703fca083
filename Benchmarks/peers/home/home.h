// Shared by the modes of the load: a provider of devices, unary calls, and durations.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <set>

#include "http2.h"
#include "wire.h"

/// A histogram of durations, accurate to 3 %, whose memory does not depend on their number.
class Times {
   public:
    void add(double seconds) {
        auto ns = uint64_t(seconds > 0 ? seconds * 1e9 : 0);
        int shift = ns < 32 ? 0 : 59 - __builtin_clzll(ns);
        counts_[size_t(shift) * 32 + (ns >> shift)]++;
        count_++;
        if (seconds > most_) most_ = seconds;
    }
    uint64_t count() const { return count_; }
    /// A percentile in microseconds.
    double percentile(double share) const;
    /// `"NAME_p50": …, "NAME_p99": …, "NAME_max": …` in microseconds.
    std::string json(const std::string &name) const;

   private:
    std::array<uint32_t, 64 * 32> counts_{};
    uint64_t count_ = 0;
    double most_ = 0;
};

/// A call with one request and one answer. It deletes itself.
class Unary : public Stream {
   public:
    using Done = std::function<void(int status, const std::string &response)>;
    static void call(
        Connection *connection, const std::string &path, const Message &request, Done done,
        const std::string &token = "");
    /// Returns the answer; ends the program if the call fails.
    static std::string wait(Loop &loop, Connection *connection, const std::string &path, const Message &request);

   private:
    void onMessage(std::string_view message) override { response_ = message; }
    void onEnd(int status) override;
    Done done_;
    std::string response_;
};

/// A provider of sensors that are also switches: OnOff and TemperatureMeasurement at endpoint 1.
class Provider : public Stream {
   public:
    /// The devices are `NAME-0`, `NAME-1` and so on.
    /// Each has a switch and a temperature. With `areShown` each has one of the two, and each change of it is visible.
    Provider(std::string name, int devices, bool areShown = false)
        : name_(std::move(name)), count_(devices), areShown_(areShown), isOn_(size_t(devices)) {}
    void attach(Connection *connection);
    bool isReady() const { return brought_ == count_; }
    bool isLost = false;
    /// Reports a new temperature of a device, or the state of its switch with `areShown`.
    void report(int device, int value);
    std::string device(int index) const { return name_ + "-" + std::to_string(index); }
    int count() const { return count_; }

   private:
    void onMessage(std::string_view message) override;
    void onEnd(int status) override;
    void bring();
    void invoke(std::string_view call);
    void report(const std::string &device, const Message &state, std::string_view cause);
    Message state(const std::string &device, uint32_t trait, const char *name, const Message &attributes) const;

    std::string name_;
    bool hasSwitch(int index) const { return !areShown_ || index % 2 == 0; }
    bool hasTemperature(int index) const { return !areShown_ || index % 2 != 0; }

    int count_, brought_ = 0, asked_ = 0, runs_ = 0;
    bool areShown_;
    std::vector<bool> isOn_;
};

/// The ID of the hub's first structure.
std::string structureID(Loop &loop, Connection *connection);
Message target(const std::string &device);

// The modes: each returns the exit status.
int fan(Loop &loop, int port, const std::vector<std::string> &words);
int probe(Loop &loop, int port, const std::vector<std::string> &words);
int edits(Loop &loop, int port, const std::vector<std::string> &words);
int query(Loop &loop, int port, const std::vector<std::string> &words);
int follow(Loop &loop, int port, const std::vector<std::string> &words);
int lag(Loop &loop, int port, const std::vector<std::string> &words);
int reads(Loop &loop, int port, const std::vector<std::string> &words);
