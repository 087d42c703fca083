#define _GNU_SOURCE
#include "CHearthSystem.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The filter of system calls (seccomp(2)): a list of what is allowed. Both architectures put the low half of an argument
// first.
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_LOW(argument) LOAD(args[argument])
#define LOAD_HIGH(argument) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument]) + sizeof(__u32))
#define KEEP_BITS(bits) BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits)
#define END(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOWED END(SECCOMP_RET_ALLOW)
// Libraries take this for an older system, and do without the call.
#define REFUSED END(SECCOMP_RET_ERRNO | ENOSYS)
// Leaves out the next instructions unless the loaded value is this one.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define ALLOW(call) UNLESS(__NR_##call, 1), ALLOWED
// Allows a call if none of these bits is set in an argument.
#define ALLOW_WITHOUT(call, argument, bits) \
    UNLESS(__NR_##call, 5), LOAD_LOW(argument), KEEP_BITS(bits), UNLESS(0, 1), ALLOWED, REFUSED
// Allows a call unless all of these bits are set.
#define ALLOW_UNLESS_ALL(call, argument, bits) \
    UNLESS(__NR_##call, 5), LOAD_LOW(argument), KEEP_BITS(bits), UNLESS(bits, 1), REFUSED, ALLOWED
// Allows a call if all of these bits are set.
#define ALLOW_WITH(call, argument, bits) \
    UNLESS(__NR_##call, 5), LOAD_LOW(argument), KEEP_BITS(bits), UNLESS(bits, 1), ALLOWED, REFUSED
// Allows a call if an argument is a null pointer.
#define ALLOW_WITH_NULL(call, argument) \
    UNLESS(__NR_##call, 6), LOAD_LOW(argument), UNLESS(0, 3), LOAD_HIGH(argument), UNLESS(0, 1), ALLOWED, REFUSED

enum { writing = O_ACCMODE | O_CREAT | O_TRUNC, writable_code = PROT_WRITE | PROT_EXEC };

static const struct sock_filter instructions[] = {
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0), END(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    // Its streams.
    ALLOW(read), ALLOW(readv), ALLOW(pread64), ALLOW(write), ALLOW(writev), ALLOW(close), ALLOW(lseek), ALLOW(dup),
    ALLOW(dup3), ALLOW(ppoll), ALLOW(pselect6),
    // Files, to read its own and its libraries.
    ALLOW_WITHOUT(openat, 2, writing), ALLOW(fstat), ALLOW(newfstatat), ALLOW(statx), ALLOW(faccessat),
    ALLOW(faccessat2), ALLOW(readlinkat), ALLOW(getdents64), ALLOW(getcwd), ALLOW(execve),
    // Memory. What was written into it is not run.
    ALLOW(brk), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW_UNLESS_ALL(mmap, 2, writable_code),
    ALLOW_WITHOUT(mprotect, 2, PROT_EXEC),
    // Threads, and no other processes.
    ALLOW_WITH(clone, 0, CLONE_THREAD), ALLOW(futex), ALLOW(set_robust_list), ALLOW(set_tid_address), ALLOW(rseq),
    ALLOW(sched_getaffinity), ALLOW(sched_yield), ALLOW(gettid), ALLOW(exit), ALLOW(exit_group),
    ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(restart_syscall),
    // Questions. prlimit64 sets no limits, which would be possible for other processes of the user.
    ALLOW(getpid), ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid), ALLOW(getrusage), ALLOW(times),
    ALLOW(uname), ALLOW(sysinfo), ALLOW(getrandom), ALLOW(clock_gettime), ALLOW(clock_getres),
    ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday), ALLOW_WITH_NULL(prlimit64, 2),
#ifdef __x86_64__
    // Older forms of them.
    ALLOW_WITHOUT(open, 1, writing), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(dup2),
    ALLOW(poll), ALLOW(select), ALLOW(getrlimit), ALLOW(time), ALLOW(arch_prctl),
#endif
    REFUSED,
};

/// Hides all files but the system's programs and libraries: homes, passwords, and the memory of the user's other processes.
/// Does nothing where Linux has no Landlock, or a service manager forbids it.
static void hide_files(void) {
    static const char *const places[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache"};
    const __u64 of_files = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    const struct landlock_ruleset_attr all = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    const int rules = (int)syscall(__NR_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0) return;
    for (size_t index = 0; index < sizeof places / sizeof *places; index++) {
        struct landlock_path_beneath_attr rule = {
            .allowed_access = of_files | LANDLOCK_ACCESS_FS_READ_DIR, .parent_fd = open(places[index], O_PATH | O_CLOEXEC)};
        if (rule.parent_fd < 0) continue;
        if (syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0)) {
            // It is no folder, so it has fewer rights.
            rule.allowed_access = of_files;
            syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        }
        close(rule.parent_fd);
    }
    syscall(__NR_landlock_restrict_self, rules, 0);
    close(rules);
}

/// Lets Linux end this process first when memory runs out (proc_pid_oom_score_adj(5)).
static void offer(void) {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, "1000", 4) < 0) errno = 0;
    close(file);
}

/// Sets a limit for good. Returns 0 or -1.
static int limit(int resource, rlim_t value) {
    const struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &both);
}

/// Gives up what the program does not need. Returns 0, or the number of an error.
static int confine(const struct hearth_system_confinement *limits) {
    offer();
    const int is_limited = !limit(RLIMIT_AS, limits->memory) && !limit(RLIMIT_CPU, limits->seconds) &&
        !limit(RLIMIT_FSIZE, 0) && !limit(RLIMIT_CORE, 0) && !limit(RLIMIT_MEMLOCK, 0) && !limit(RLIMIT_NOFILE, 32);
    if (!is_limited || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
    hide_files();
    const struct sock_fprog filter = {
        .len = sizeof instructions / sizeof *instructions, .filter = (struct sock_filter *)instructions};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) ? errno : 0;
}

enum { streams = 3, report = streams, inherited };

/// Makes these descriptors the first ones, and closes all others. Only the streams outlast the start of a program. Returns
/// 0, or the number of an error.
static int arrange(int *descriptors) {
    for (int index = 0; index < inherited; index++)
        if ((descriptors[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, inherited)) < 0) return errno;
    for (int index = 0; index < inherited; index++)
        if (dup3(descriptors[index], index, index == report ? O_CLOEXEC : 0) < 0) return errno;
    closefrom(inherited);
    return 0;
}

/// Becomes the program. Runs in a copy of a process with threads, so it calls only what signal handlers may call. Returns
/// the number of an error.
static int become(
    const char *path, char *const *arguments, int *descriptors, const struct hearth_system_confinement *limits, pid_t parent
) {
    // Ends with the thread that has started it.
    if (setpgid(0, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return errno;
    if (getppid() != parent) return ESRCH;
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int error = arrange(descriptors);
    if (!error) error = confine(limits);
    if (error) return error;
    char *const environment[] = {NULL};
    execve(path, arguments, environment);
    return errno;
}

int hearth_system_can_confine(void) { return 1; }

int hearth_system_spawn_confined(
    pid_t *process, const char *path, char *const *arguments, int input, int output, int errors,
    const struct hearth_system_confinement *limits
) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return errno;
    const pid_t parent = getpid();
    *process = fork();
    if (*process == 0) {
        int descriptors[inherited] = {input, output, errors, ends[1]};
        const int error = become(path, arguments, descriptors, limits, parent);
        // The report's descriptor is one of two, depending on how far it came.
        if (write(descriptors[report], &error, sizeof error) < 0) write(report, &error, sizeof error);
        _exit(127);
    }
    int error = *process < 0 ? errno : 0;
    close(ends[1]);
    // Nothing comes once the program runs, which closes the pipe.
    if (*process > 0) {
        ssize_t count;
        while ((count = read(ends[0], &error, sizeof error)) < 0 && errno == EINTR) {}
        if (count <= 0) error = 0;
        if (error)
            while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) {}
    }
    close(ends[0]);
    return error;
}

int hearth_system_end_file(pid_t process, int *descriptor) {
    *descriptor = (int)syscall(__NR_pidfd_open, process, 0);
    return *descriptor < 0 ? errno : 0;
}

int hearth_system_in_memory(const char *name, const void *bytes, size_t count, int *descriptor) {
    *descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*descriptor < 0) return errno;
    const char *rest = bytes;
    while (count > 0) {
        const ssize_t written = write(*descriptor, rest, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        rest += written;
        count -= (size_t)written;
    }
    const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    if (count == 0 && lseek(*descriptor, 0, SEEK_SET) == 0 && fcntl(*descriptor, F_ADD_SEALS, seals) == 0) return 0;
    const int error = errno;
    close(*descriptor);
    return error;
}

#else

int hearth_system_can_confine(void) { return 0; }

int hearth_system_spawn_confined(
    pid_t *process, const char *path, char *const *arguments, int input, int output, int errors,
    const struct hearth_system_confinement *limits
) {
    return ENOTSUP;
}

int hearth_system_end_file(pid_t process, int *descriptor) { return ENOTSUP; }

int hearth_system_in_memory(const char *name, const void *bytes, size_t count, int *descriptor) { return ENOTSUP; }

#endif
