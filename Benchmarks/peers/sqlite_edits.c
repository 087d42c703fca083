/* The rate of SQLite in a program that does nothing else: rooms renamed in the hub's table, with its trigger and its
   settings, EDITS_PER_COMMIT in each transaction.
   Run: sqlite_edits FILE EDITS EDITS_PER_COMMIT; prints a line of JSON. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *db;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE) return;
    fprintf(stderr, "sqlite_edits: %s\n", sqlite3_errmsg(db));
    exit(2);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc != 4) return 64;
    long edits = atol(argv[2]), each = atol(argv[3]);
    check(sqlite3_open(argv[1], &db));
    run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON;"
        "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;"
        "CREATE TABLE structure(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL);"
        "CREATE TABLE room(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
        " structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE, name TEXT NOT NULL);"
        "CREATE INDEX room_by_structure ON room(structure_id);"
        "CREATE TABLE unreported(structure_id TEXT NOT NULL, kind INTEGER NOT NULL, object_id TEXT NOT NULL);"
        "CREATE TRIGGER unreported_room AFTER UPDATE OF name ON room WHEN OLD.name <> NEW.name"
        " BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 1, NEW.id); END;"
        "INSERT INTO structure VALUES (1, 'structure-0123456789abcdef', 'Home')");
    sqlite3_stmt *put, *begin, *commit;
    check(sqlite3_prepare_v3(db,
                             "INSERT INTO room(id, structure_id, name) VALUES (?1, ?2, ?3)"
                             " ON CONFLICT(id) DO UPDATE SET name = excluded.name",
                             -1, SQLITE_PREPARE_PERSISTENT, &put, NULL));
    check(sqlite3_prepare_v3(db, "BEGIN IMMEDIATE", -1, SQLITE_PREPARE_PERSISTENT, &begin, NULL));
    check(sqlite3_prepare_v3(db, "COMMIT", -1, SQLITE_PREPARE_PERSISTENT, &commit, NULL));
    double start = now();
    long commits = 0;
    /* The log of a new file grows at first, which costs the disk more than overwriting it. */
    long warm = 400 * each;
    for (long edit = -warm; edit < edits;) {
        if (edit == 0) {
            start = now();
            commits = 0;
        }
        check(sqlite3_step(begin));
        check(sqlite3_reset(begin));
        for (long end = edit + each < edits ? edit + each : edits; edit < end; edit++) {
            char id[64], name[64];
            snprintf(id, sizeof id, "room-0123456789abcdef-%ld", (edit + warm) % 64);
            snprintf(name, sizeof name, "Name %ld", edit);
            check(sqlite3_bind_text(put, 1, id, -1, SQLITE_TRANSIENT));
            check(sqlite3_bind_text(put, 2, "structure-0123456789abcdef", -1, SQLITE_STATIC));
            check(sqlite3_bind_text(put, 3, name, -1, SQLITE_TRANSIENT));
            check(sqlite3_step(put));
            check(sqlite3_reset(put));
        }
        check(sqlite3_step(commit));
        check(sqlite3_reset(commit));
        commits++;
    }
    double seconds = now() - start;
    printf("{\"rate\": %f, \"commits\": %ld, \"seconds\": %f}\n", (double)edits / seconds, commits, seconds);
    return 0;
}
