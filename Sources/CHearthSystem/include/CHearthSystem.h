#ifndef CHEARTHSYSTEM_H
#define CHEARTHSYSTEM_H

#include <sys/types.h>

// Functions of the system that Swift does not see, because the C library declares them for _GNU_SOURCE only, and what is
// made of them.

/// Starts a program in a process group of its own. It gets three descriptors as its standard streams and no others, no
/// blocked signals, and the default action for SIGPIPE.
///
/// path: the program's file. arguments: its words, the first is its name; ends with NULL. environment: its variables, ends
/// with NULL; NULL for those of this process.
///
/// Returns 0, or the number of an error (errno).
int hearth_system_spawn(
    pid_t *process, const char *path, char *const *arguments, char *const *environment, int input, int output, int errors);

/// What a confined program may use at most.
struct hearth_system_confinement {
    /// Bytes of its address space, with its libraries.
    size_t memory;
    /// Seconds of a processor.
    unsigned seconds;
};

/// Whether the system can confine a program: 0 or 1.
int hearth_system_can_confine(void);

/// Starts a program as hearth_system_spawn does, which can only compute: it reads its input and the system's files, and
/// writes its output. It opens no socket and no file to write, starts and signals no other process, and gets no variables. It
/// ends with the thread that has started it.
///
/// Returns 0, or the number of an error (errno): ENOTSUP if hearth_system_can_confine is 0.
int hearth_system_spawn_confined(
    pid_t *process, const char *path, char *const *arguments, int input, int output, int errors,
    const struct hearth_system_confinement *limits);

/// Opens a file that can be read once a child process has ended, and has no content. Linux only.
///
/// Returns 0, or the number of an error (errno).
int hearth_system_end_file(pid_t process, int *descriptor);

/// Creates a file in memory that can't be changed, and is read from its beginning. Linux only.
///
/// name: for debuggers. Returns 0, or the number of an error (errno).
int hearth_system_in_memory(const char *name, const void *bytes, size_t count, int *descriptor);

/// Waits until a child process has ended, and leaves it in the system's table of processes.
///
/// status: its exit status, or the negative number of the signal that ended it. Returns 0, or the number of an error (errno).
int hearth_system_wait(pid_t process, int *status);

/// Makes a pipe, ends[0] to read and ends[1] to write, that programs which are started meanwhile do not get.
///
/// Returns 0, or the number of an error (errno).
int hearth_system_pipe(int ends[2]);

/// Whether the calling thread is the process's first one: 0 or 1.
int hearth_system_is_first_thread(void);

/// Names the calling thread for debuggers. Linux keeps 15 bytes.
void hearth_system_name_thread(const char *name);

#endif
