#include "home.h"

#include <unistd.h>

#include <algorithm>

namespace {

constexpr uint32_t kOnOff = 6, kTemperature = 0x402;
constexpr int kBatch = 200;

uint64_t zigzag(int64_t value) { return uint64_t(value << 1) ^ uint64_t(value >> 63); }

}  // namespace

double Times::percentile(double share) const {
    uint64_t left = uint64_t(double(count_) * share);
    for (size_t index = 0; index < counts_.size(); index++) {
        if (counts_[index] > left) {
            size_t shift = index / 32;
            return std::min(most_ * 1e6, double((uint64_t(index % 32) << shift) + (1ull << shift) / 2) / 1e3);
        }
        left -= counts_[index];
    }
    return most_ * 1e6;
}

std::string Times::json(const std::string &name) const {
    auto field = [&](const char *what, double value) {
        return "\"" + name + what + "\": " + std::to_string(value);
    };
    return field("_p50", percentile(0.5)) + ", " + field("_p99", percentile(0.99)) + ", " + field("_max", most_ * 1e6) +
           ", " + field("_count", double(count_));
}

void Unary::call(
    Connection *connection, const std::string &path, const Message &request, Done done, const std::string &token) {
    auto *call = new Unary;
    call->done_ = std::move(done);
    connection->open(call, path, token);
    if (!connection->isOpen()) return;
    call->send(request.bytes);
    call->finish();
}

void Unary::onEnd(int status) {
    done_(status, response_);
    delete this;
}

std::string Unary::wait(Loop &loop, Connection *connection, const std::string &path, const Message &request) {
    int status = -1;
    std::string response;
    call(connection, path, request, [&](int ended, const std::string &bytes) {
        status = ended;
        response = bytes;
    });
    loop.until([&] { return status >= 0; });
    if (status != 0) fail(path + " ended with status " + std::to_string(status));
    return response;
}

Message target(const std::string &device) { return Message().text(1, device).number(2, 1); }

std::string structureID(Loop &loop, Connection *connection) {
    std::string list = Unary::wait(loop, connection, "/hearth.v1.HomeService/List", Message().number(1, 1));
    std::string id(Fields::find(Fields::find(list, 2), 1));
    if (id.empty()) fail("the hub has no structure");
    return id;
}

void Provider::attach(Connection *connection) {
    brought_ = asked_ = 0;
    isLost = false;
    connection->open(this, "/hearth.v1.ProviderService/Attach");
    Message hello;
    hello.text(1, "bench-" + name_).text(2, "Bench").text(5, std::to_string(getpid()) + "-" + std::to_string(++runs_));
    send(Message().message(1, hello).bytes);
}

Message Provider::state(
    const std::string &device, uint32_t trait, const char *name, const Message &attributes) const {
    Message any;
    any.text(1, std::string("/hearth.traits.matter.v1.") + name + ".Attributes").message(2, attributes);
    return Message().message(1, target(device)).number(2, trait).message(3, any);
}

void Provider::bring() {
    Message bring;
    bring.number(1, uint64_t(asked_) + 1);
    for (int end = std::min(count_, asked_ + kBatch); asked_ < end; asked_++) {
        std::string id = device(asked_);
        Message endpoint, record, provided;
        endpoint.number(1, 1).number(2, 0);
        if (hasSwitch(asked_)) endpoint.message(4, Message().number(1, kOnOff));
        if (hasTemperature(asked_)) endpoint.message(4, Message().number(1, kTemperature));
        record.text(1, id).text(4, "Sensor " + id).message(5, Message().number(1, 0)).message(5, endpoint);
        provided.message(1, record);
        bool isOn = isOn_[size_t(asked_)];
        if (hasSwitch(asked_)) provided.message(3, state(id, kOnOff, "OnOff", Message().number(1, isOn)));
        if (hasTemperature(asked_))
            provided.message(
                3, state(id, kTemperature, "TemperatureMeasurement",
                         Message().number(1, zigzag(2000)).number(2, zigzag(-27315)).number(3, zigzag(32767))));
        bring.message(2, provided);
    }
    send(Message().message(2, bring).bytes);
}

void Provider::onMessage(std::string_view message) {
    Fields fields(message);
    if (!fields.next()) return;
    if (fields.field == 1) {  // welcome
        uint64_t more = 0;
        Fields welcome(fields.text);
        while (welcome.next()) {
            if (welcome.field == 6) more = welcome.value;
        }
        if (!more) bring();
    } else if (fields.field == 2) {  // brought
        Fields status(Fields::find(fields.text, 2));
        std::string why;
        uint64_t code = 0;
        while (status.next()) {
            if (status.field == 1) code = status.value;
            if (status.field == 2) why = status.text;
        }
        if (code != 0) fail("devices were refused: " + why);
        brought_ = asked_;
        if (brought_ < count_) bring();
    } else if (fields.field == 3) {
        invoke(fields.text);
    } else if (fields.field == 6) {
        send(Message().message(7, Message()).bytes);
    }
}

void Provider::onEnd(int) {
    isLost = true;
    brought_ = 0;
}

void Provider::invoke(std::string_view call) {
    uint64_t id = 0;
    std::string device, cause;
    Fields fields(call);
    while (fields.next()) {
        if (fields.field == 1) id = fields.value;
        if (fields.field == 2) device = Fields::find(fields.text, 1);
        if (fields.field == 6) cause = fields.text;
    }
    size_t index = size_t(std::atoi(device.substr(device.rfind('-') + 1).c_str()));
    if (index < isOn_.size()) {
        isOn_[index] = !isOn_[index];
        report(device, state(device, kOnOff, "OnOff", Message().number(1, isOn_[index])), cause);
    }
    send(Message().message(5, Message().number(1, id).message(2, Message())).bytes);
}

void Provider::report(int index, int value) {
    std::string id = device(index);
    static const std::string byDevice = Message().number(1, 1).bytes;
    if (areShown_ && hasSwitch(index)) {
        isOn_[size_t(index)] = !isOn_[size_t(index)];
        report(id, state(id, kOnOff, "OnOff", Message().number(1, isOn_[size_t(index)])), byDevice);
        return;
    }
    // A tenth of a degree is the smallest visible change.
    if (areShown_) value = value % 300 * 10;
    report(id, state(id, kTemperature, "TemperatureMeasurement", Message().number(1, zigzag(value))), byDevice);
}

void Provider::report(const std::string &device, const Message &state, std::string_view cause) {
    send(Message().message(4, Message().text(1, device).message(2, state).text(5, cause)).bytes);
}
