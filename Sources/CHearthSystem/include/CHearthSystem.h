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
