#ifndef CHEARTHSQL_H
#define CHEARTHSQL_H

/// A VFS of SQLite that ends each page of a database's file with a sum of its content and its number, and checks it when
/// the page is read: a byte that has become another on the disk is found before anybody believes it. What is in a log has
/// SQLite's own sums. It stands on the default VFS.
///
/// A file has sums when its pages keep hearth_sql_reserved bytes at their ends free (byte 20 of its header,
/// sqlite.org/fileformat.html §1.3.4). Files that do not are read and written as they are.
///
/// The header of a file with sums says as well which log (-wal) goes with it. A file and a log that were copied at
/// different times are not taken for a database.

/// Its name, for sqlite3_open_v2. It is registered by the first call. NULL if that fails.
const char *hearth_sql_vfs(void);

/// How many bytes of each page it needs (SQLITE_FCNTL_RESERVE_BYTES).
enum { hearth_sql_reserved = 8 };

/// sqlite3_file_control: whether the file's pages have sums, as an int, 0 or 1.
enum { hearth_sql_has_sums = 0x48530001 };

/// sqlite3_file_control: from now on pages are written with sums, whatever the header says: for a copy, whose header may
/// come last. Takes no argument.
enum { hearth_sql_write_sums = 0x48530002 };

/// sqlite3_file_control: whether pages with another sum are read all the same, as an int, 0 or 1. 0 until it is set.
enum { hearth_sql_ignore_sums = 0x48530003 };

/// sqlite3_file_control: whether pages of zeros are read, as an int, 0 or 1. 0 until it is set. SQLite leaves a page of
/// zeros where it never wrote one that is free, and reads it only to copy the whole file; anywhere else its content is
/// lost.
enum { hearth_sql_allow_empty_pages = 0x48530005 };

/// What reading such a page ends with: SQLITE_IOERR_DATA, which SQLite itself never uses.
enum { hearth_sql_wrong_sum = 10 | (32 << 8) };

/// What opening ends with where the log (-wal) is not one that follows the file, or its header is damaged.
enum { hearth_sql_foreign_log = 10 | (64 << 8) };

/// sqlite3_file_control: whether the log that was there at the opening ended with a transaction that can't be read, as an
/// int, 0 or 1.
enum { hearth_sql_log_has_rest = 0x48530004 };

#endif
