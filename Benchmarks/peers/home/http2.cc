#include "http2.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum { kData = 0, kHeaders = 1, kReset = 3, kSettings = 4, kPing = 6, kGoAway = 7, kWindow = 8, kContinuation = 9 };
enum { kEndStream = 1, kAck = 1, kEndHeaders = 4, kPadded = 8, kPriority = 32 };
constexpr uint32_t kMostWindow = 0x7FFFFFFF;
constexpr size_t kFrame = 16384;
constexpr int kConnectionsPerAddress = 50;

std::string big32(uint32_t value) {
    value = htonl(value);
    return {reinterpret_cast<char *>(&value), 4};
}
uint32_t read32(const uint8_t *bytes) {
    uint32_t value;
    std::memcpy(&value, bytes, 4);
    return ntohl(value);
}
std::string literal(char index, const std::string &value) { return std::string(1, index) + char(value.size()) + value; }

}  // namespace

double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + double(t.tv_nsec) / 1e9;
}

void fail(const std::string &what) {
    std::fprintf(stderr, "home_load: %s\n", what.c_str());
    std::exit(2);
}

void Stream::send(std::string_view message) {
    if (isOver_) return;
    pending_ += '\0';
    pending_ += big32(uint32_t(message.size()));
    pending_ += message;
    connection_->pump(this);
}

void Stream::finish() {
    isFinishing_ = true;
    if (!isOver_) connection_->pump(this);
}

Connection::~Connection() { close(); }

void Connection::close() {
    if (fd_ >= 0) ::close(fd_);
    if (inflater_) nghttp2_hd_inflate_del(inflater_);
    fd_ = -1;
    inflater_ = nullptr;
}

void Connection::open(Stream *stream, const std::string &path, const std::string &token) {
    stream->connection_ = this;
    stream->id_ = int32_t(streams_.size() * 2 + 1);
    stream->window_ = initialWindow_;
    stream->pending_.clear();
    stream->partial_.clear();
    stream->isFinishing_ = stream->isFinished_ = false;
    stream->isOver_ = fd_ < 0;
    stream->status_ = 97;
    if (fd_ < 0) return stream->onEnd(99);
    streams_.push_back(stream);
    std::string block = "\x83\x86" + literal(4, path) + literal(1, authority_);
    block += std::string("\x0f\x10\x10") + "application/grpc" + std::string("\0\x02te\x08trailers", 13);
    // Index 23 of the static table, never indexed: its seven-bit length holds a token.
    if (!token.empty()) block += std::string("\x1f\x08", 2) + char(7 + token.size()) + "Bearer " + token;
    put(kHeaders, kEndHeaders, stream->id_, block);
}

Stream *Connection::find(int32_t id) const {
    size_t index = size_t(id / 2);
    return id > 0 && index < streams_.size() ? streams_[index] : nullptr;
}

void Connection::put(uint8_t type, uint8_t flags, int32_t id, std::string_view payload) {
    if (fd_ < 0) return;
    uint8_t head[9] = {uint8_t(payload.size() >> 16), uint8_t(payload.size() >> 8), uint8_t(payload.size()), type, flags};
    uint32_t number = htonl(uint32_t(id));
    std::memcpy(head + 5, &number, 4);
    out_.append(reinterpret_cast<char *>(head), 9);
    out_ += payload;
    if (!isDirty_) loop_->dirty_.push_back(this);
    isDirty_ = true;
}

void Connection::pump(Stream *stream) {
    size_t at = 0;
    std::string &pending = stream->pending_;
    while (at < pending.size() && window_ > 0 && stream->window_ > 0) {
        size_t count = std::min({pending.size() - at, kFrame, size_t(window_), size_t(stream->window_)});
        bool isLast = at + count == pending.size() && stream->isFinishing_;
        put(kData, isLast ? kEndStream : 0, stream->id_, std::string_view(pending).substr(at, count));
        stream->isFinished_ = isLast;
        at += count;
        window_ -= int64_t(count);
        stream->window_ -= int64_t(count);
    }
    if (at == 0 && pending.empty() && stream->isFinishing_ && !stream->isFinished_) {
        put(kData, kEndStream, stream->id_, "");
        stream->isFinished_ = true;
    }
    pending.erase(0, at);
}

void Connection::take(const uint8_t *bytes, size_t size) {
    // Complete frames are read in place.
    if (!in_.empty()) {
        in_.append(reinterpret_cast<const char *>(bytes), size);
        bytes = reinterpret_cast<const uint8_t *>(in_.data());
        size = in_.size();
    }
    size_t at = 0;
    while (fd_ >= 0 && size - at >= 9) {
        const uint8_t *head = bytes + at;
        size_t length = size_t(head[0]) << 16 | size_t(head[1]) << 8 | head[2];
        if (size - at - 9 < length) break;
        frame(head[3], head[4], int32_t(read32(head + 5) & kMostWindow), head + 9, length);
        at += 9 + length;
    }
    std::string rest(reinterpret_cast<const char *>(bytes + at), size - at);
    in_ = std::move(rest);
}

void Connection::frame(uint8_t type, uint8_t flags, int32_t id, const uint8_t *bytes, size_t size) {
    Stream *stream = find(id);
    switch (type) {
        case kData:
            received_ += int64_t(size);
            if (received_ > 1 << 30) {
                put(kWindow, 0, 0, big32(uint32_t(received_)));
                received_ = 0;
            }
            if (stream) data(stream, bytes, size);
            if (stream && flags & kEndStream) end(id, 97);
            break;
        case kHeaders:
            if (flags & (kPadded | kPriority)) fail("padded headers came");
            block_.assign(reinterpret_cast<const char *>(bytes), size);
            if (!(flags & kEndHeaders)) break;
            headers(stream, reinterpret_cast<const uint8_t *>(block_.data()), block_.size());
            if (stream && flags & kEndStream) end(id, stream->status_);
            break;
        case kContinuation: fail("headers came in several frames");
        case kReset: end(id, 98); break;
        case kSettings:
            if (!(flags & kAck)) settings(bytes, size);
            break;
        case kPing:
            if (!(flags & kAck)) put(kPing, kAck, 0, {reinterpret_cast<const char *>(bytes), size});
            break;
        case kWindow:
            if (size < 4) break;
            if (id == 0) {
                window_ += read32(bytes);
                for (Stream *other : streams_) {
                    if (other && !other->pending_.empty()) pump(other);
                }
            } else if (stream) {
                stream->window_ += read32(bytes);
                if (!stream->pending_.empty()) pump(stream);
            }
            break;
        case kGoAway:
            isEnding_ = true;
            if (size >= 8 && read32(bytes + 4) != 0) {
                std::fprintf(stderr, "home_load: the server ends a connection: error %u, %.*s\n", read32(bytes + 4),
                             int(size - 8), reinterpret_cast<const char *>(bytes + 8));
            }
            break;
        default: break;
    }
}

void Connection::grant(Stream *stream, uint32_t bytes) {
    if (!stream->isOver_) put(kWindow, 0, stream->id_, big32(bytes));
}

void Connection::settings(const uint8_t *bytes, size_t size) {
    for (; size >= 6; bytes += 6, size -= 6) {
        if (bytes[0] != 0 || bytes[1] != 4) continue;
        int64_t more = int64_t(read32(bytes + 2)) - initialWindow_;
        initialWindow_ += more;
        for (Stream *stream : streams_) {
            if (!stream) continue;
            stream->window_ += more;
            if (!stream->pending_.empty()) pump(stream);
        }
    }
    put(kSettings, kAck, 0, "");
}

void Connection::headers(Stream *stream, const uint8_t *bytes, size_t size) {
    while (true) {
        nghttp2_nv field;
        int flags = 0;
        ssize_t read = nghttp2_hd_inflate_hd2(inflater_, &field, &flags, bytes, size, 1);
        if (read < 0) fail("a header block can't be read");
        bytes += read;
        size -= size_t(read);
        if (stream && flags & NGHTTP2_HD_INFLATE_EMIT && field.namelen == 11 &&
            !std::memcmp(field.name, "grpc-status", 11)) {
            stream->status_ = std::atoi(std::string(reinterpret_cast<char *>(field.value), field.valuelen).c_str());
        }
        if (flags & NGHTTP2_HD_INFLATE_FINAL) {
            nghttp2_hd_inflate_end_headers(inflater_);
            return;
        }
        if (!(flags & NGHTTP2_HD_INFLATE_EMIT) && size == 0) return;
    }
}

void Connection::data(Stream *stream, const uint8_t *bytes, size_t size) {
    std::string whole;
    if (!stream->partial_.empty()) {
        stream->partial_.append(reinterpret_cast<const char *>(bytes), size);
        whole.swap(stream->partial_);
        bytes = reinterpret_cast<const uint8_t *>(whole.data());
        size = whole.size();
    }
    while (size >= 5 && size - 5 >= read32(bytes + 1)) {
        size_t length = read32(bytes + 1);
        if (bytes[0] != 0) fail("a message is compressed");
        stream->onMessage({reinterpret_cast<const char *>(bytes + 5), length});
        bytes += 5 + length;
        size -= 5 + length;
    }
    if (size > 0) stream->partial_.assign(reinterpret_cast<const char *>(bytes), size);
}

void Connection::end(int32_t id, int status) {
    Stream *stream = find(id);
    if (!stream) return;
    streams_[size_t(id / 2)] = nullptr;
    stream->isOver_ = true;
    stream->onEnd(status);
}

void Connection::lost() {
    close();
    for (size_t index = 0; index < streams_.size(); index++) end(int32_t(index * 2 + 1), 99);
}

void Connection::readable() {
    static uint8_t buffer[256 << 10];
    ssize_t got = recv(fd_, buffer, sizeof buffer, 0);
    if (got > 0) return take(buffer, size_t(got));
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) lost();
}

void Connection::flush() {
    isDirty_ = false;
    if (fd_ < 0) return;
    if (!out_.empty()) {
        ssize_t sent = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN) return lost();
        if (sent > 0) out_.erase(0, size_t(sent));
    }
    if (waits_ != out_.empty()) return;
    waits_ = !waits_;
    epoll_event event{EPOLLIN | (waits_ ? uint32_t(EPOLLOUT) : 0), {this}};
    epoll_ctl(loop_->poll_, EPOLL_CTL_MOD, fd_, &event);
}

Loop::Loop() : poll_(epoll_create1(EPOLL_CLOEXEC)) {
    fcntl(0, F_SETFL, O_NONBLOCK);
    epoll_event event{EPOLLIN, {nullptr}};
    epoll_ctl(poll_, EPOLL_CTL_ADD, 0, &event);
}

Connection *Loop::connect(int port, uint32_t window) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    int number = getpid() % 100 * 256 + made_ / kConnectionsPerAddress % 200 + 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + uint32_t(number));
    int yes = 1;
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    if (bind(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) fail("no local address is free");
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(uint16_t(port));
    if (::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
        ::close(fd);
        return nullptr;
    }
    made_++;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    connections_.push_back(std::make_unique<Connection>());
    Connection *connection = connections_.back().get();
    connection->loop_ = this;
    connection->fd_ = fd;
    connection->authority_ = "127.0.0.1:" + std::to_string(port);
    nghttp2_hd_inflate_new(&connection->inflater_);
    connection->out_ = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    // SETTINGS_ENABLE_PUSH 0, SETTINGS_INITIAL_WINDOW_SIZE.
    connection->put(kSettings, 0, 0, std::string("\0\2\0\0\0\0\0\4", 8) + big32(window));
    connection->put(kWindow, 0, 0, big32(kMostWindow - 65535));
    epoll_event event{EPOLLIN, {connection}};
    epoll_ctl(poll_, EPOLL_CTL_ADD, fd, &event);
    return connection;
}

void Loop::flush() {
    while (!dirty_.empty()) {
        std::vector<Connection *> dirty;
        dirty.swap(dirty_);
        for (Connection *connection : dirty) connection->flush();
    }
}

void Loop::turn(double seconds) {
    flush();
    epoll_event events[64];
    timespec timeout{time_t(seconds), long((seconds - double(time_t(seconds))) * 1e9)};
    int count = epoll_pwait2(poll_, events, 64, &timeout, nullptr);
    for (int i = 0; i < count; i++) {
        auto *connection = static_cast<Connection *>(events[i].data.ptr);
        if (!connection) {
            char text[4096];
            ssize_t got = read(0, text, sizeof text);
            if (got > 0) input_.append(text, size_t(got));
            if (got == 0) {
                isOver = true;
                epoll_ctl(poll_, EPOLL_CTL_DEL, 0, nullptr);
            }
            continue;
        }
        if (connection->fd_ >= 0 && events[i].events & ~uint32_t(EPOLLOUT)) connection->readable();
        if (connection->fd_ >= 0 && events[i].events & EPOLLOUT) connection->flush();
    }
    flush();
}

bool Loop::line(std::string &text) {
    size_t end = input_.find('\n');
    if (end == std::string::npos) return false;
    text = input_.substr(0, end);
    input_.erase(0, end + 1);
    return true;
}
