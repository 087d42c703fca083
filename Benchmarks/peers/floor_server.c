/* The floor for comparisons: gRPC's Echo and Stream of bench.Bench on bare libnghttp2 and epoll, one thread, no limits, no codec except
   for a request's number. A server on libnghttp2 can't cost less. Run: floor_server PORT */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE = 69 /* a 64-byte Event after gRPC's prefix */ };

struct stream {
    uint8_t body[256]; /* the request, which is Echo's response */
    size_t length, sent;
    char method; /* 'E'cho, 'S'tream, sub's'cribe */
    uint64_t left; /* messages still to send, including the current one */
    struct stream *next;
};

struct connection {
    int fd, waits;
    nghttp2_session *session;
    uint8_t *out;
    size_t out_length, out_sent;
};

static int poller;
static struct stream *spare;
static nghttp2_session_callbacks *callbacks;
static uint8_t event[MESSAGE] = {0, 0, 0, 0, 64, 9, 1, 0, 0, 0, 0, 0, 0, 0, 17, 1, 0, 0, 0, 0, 0, 0, 0, 26, 44};

#define FIELD(name, value) \
    { (uint8_t *)name, (uint8_t *)value, sizeof name - 1, sizeof value - 1, \
      NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE }
static const nghttp2_nv headers[] = {FIELD(":status", "200"), FIELD("content-type", "application/grpc")};
static const nghttp2_nv trailers[] = {FIELD("grpc-status", "0")};
static const nghttp2_nv unknown[] = {FIELD(":status", "200"), FIELD("content-type", "application/grpc"),
                                     FIELD("grpc-status", "12")};

static int on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
    (void)user;
    if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
    struct stream *s = spare;
    if (s) spare = s->next;
    else s = malloc(sizeof *s);
    if (!s) return NGHTTP2_ERR_CALLBACK_FAILURE;
    s->length = s->sent = s->left = 0;
    s->method = 0;
    return nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, s);
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name, size_t name_length,
                     const uint8_t *value, size_t value_length, uint8_t flags, void *user) {
    (void)flags, (void)user;
    if (name_length != 5 || memcmp(name, ":path", 5) != 0) return 0;
    struct stream *s = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
    if (!s) return 0;
    if (value_length == 17 && memcmp(value, "/bench.Bench/Echo", 17) == 0) s->method = 'E';
    if (value_length == 19 && memcmp(value, "/bench.Bench/Stream", 19) == 0) s->method = 'S';
    if (value_length == 22 && memcmp(value, "/bench.Bench/Subscribe", 22) == 0) s->method = 's';
    return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *data, size_t length,
                   void *user) {
    (void)flags, (void)user;
    struct stream *s = nghttp2_session_get_stream_user_data(session, id);
    if (!s || length > sizeof s->body - s->length) return 0;
    memcpy(s->body + s->length, data, length);
    s->length += length;
    return 0;
}

static ssize_t read_body(nghttp2_session *session, int32_t id, uint8_t *out, size_t size, uint32_t *flags,
                         nghttp2_data_source *source, void *user) {
    (void)user;
    struct stream *s = source->ptr;
    size_t count = 0;
    if (s->method == 's') return NGHTTP2_ERR_DEFERRED;
    if (s->method == 'E') {
        count = s->length;
        memcpy(out, s->body, count);
    } else {
        while (s->left > 0 && count < size) {
            size_t piece = MESSAGE - s->sent < size - count ? MESSAGE - s->sent : size - count;
            memcpy(out + count, event + s->sent, piece);
            count += piece;
            s->sent += piece;
            if (s->sent == MESSAGE) s->sent = 0, s->left--;
        }
        if (s->left > 0) return (ssize_t)count;
    }
    *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
    nghttp2_submit_trailer(session, id, trailers, 1);
    return (ssize_t)count;
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
    (void)user;
    if ((frame->hd.type != NGHTTP2_DATA && frame->hd.type != NGHTTP2_HEADERS) ||
        !(frame->hd.flags & NGHTTP2_FLAG_END_STREAM))
        return 0;
    int32_t id = frame->hd.stream_id;
    struct stream *s = nghttp2_session_get_stream_user_data(session, id);
    if (!s) return 0;
    if (!s->method) return nghttp2_submit_response(session, id, unknown, 3, NULL);
    if (s->method == 'S') /* the request's first field is the count */
        for (size_t i = 6, shift = 0; i < s->length && shift < 64; i++, shift += 7) {
            s->left |= (uint64_t)(s->body[i] & 0x7F) << shift;
            if (s->body[i] < 0x80) break;
        }
    nghttp2_data_provider provider = {{.ptr = s}, read_body};
    return nghttp2_submit_response(session, id, headers, 2, &provider);
}

static int on_close(nghttp2_session *session, int32_t id, uint32_t code, void *user) {
    (void)code, (void)user;
    struct stream *s = nghttp2_session_get_stream_user_data(session, id);
    if (!s) return 0;
    s->next = spare;
    spare = s;
    return 0;
}

static void end(struct connection *c) {
    close(c->fd);
    nghttp2_session_del(c->session);
    free(c->out);
    free(c);
}

/* Makes at most one send. Returns whether the connection stays open. */
static int flush(struct connection *c) {
    enum { LIMIT = 256 << 10 };
    if (!c->out && !(c->out = malloc(LIMIT + (64 << 10)))) return 0;
    while (c->out_length < LIMIT) {
        const uint8_t *bytes;
        ssize_t count = nghttp2_session_mem_send(c->session, &bytes);
        if (count < 0) return 0;
        if (count == 0) break;
        memcpy(c->out + c->out_length, bytes, (size_t)count);
        c->out_length += (size_t)count;
    }
    int is_full = c->out_length >= LIMIT;
    if (c->out_sent < c->out_length) {
        ssize_t count = send(c->fd, c->out + c->out_sent, c->out_length - c->out_sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN) return 0;
        if (count > 0) c->out_sent += (size_t)count;
    }
    if (c->out_sent == c->out_length) c->out_sent = c->out_length = 0;
    if (c->out_length == 0 && !is_full) free(c->out), c->out = NULL; /* an idle connection keeps no buffer */
    int waits = c->out_length > 0 || is_full;
    if (waits != c->waits) {
        struct epoll_event e = {EPOLLIN | (waits ? (uint32_t)EPOLLOUT : 0), {.ptr = c}};
        epoll_ctl(poller, EPOLL_CTL_MOD, c->fd, &e);
        c->waits = waits;
    }
    return nghttp2_session_want_read(c->session) || nghttp2_session_want_write(c->session);
}

static void take(int listener) {
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), yes = 1;
    struct connection *c = calloc(1, sizeof *c);
    if (fd < 0 || !c) return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    c->fd = fd;
    nghttp2_session_server_new(&c->session, callbacks, c);
    nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 1024}};
    nghttp2_submit_settings(c->session, 0, settings, 1);
    struct epoll_event e = {EPOLLIN, {.ptr = c}};
    epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e);
    if (!flush(c)) end(c);
}

int main(int argc, char **argv) {
    if (argc != 2) return 64;
    memset(event + 25, 'x', 44);
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512)) return 1;
    poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event e = {EPOLLIN, {.ptr = NULL}};
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &e);
    static uint8_t buffer[256 << 10];
    for (;;) {
        struct epoll_event events[64];
        int count = epoll_wait(poller, events, 64, -1);
        for (int i = 0; i < count; i++) {
            struct connection *c = events[i].data.ptr;
            if (!c) {
                take(listener);
                continue;
            }
            int is_open = 1;
            if (events[i].events & ~(uint32_t)EPOLLOUT) {
                ssize_t got = recv(c->fd, buffer, sizeof buffer, 0);
                is_open = got > 0 ? nghttp2_session_mem_recv(c->session, buffer, (size_t)got) >= 0
                                  : got < 0 && errno == EAGAIN;
            }
            if (!is_open || !flush(c)) end(c);
        }
    }
}
