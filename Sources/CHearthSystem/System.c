#define _GNU_SOURCE
#include "CHearthSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { streams = 3 };

/// Makes the action list and the attributes of a start. Both are destroyed by the caller, also after an error.
static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const int *sources) {
    int error = 0;
    for (int stream = 0; stream < streams && !error; stream++)
        error = posix_spawn_file_actions_adddup2(actions, sources[stream], stream);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, streams);
#endif
    if (!error) error = posix_spawnattr_setflags(attributes, flags);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    // Threads of Dispatch block signals, and a program inherits what the thread that starts it blocks.
    sigset_t set;
    sigemptyset(&set);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &set);
    sigaddset(&set, SIGPIPE);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &set);
    return error;
}

/// posix_spawn with prepared lists.
static int start(
    pid_t *process, const char *path, char *const *arguments, char *const *environment, const int *sources
) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = prepare(&actions, &attributes, sources);
        if (!error)
            error = posix_spawn(process, path, &actions, &attributes, arguments, environment ? environment : environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int hearth_system_spawn(
    pid_t *process, const char *path, char *const *arguments, char *const *environment, int input, int output, int errors
) {
    // A descriptor that is itself a standard stream's number would be replaced before it is copied. So it is copied first.
    int sources[streams] = {input, output, errors}, copies[streams] = {-1, -1, -1}, error = 0;
    for (int stream = 0; stream < streams && !error; stream++) {
        if (sources[stream] >= streams) continue;
        sources[stream] = copies[stream] = fcntl(sources[stream], F_DUPFD_CLOEXEC, streams);
        if (copies[stream] < 0) error = errno;
    }
    if (!error) error = start(process, path, arguments, environment, sources);
    for (int stream = 0; stream < streams; stream++)
        if (copies[stream] >= 0) close(copies[stream]);
    return error;
}

int hearth_system_wait(pid_t process, int *status) {
    siginfo_t end;
    while (waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT))
        if (errno != EINTR) return errno;
    *status = end.si_code == CLD_EXITED ? end.si_status : -end.si_status;
    return 0;
}

int hearth_system_pipe(int ends[2]) {
#ifdef __APPLE__
    if (pipe(ends)) return errno;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return pipe2(ends, O_CLOEXEC) ? errno : 0;
#endif
}

int hearth_system_is_first_thread(void) {
#ifdef __APPLE__
    return pthread_main_np() != 0;
#else
    return gettid() == getpid();
#endif
}

void hearth_system_name_thread(const char *name) {
#ifdef __APPLE__
    pthread_setname_np(name);
#else
    char start[16] = {0};
    strncpy(start, name, sizeof start - 1);
    pthread_setname_np(pthread_self(), start);
#endif
}
