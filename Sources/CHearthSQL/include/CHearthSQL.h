#ifndef CHEARTHSQL_H
#define CHEARTHSQL_H

/// A SQLite VFS that ends each page of a database file with a checksum of its content and number, and verifies it when
/// the page is read: a byte changed by the disk is detected before it is used. The log has SQLite's own checksums. The
/// VFS is layered on the default one.
///
/// A file has checksums when its pages reserve hearth_sql_reserved bytes at their ends (byte 20 of the header;
/// sqlite.org/fileformat.html, section 1.3.4). Other files are read and written unchanged.
///
/// The header of a file with checksums also identifies its log (-wal). A file and a log that were copied at different
/// times are refused.

/// The name of the VFS, for sqlite3_open_v2. The first call registers it. NULL if that fails.
const char *hearth_sql_vfs(void);

/// The bytes that it needs in each page (SQLITE_FCNTL_RESERVE_BYTES).
enum { hearth_sql_reserved = 8 };

/// sqlite3_file_control: whether the file's pages have checksums, as an int, 0 or 1.
enum { hearth_sql_has_sums = 0x48530001 };

/// sqlite3_file_control: writes pages with checksums from now on, whatever the header says: for a copy, whose header
/// may be written last. Takes no argument.
enum { hearth_sql_write_sums = 0x48530002 };

/// sqlite3_file_control: whether to read pages with a wrong checksum, as an int, 0 or 1. Default: 0.
enum { hearth_sql_ignore_sums = 0x48530003 };

/// sqlite3_file_control: whether to read pages of zeros, as an int, 0 or 1. Default: 0. SQLite leaves zeros in free
/// pages that it never wrote, and reads them only to copy the whole file; any other page of zeros has lost its content.
enum { hearth_sql_allow_empty_pages = 0x48530005 };

/// The result of reading a page with a wrong checksum: SQLITE_IOERR_DATA, which SQLite itself never uses.
enum { hearth_sql_wrong_sum = 10 | (32 << 8) };

/// The result of opening when the log (-wal) does not belong to the file, or its header is damaged.
enum { hearth_sql_foreign_log = 10 | (64 << 8) };

/// sqlite3_file_control: whether the log that existed at the opening ended with an unreadable transaction, as an int, 0
/// or 1.
enum { hearth_sql_log_has_rest = 0x48530004 };

#endif
