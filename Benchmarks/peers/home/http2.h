// gRPC over HTTP/2 with as little work for each frame as can be, so that a server far ahead of others is not measured by
// its client: frames are read where they arrive, and only header blocks go through libnghttp2.
#pragma once
#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Seconds of the monotonic clock.
double now();
[[noreturn]] void fail(const std::string &what);

class Connection;

/// A call. What comes is told to its functions.
class Stream {
   public:
    virtual ~Stream() = default;
    virtual void onMessage(std::string_view message) = 0;
    /// `status` is gRPC's; 98 when the stream was reset, 99 when the connection went.
    virtual void onEnd(int status) = 0;
    /// Sends a message, when the server's windows let it.
    void send(std::string_view message);
    /// No more messages follow.
    void finish();
    size_t unsent() const { return pending_.size(); }
    Connection *connection() const { return connection_; }

   private:
    friend class Connection;
    Connection *connection_ = nullptr;
    int32_t id_ = 0;
    int64_t window_ = 0;
    std::string pending_, partial_;
    bool isFinishing_ = false, isFinished_ = false, isOver_ = true;
    int status_ = 97;
};

class Loop;

class Connection {
   public:
    ~Connection();
    /// Begins a call, with a token where one is given. The stream stays its owner's, who keeps it until it has ended.
    void open(Stream *stream, const std::string &path, const std::string &token = "");
    bool isOpen() const { return fd_ >= 0; }
    /// Not any more once the server has said that it ends.
    bool takesCalls() const { return isOpen() && !isEnding_; }
    /// Lets the server send so many bytes more of a call.
    void grant(Stream *stream, uint32_t bytes);
    void close();

   private:
    friend class Stream;
    friend class Loop;
    void readable();
    void flush();
    void take(const uint8_t *bytes, size_t size);
    void frame(uint8_t type, uint8_t flags, int32_t id, const uint8_t *bytes, size_t size);
    void settings(const uint8_t *bytes, size_t size);
    void headers(Stream *stream, const uint8_t *bytes, size_t size);
    void data(Stream *stream, const uint8_t *bytes, size_t size);
    void put(uint8_t type, uint8_t flags, int32_t id, std::string_view payload);
    void pump(Stream *stream);
    void end(int32_t id, int status);
    void lost();
    Stream *find(int32_t id) const;

    Loop *loop_ = nullptr;
    int fd_ = -1;
    bool waits_ = false, isDirty_ = false, isEnding_ = false;
    std::string out_, in_, authority_, block_;
    nghttp2_hd_inflater *inflater_ = nullptr;
    std::vector<Stream *> streams_;
    int64_t window_ = 65535, initialWindow_ = 65535, received_ = 0;
};

/// Waits for all connections, and for the program's input.
class Loop {
   public:
    Loop();
    /// nil if nobody listens. Each group of 50 connections comes from a loopback address of its own, as a server limits
    /// how many one address has. `window` is what the server may send of each call before it is granted more.
    Connection *connect(int port, uint32_t window = 0x7FFFFFFF);
    /// Takes what came, for at most so many seconds; with 0, only what is there.
    void turn(double seconds);
    /// Turns until `done`.
    template <class Done>
    void until(Done done, double patience = 60) {
        flush();
        for (double start = now(); !done(); turn(0.1)) {
            if (now() - start > patience) fail("the server does not answer");
        }
    }
    /// Sends what was given to connections.
    void flush();
    /// A line of the program's input, without waiting; false if there is none. `isOver` once the input is.
    bool line(std::string &text);
    bool isOver = false;

   private:
    friend class Connection;
    int poll_, made_ = 0;
    std::vector<std::unique_ptr<Connection>> connections_;
    std::vector<Connection *> dirty_;
    std::string input_;
};
