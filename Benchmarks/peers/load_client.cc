// The load for every measured server: gRPC on raw libnghttp2, one thread, so that it costs the same for all.
//
//   load_client PORT unary CONNECTIONS STREAMS COUNT     calls/s, and percentiles of their time in microseconds
//   load_client PORT stream STREAMS COUNT                messages/s of 64 bytes on one connection, COUNT in all
//   load_client PORT subscribe CONNECTIONS STREAMS       opens that many streams on each, prints "ready", waits for
//                                                        the end of its input
//
// Prints one line of JSON (subscribe: "ready"). Exits with 1 if a call failed, with 2 after a fatal error.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr double kPatience = 60;   // seconds, after which the server counts as dead
constexpr int32_t kWindow = (1 << 30) - 1;

double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + double(t.tv_nsec) / 1e9;
}

[[noreturn]] void fail(const std::string &what) {
    std::fprintf(stderr, "load_client: %s\n", what.c_str());
    std::exit(2);
}

/// A message after gRPC's prefix.
std::string frame(const std::string &message) {
    uint32_t size = htonl(uint32_t(message.size()));
    return std::string(1, '\0') + std::string(reinterpret_cast<char *>(&size), 4) + message;
}

std::string varint(uint64_t value) {
    std::string out;
    for (; value > 0x7F; value >>= 7) out += char(value | 0x80);
    return out + char(value);
}

struct Call {
    int32_t id = 0;
    double start = 0;
    size_t sent = 0;
    int status = -1;
    bool accepted = false;
    uint64_t messages = 0;
    // The parser's progress: the received bytes of the prefix, and the missing bytes of the message.
    uint8_t prefix[5] = {};
    uint32_t have = 0, missing = 0;
};

struct Connection {
    int fd = -1;
    nghttp2_session *session = nullptr;
    std::string out;
    bool waits = false;
};

struct Client {
    int port, poll = epoll_create1(EPOLL_CLOEXEC);
    std::string authority, path, body;
    nghttp2_session_callbacks *callbacks = nullptr;
    std::vector<std::unique_ptr<Connection>> connections;
    std::vector<std::unique_ptr<Call>> calls;
    std::vector<Call *> spare;
    std::vector<float> times;
    uint64_t begun = 0, over = 0, limit = 0, bad = 0, messages = 0, accepted = 0;
    /// Whether the call has only one message.
    bool isUnary = false;

    explicit Client(int p) : port(p), authority("127.0.0.1:" + std::to_string(p)) {
        nghttp2_session_callbacks_new(&callbacks);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, onHeader);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, onData);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, onClose);
    }

    Connection *connectOne() {
        connections.push_back(std::make_unique<Connection>());
        Connection *c = connections.back().get();
        c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(uint16_t(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (connect(c->fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) fail("nobody listens");
        int yes = 1;
        setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        fcntl(c->fd, F_SETFL, O_NONBLOCK);
        nghttp2_session_client_new(&c->session, callbacks, c);
        nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
                                             {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, uint32_t(kWindow)}};
        nghttp2_submit_settings(c->session, 0, settings, 2);
        nghttp2_session_set_local_window_size(c->session, 0, 0, kWindow);
        epoll_event event{EPOLLIN, {c}};
        epoll_ctl(poll, EPOLL_CTL_ADD, c->fd, &event);
        flush(c);
        return c;
    }

    void begin(Connection *c) {
        Call *call;
        if (spare.empty()) {
            calls.push_back(std::make_unique<Call>());
            call = calls.back().get();
        } else {
            call = spare.back();
            spare.pop_back();
            *call = Call();
        }
        auto field = [](const char *name, const std::string &value) {
            return nghttp2_nv{(uint8_t *)name, (uint8_t *)value.data(), std::strlen(name), value.size(),
                              NGHTTP2_NV_FLAG_NO_COPY_NAME};
        };
        static const std::string post = "POST", http = "http", type = "application/grpc", trailers = "trailers";
        nghttp2_nv fields[] = {field(":method", post), field(":scheme", http), field(":path", path),
                               field(":authority", authority), field("content-type", type), field("te", trailers)};
        nghttp2_data_provider provider;
        provider.source.ptr = call;
        provider.read_callback = readBody;
        begun++;
        call->start = now();
        call->id = nghttp2_submit_request(c->session, nullptr, fields, 6, &provider, call);
        if (call->id < 0) fail("no request can be made");
    }

    static ssize_t readBody(nghttp2_session *, int32_t, uint8_t *out, size_t size, uint32_t *flags,
                            nghttp2_data_source *source, void *) {
        auto *call = static_cast<Call *>(source->ptr);
        const std::string &body = shared->body;
        size_t count = std::min(size, body.size() - call->sent);
        std::memcpy(out, body.data() + call->sent, count);
        call->sent += count;
        if (call->sent == body.size()) *flags |= NGHTTP2_DATA_FLAG_EOF;
        return ssize_t(count);
    }

    static int onHeader(nghttp2_session *session, const nghttp2_frame *f, const uint8_t *name, size_t nameSize,
                        const uint8_t *value, size_t valueSize, uint8_t, void *) {
        auto *call = static_cast<Call *>(nghttp2_session_get_stream_user_data(session, f->hd.stream_id));
        if (!call) return 0;
        if (nameSize == 11 && !std::memcmp(name, "grpc-status", 11)) {
            call->status = valueSize == 1 ? value[0] - '0' : 99;
        } else if (!call->accepted && nameSize == 7 && !std::memcmp(name, ":status", 7)) {
            call->accepted = true;
            shared->accepted++;
        }
        return 0;
    }

    static int onData(nghttp2_session *session, uint8_t, int32_t id, const uint8_t *data, size_t size, void *) {
        auto *call = static_cast<Call *>(nghttp2_session_get_stream_user_data(session, id));
        while (call && size > 0) {
            if (call->have == 5) {
                size_t count = std::min<size_t>(size, call->missing);
                call->missing -= uint32_t(count);
                data += count;
                size -= count;
            } else {
                size_t count = std::min<size_t>(size, 5 - call->have);
                std::memcpy(call->prefix + call->have, data, count);
                call->have += uint32_t(count);
                data += count;
                size -= count;
                if (call->have < 5) break;
                uint32_t length;
                std::memcpy(&length, call->prefix + 1, 4);
                call->missing = ntohl(length);
                if (call->prefix[0] != 0) fail("a message is compressed");
            }
            if (call->missing == 0) {
                call->have = 0;
                call->messages++;
                shared->messages++;
            }
        }
        return 0;
    }

    static int onClose(nghttp2_session *session, int32_t id, uint32_t, void *connection) {
        auto *call = static_cast<Call *>(nghttp2_session_get_stream_user_data(session, id));
        if (!call) return 0;
        Client &client = *shared;
        client.over++;
        if (call->status != 0 || (client.isUnary && call->messages != 1)) client.bad++;
        client.times.push_back(float(now() - call->start));
        client.spare.push_back(call);
        if (client.begun < client.limit) client.begin(static_cast<Connection *>(connection));
        return 0;
    }

    void flush(Connection *c) {
        const uint8_t *bytes;
        ssize_t count;
        while ((count = nghttp2_session_mem_send(c->session, &bytes)) > 0) {
            c->out.append(reinterpret_cast<const char *>(bytes), size_t(count));
        }
        if (count < 0) fail(nghttp2_strerror(int(count)));
        if (!c->out.empty()) {
            ssize_t sent = send(c->fd, c->out.data(), c->out.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno != EAGAIN) fail("the server closed a connection");
            if (sent > 0) c->out.erase(0, size_t(sent));
        }
        if (c->waits == c->out.empty()) {
            c->waits = !c->waits;
            epoll_event event{EPOLLIN | (c->waits ? uint32_t(EPOLLOUT) : 0), {c}};
            epoll_ctl(poll, EPOLL_CTL_MOD, c->fd, &event);
        }
    }

    template <class Done>
    void run(Done done) {
        static uint8_t buffer[256 << 10];
        double start = now();
        while (!done()) {
            epoll_event events[64];
            int count = epoll_wait(poll, events, 64, 1000);
            if (now() - start > kPatience) fail("the server does not answer");
            for (int i = 0; i < count; i++) {
                auto *c = static_cast<Connection *>(events[i].data.ptr);
                if (events[i].events & ~uint32_t(EPOLLOUT)) {
                    ssize_t got = recv(c->fd, buffer, sizeof buffer, 0);
                    if (got == 0 || (got < 0 && errno != EAGAIN)) fail("the server closed a connection");
                    if (got > 0) {
                        ssize_t status = nghttp2_session_mem_recv(c->session, buffer, size_t(got));
                        if (status < 0) fail(nghttp2_strerror(int(status)));
                    }
                }
                flush(c);
            }
        }
    }

    /// Makes `count` calls, `streams` at a time on each connection. Returns the duration.
    double call(uint64_t count, uint64_t streams) {
        begun = over = bad = messages = accepted = 0;
        limit = count;
        times.clear();
        double start = now();
        for (auto &c : connections) {
            for (uint64_t i = 0; i < streams && begun < limit; i++) begin(c.get());
            flush(c.get());
        }
        run([&] { return over >= count; });
        return now() - start;
    }

    double percentile(double part) {
        if (times.empty()) return 0;
        size_t index = std::min(times.size() - 1, size_t(part * double(times.size())));
        std::nth_element(times.begin(), times.begin() + long(index), times.end());
        return double(times[index]) * 1e6;
    }

    static Client *shared;
};

Client *Client::shared;

int unary(Client &client, int connections, uint64_t streams, uint64_t count) {
    client.isUnary = true;
    client.path = "/bench.Bench/Echo";
    client.body = frame("\x0a\x1e" + std::string(30, 'e'));
    client.times.reserve(count);
    for (int i = 0; i < connections; i++) client.connectOne();
    client.call(std::min<uint64_t>(count / 10 + 1, 2000), streams);
    double seconds = client.call(count, streams);
    std::printf("{\"rate\": %.1f, \"p50\": %.2f, \"p99\": %.2f}\n", double(count) / seconds, client.percentile(0.5),
                client.percentile(0.99));
    return client.bad != 0;
}

int stream(Client &client, uint64_t streams, uint64_t count) {
    client.path = "/bench.Bench/Stream";
    client.connectOne();
    uint64_t each = count / streams;
    client.body = frame("\x08" + varint(each / 20 + 1) + "\x10\x2c");
    client.call(streams, streams);
    client.body = frame("\x08" + varint(each) + "\x10\x2c");
    double seconds = client.call(streams, streams);
    if (client.messages != each * streams) fail("messages are missing");
    std::printf("{\"rate\": %.1f}\n", double(client.messages) / seconds);
    return client.bad != 0;
}

int subscribe(Client &client, int connections, uint64_t streams) {
    client.path = "/bench.Bench/Subscribe";
    client.body = frame("\x08\x01");
    for (int i = 0; i < connections; i++) client.connectOne();
    for (auto &c : client.connections) {
        for (uint64_t i = 0; i < streams; i++) client.begin(c.get());
        client.flush(c.get());
    }
    client.run([&] { return client.accepted + client.over >= uint64_t(connections) * streams; });
    std::printf("ready\n");
    std::fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
    return client.over != 0;
}

}  // namespace

int main(int argc, char **argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    std::vector<uint64_t> numbers;
    for (size_t i = 2; i < words.size(); i++) numbers.push_back(std::strtoull(words[i].c_str(), nullptr, 10));
    if (words.size() < 4 || numbers[0] == 0) fail("usage: load_client PORT unary|stream|subscribe NUMBERS");
    Client client(std::atoi(words[0].c_str()));
    Client::shared = &client;
    if (words[1] == "unary" && numbers.size() == 3) return unary(client, int(numbers[0]), numbers[1], numbers[2]);
    if (words[1] == "stream" && numbers.size() == 2) return stream(client, numbers[0], numbers[1]);
    if (words[1] == "subscribe" && numbers.size() == 2) return subscribe(client, int(numbers[0]), numbers[1]);
    fail("usage: load_client PORT unary|stream|subscribe NUMBERS");
}
