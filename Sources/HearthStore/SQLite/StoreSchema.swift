internal import HearthSQL

/// The store's tables. Released migrations never change; new ones are appended.
enum StoreSchema {
    static let current = DatabaseSchema(
        // "HRTH"
        applicationID: 0x4852_5448,
        migrations: [
            """
            CREATE TABLE hub(
                only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
                id TEXT NOT NULL, epoch INTEGER NOT NULL, ended_cleanly INTEGER NOT NULL);
            CREATE TABLE structure(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                sequence INTEGER NOT NULL, event_number INTEGER NOT NULL);
            CREATE TABLE room(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE, name TEXT NOT NULL);
            CREATE TABLE device(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE,
                room_id TEXT REFERENCES room(id) ON DELETE SET NULL,
                name TEXT NOT NULL, is_name_given INTEGER NOT NULL, description BLOB NOT NULL);
            CREATE TABLE trait_state(
                device_id TEXT NOT NULL REFERENCES device(id) ON DELETE CASCADE,
                endpoint INTEGER NOT NULL, trait_id INTEGER NOT NULL,
                attributes BLOB NOT NULL, observed_at INTEGER NOT NULL,
                PRIMARY KEY (device_id, endpoint, trait_id)) WITHOUT ROWID;
            CREATE INDEX room_by_structure ON room(structure_id);
            CREATE INDEX device_by_structure ON device(structure_id);
            CREATE INDEX device_by_room ON device(room_id);
            """,
            """
            ALTER TABLE device ADD COLUMN provider_id TEXT NOT NULL DEFAULT '';
            CREATE TABLE memory(
                device_id TEXT NOT NULL REFERENCES device(id) ON DELETE CASCADE,
                key TEXT NOT NULL, value BLOB NOT NULL,
                PRIMARY KEY (device_id, key)) WITHOUT ROWID;
            CREATE TABLE trait_schema(trait_id INTEGER PRIMARY KEY, schema BLOB NOT NULL);
            """,
            """
            CREATE TABLE access(only_row INTEGER PRIMARY KEY CHECK (only_row = 1), highest_time INTEGER NOT NULL);
            CREATE TABLE credential(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind INTEGER NOT NULL, role INTEGER NOT NULL,
                name TEXT NOT NULL, hash BLOB NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER,
                last_used_at INTEGER, created_by TEXT NOT NULL, revoked_at INTEGER);
            CREATE TABLE invitation(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, role INTEGER NOT NULL, name TEXT NOT NULL,
                hash BLOB NOT NULL, expires_at INTEGER NOT NULL, tries INTEGER NOT NULL, created_by TEXT NOT NULL);
            CREATE TABLE wrong_tries(
                network TEXT PRIMARY KEY, count INTEGER NOT NULL, since INTEGER NOT NULL, locks INTEGER NOT NULL,
                locked_until INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE provider(id TEXT PRIMARY KEY, principal TEXT NOT NULL) WITHOUT ROWID;
            """,
            """
            CREATE TABLE event(
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE, number INTEGER NOT NULL,
                device_id TEXT NOT NULL, endpoint INTEGER NOT NULL, trait_id INTEGER NOT NULL,
                event_id INTEGER NOT NULL, time INTEGER NOT NULL, payload BLOB NOT NULL,
                PRIMARY KEY (structure_id, number)) WITHOUT ROWID;
            """,
            """
            CREATE TABLE app_data(
                object_id TEXT NOT NULL, app_id TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
                PRIMARY KEY (object_id, app_id, key)) WITHOUT ROWID;
            CREATE TRIGGER app_data_of_structure AFTER DELETE ON structure
                BEGIN DELETE FROM app_data WHERE object_id = OLD.id; END;
            CREATE TRIGGER app_data_of_room AFTER DELETE ON room
                BEGIN DELETE FROM app_data WHERE object_id = OLD.id; END;
            CREATE TRIGGER app_data_of_device AFTER DELETE ON device
                BEGIN DELETE FROM app_data WHERE object_id = OLD.id; END;
            CREATE TABLE removed_device(id TEXT PRIMARY KEY) WITHOUT ROWID;
            """,
            """
            CREATE TABLE provider_run(
                number INTEGER PRIMARY KEY AUTOINCREMENT, provider_id TEXT NOT NULL UNIQUE, run_id TEXT NOT NULL,
                taken INTEGER NOT NULL);
            """,
            """
            ALTER TABLE invitation DROP COLUMN tries;
            """,
            """
            ALTER TABLE trait_schema ADD COLUMN provider_id TEXT;
            """,
            """
            ALTER TABLE device ADD COLUMN bridge_id TEXT REFERENCES device(id) ON DELETE CASCADE;
            CREATE INDEX device_by_bridge ON device(bridge_id);
            """,
            """
            ALTER TABLE hub RENAME COLUMN ended_cleanly TO ending;
            ALTER TABLE hub ADD COLUMN run_id TEXT NOT NULL DEFAULT '';
            """,
            """
            CREATE TABLE report_batch(
                number INTEGER PRIMARY KEY,
                structure INTEGER NOT NULL REFERENCES structure(number) ON DELETE CASCADE,
                last INTEGER NOT NULL, first INTEGER NOT NULL, epoch INTEGER NOT NULL,
                event_number INTEGER NOT NULL, time INTEGER NOT NULL, content BLOB NOT NULL);
            CREATE UNIQUE INDEX report_batch_by_sequence ON report_batch(structure, last);
            ALTER TABLE structure ADD COLUMN report_bytes INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE former_epoch(
                structure INTEGER NOT NULL REFERENCES structure(number) ON DELETE CASCADE,
                epoch INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (structure, epoch)) WITHOUT ROWID;
            CREATE TABLE unreported(
                structure_id TEXT NOT NULL, kind INTEGER NOT NULL, object_id TEXT NOT NULL);
            CREATE TRIGGER unreported_structure AFTER UPDATE OF name ON structure WHEN OLD.name <> NEW.name
                BEGIN INSERT INTO unreported VALUES (NEW.id, 0, NEW.id); END;
            CREATE TRIGGER unreported_of_structure AFTER DELETE ON structure
                BEGIN DELETE FROM unreported WHERE structure_id = OLD.id; END;
            CREATE TRIGGER unreported_new_room AFTER INSERT ON room
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 1, NEW.id); END;
            CREATE TRIGGER unreported_room AFTER UPDATE OF name ON room WHEN OLD.name <> NEW.name
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 1, NEW.id); END;
            CREATE TRIGGER unreported_old_room AFTER DELETE ON room
                BEGIN INSERT INTO unreported VALUES (OLD.structure_id, 1, OLD.id); END;
            CREATE TRIGGER unreported_new_device AFTER INSERT ON device
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 2, NEW.id); END;
            CREATE TRIGGER unreported_device AFTER UPDATE ON device
                WHEN OLD.structure_id <> NEW.structure_id OR OLD.room_id IS NOT NEW.room_id OR OLD.name <> NEW.name
                    OR OLD.description <> NEW.description OR OLD.bridge_id IS NOT NEW.bridge_id
                BEGIN
                    INSERT INTO unreported VALUES (OLD.structure_id, 2, OLD.id);
                    INSERT INTO unreported VALUES (NEW.structure_id, 2, NEW.id);
                END;
            CREATE TRIGGER unreported_old_device AFTER DELETE ON device
                BEGIN INSERT INTO unreported VALUES (OLD.structure_id, 2, OLD.id); END;
            """,
            """
            CREATE TABLE answer(
                number INTEGER PRIMARY KEY, caller TEXT NOT NULL, request_key BLOB NOT NULL, begun INTEGER NOT NULL,
                code INTEGER, message TEXT NOT NULL, content BLOB NOT NULL);
            ALTER TABLE credential ADD COLUMN request_key BLOB;
            ALTER TABLE invitation ADD COLUMN request_key BLOB;
            """,
            """
            CREATE TABLE history_series(
                number INTEGER PRIMARY KEY,
                device_id TEXT NOT NULL REFERENCES device(id) ON DELETE CASCADE,
                endpoint INTEGER NOT NULL, trait_id INTEGER NOT NULL, attribute_id INTEGER NOT NULL,
                is_state INTEGER NOT NULL, varies INTEGER NOT NULL DEFAULT 0,
                UNIQUE (device_id, endpoint, trait_id, attribute_id));
            CREATE TABLE history_sample(
                series INTEGER NOT NULL REFERENCES history_series(number) ON DELETE CASCADE,
                place INTEGER NOT NULL, time INTEGER NOT NULL, kind INTEGER NOT NULL, value,
                PRIMARY KEY (series, place)) WITHOUT ROWID;
            CREATE TABLE history_block(
                series INTEGER NOT NULL REFERENCES history_series(number) ON DELETE CASCADE,
                tier INTEGER NOT NULL, start INTEGER NOT NULL, content BLOB NOT NULL,
                PRIMARY KEY (series, tier, start)) WITHOUT ROWID;
            CREATE INDEX history_block_by_age ON history_block(tier, start);
            CREATE TABLE history_size(only_row INTEGER PRIMARY KEY CHECK (only_row = 1), bytes INTEGER NOT NULL);
            INSERT INTO history_size VALUES (1, 0);
            CREATE TRIGGER history_block_added AFTER INSERT ON history_block
                BEGIN UPDATE history_size SET bytes = bytes + length(NEW.content) + 32; END;
            CREATE TRIGGER history_block_removed AFTER DELETE ON history_block
                BEGIN UPDATE history_size SET bytes = bytes - length(OLD.content) - 32; END;
            """,
            // Pages with sums, which an older program would write without.
            "",
            """
            CREATE TABLE person(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE,
                identity TEXT NOT NULL, name TEXT NOT NULL, role INTEGER NOT NULL, access_grant BLOB NOT NULL,
                UNIQUE (structure_id, identity));
            CREATE TABLE primary_structure(
                identity TEXT PRIMARY KEY,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE) WITHOUT ROWID;
            CREATE INDEX primary_structure_by_structure ON primary_structure(structure_id);
            CREATE TRIGGER unreported_new_person AFTER INSERT ON person
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 5, NEW.id); END;
            CREATE TRIGGER unreported_person AFTER UPDATE ON person
                WHEN OLD.name <> NEW.name OR OLD.role <> NEW.role OR OLD.access_grant <> NEW.access_grant
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 5, NEW.id); END;
            CREATE TRIGGER unreported_old_person AFTER DELETE ON person
                BEGIN INSERT INTO unreported VALUES (OLD.structure_id, 5, OLD.id); END;
            """,
            """
            ALTER TABLE credential ADD COLUMN person TEXT NOT NULL DEFAULT '';
            UPDATE credential SET person = 'owner' WHERE role = 1;
            ALTER TABLE invitation ADD COLUMN person TEXT NOT NULL DEFAULT '';
            UPDATE invitation SET person = 'owner' WHERE role = 1;
            ALTER TABLE invitation ADD COLUMN offers BLOB NOT NULL DEFAULT x'';
            CREATE TABLE audit(
                number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, action INTEGER NOT NULL,
                actor TEXT NOT NULL, person_id TEXT NOT NULL, credential_id TEXT NOT NULL, structure_id TEXT NOT NULL,
                object_id TEXT NOT NULL, what TEXT NOT NULL, address TEXT NOT NULL, bytes INTEGER NOT NULL);
            CREATE INDEX audit_by_time ON audit(time);
            CREATE INDEX audit_of_refusals ON audit(number) WHERE action = 10;
            CREATE TABLE audit_size(only_row INTEGER PRIMARY KEY CHECK (only_row = 1), bytes INTEGER NOT NULL);
            INSERT INTO audit_size VALUES (1, 0);
            CREATE TRIGGER audit_added AFTER INSERT ON audit
                BEGIN UPDATE audit_size SET bytes = bytes + NEW.bytes; END;
            CREATE TRIGGER audit_removed AFTER DELETE ON audit
                BEGIN UPDATE audit_size SET bytes = bytes - OLD.bytes; END;
            """,
        ],
        // Hundreds of megabytes, which each backup checks.
        logs: ["report_batch", "history_block"])
}
