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
            // Pages get checksums from here on; an older program would write pages without.
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
            """
            ALTER TABLE structure ADD COLUMN time_zone TEXT NOT NULL DEFAULT '';
            ALTER TABLE structure ADD COLUMN latitude REAL;
            ALTER TABLE structure ADD COLUMN longitude REAL;
            CREATE TRIGGER unreported_place AFTER UPDATE OF time_zone, latitude, longitude ON structure
                WHEN OLD.time_zone <> NEW.time_zone OR OLD.latitude IS NOT NEW.latitude
                    OR OLD.longitude IS NOT NEW.longitude
                BEGIN INSERT INTO unreported VALUES (NEW.id, 0, NEW.id); END;
            CREATE TABLE zone(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE, name TEXT NOT NULL);
            CREATE TABLE zone_room(
                zone_id TEXT NOT NULL REFERENCES zone(id) ON DELETE CASCADE, place INTEGER NOT NULL,
                room_id TEXT NOT NULL REFERENCES room(id) ON DELETE CASCADE,
                PRIMARY KEY (zone_id, place), UNIQUE (zone_id, room_id)) WITHOUT ROWID;
            CREATE INDEX zone_by_structure ON zone(structure_id);
            CREATE INDEX zone_room_by_room ON zone_room(room_id);
            CREATE TRIGGER app_data_of_zone AFTER DELETE ON zone
                BEGIN DELETE FROM app_data WHERE object_id = OLD.id; END;
            CREATE TRIGGER unreported_new_zone AFTER INSERT ON zone
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 3, NEW.id); END;
            CREATE TRIGGER unreported_zone AFTER UPDATE OF name ON zone WHEN OLD.name <> NEW.name
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 3, NEW.id); END;
            CREATE TRIGGER unreported_old_zone AFTER DELETE ON zone
                BEGIN INSERT INTO unreported VALUES (OLD.structure_id, 3, OLD.id); END;
            CREATE TRIGGER unreported_zone_with_room AFTER INSERT ON zone_room
                BEGIN INSERT INTO unreported SELECT structure_id, 3, id FROM zone WHERE id = NEW.zone_id; END;
            CREATE TRIGGER unreported_zone_without_room AFTER DELETE ON zone_room
                BEGIN INSERT INTO unreported SELECT structure_id, 3, id FROM zone WHERE id = OLD.zone_id; END;
            CREATE TABLE service_group(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE, name TEXT NOT NULL);
            CREATE TABLE group_service(
                group_id TEXT NOT NULL REFERENCES service_group(id) ON DELETE CASCADE, place INTEGER NOT NULL,
                device_id TEXT NOT NULL REFERENCES device(id) ON DELETE CASCADE,
                endpoint INTEGER NOT NULL, type TEXT NOT NULL, part INTEGER NOT NULL,
                PRIMARY KEY (group_id, place), UNIQUE (group_id, device_id, endpoint, type, part)) WITHOUT ROWID;
            CREATE INDEX service_group_by_structure ON service_group(structure_id);
            CREATE INDEX group_service_by_device ON group_service(device_id);
            CREATE TRIGGER app_data_of_service_group AFTER DELETE ON service_group
                BEGIN DELETE FROM app_data WHERE object_id = OLD.id; END;
            CREATE TRIGGER unreported_new_service_group AFTER INSERT ON service_group
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 4, NEW.id); END;
            CREATE TRIGGER unreported_service_group AFTER UPDATE OF name ON service_group WHEN OLD.name <> NEW.name
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 4, NEW.id); END;
            CREATE TRIGGER unreported_old_service_group AFTER DELETE ON service_group
                BEGIN INSERT INTO unreported VALUES (OLD.structure_id, 4, OLD.id); END;
            CREATE TRIGGER unreported_service_group_with_service AFTER INSERT ON group_service
                BEGIN
                    INSERT INTO unreported SELECT structure_id, 4, id FROM service_group WHERE id = NEW.group_id;
                END;
            CREATE TRIGGER unreported_service_group_without_service AFTER DELETE ON group_service
                BEGIN
                    INSERT INTO unreported SELECT structure_id, 4, id FROM service_group WHERE id = OLD.group_id;
                END;
            """,
            """
            CREATE TABLE automation(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE,
                name TEXT NOT NULL, details TEXT NOT NULL, is_active INTEGER NOT NULL, revision INTEGER NOT NULL,
                saved_by TEXT NOT NULL, memory BLOB NOT NULL);
            CREATE INDEX automation_by_structure ON automation(structure_id);
            CREATE TABLE automation_program(
                automation_id TEXT NOT NULL REFERENCES automation(id) ON DELETE CASCADE,
                revision INTEGER NOT NULL, program BLOB NOT NULL,
                PRIMARY KEY (automation_id, revision)) WITHOUT ROWID;
            CREATE TABLE automation_run(
                automation_id TEXT NOT NULL REFERENCES automation(id) ON DELETE CASCADE,
                id INTEGER NOT NULL, revision INTEGER NOT NULL, is_ended INTEGER NOT NULL,
                started_at INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (automation_id, id)) WITHOUT ROWID;
            CREATE INDEX automation_run_living ON automation_run(id) WHERE is_ended = 0;
            CREATE TABLE automation_last_run(
                structure_id TEXT PRIMARY KEY REFERENCES structure(id) ON DELETE CASCADE,
                last INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TRIGGER unreported_new_structure AFTER INSERT ON structure
                BEGIN INSERT INTO unreported VALUES (NEW.id, 0, NEW.id); END;
            CREATE TRIGGER app_data_of_automation AFTER DELETE ON automation
                BEGIN DELETE FROM app_data WHERE object_id = OLD.id; END;
            CREATE TRIGGER unreported_new_automation AFTER INSERT ON automation
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 6, NEW.id); END;
            CREATE TRIGGER unreported_automation AFTER UPDATE OF name, details, is_active, revision ON automation
                WHEN OLD.name <> NEW.name OR OLD.details <> NEW.details OR OLD.is_active <> NEW.is_active
                    OR OLD.revision <> NEW.revision
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 6, NEW.id); END;
            CREATE TRIGGER unreported_old_automation AFTER DELETE ON automation
                BEGIN INSERT INTO unreported VALUES (OLD.structure_id, 6, OLD.id); END;
            """,
            """
            ALTER TABLE automation_run ADD COLUMN is_dull INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE automation_run ADD COLUMN structure_id TEXT NOT NULL DEFAULT '';
            ALTER TABLE automation_last_run ADD COLUMN trace_bytes INTEGER NOT NULL DEFAULT 0;
            UPDATE automation_run
                SET structure_id = (SELECT structure_id FROM automation WHERE automation.id = automation_id);
            UPDATE automation_last_run SET trace_bytes = (
                SELECT coalesce(sum(length(content)), 0) FROM automation_run
                WHERE is_ended = 1 AND automation_run.structure_id = automation_last_run.structure_id);
            CREATE INDEX automation_run_ended ON automation_run(structure_id, is_dull DESC, id, automation_id) WHERE is_ended = 1;
            CREATE TRIGGER trace_of_new_run AFTER INSERT ON automation_run WHEN NEW.is_ended = 1
                BEGIN
                    UPDATE automation_last_run SET trace_bytes = trace_bytes + length(NEW.content)
                    WHERE structure_id = NEW.structure_id;
                END;
            CREATE TRIGGER trace_of_run AFTER UPDATE ON automation_run
                BEGIN
                    UPDATE automation_last_run SET trace_bytes = trace_bytes
                        + NEW.is_ended * length(NEW.content) - OLD.is_ended * length(OLD.content)
                    WHERE structure_id = NEW.structure_id;
                END;
            CREATE TRIGGER trace_of_old_run AFTER DELETE ON automation_run WHEN OLD.is_ended = 1
                BEGIN
                    UPDATE automation_last_run SET trace_bytes = trace_bytes - length(OLD.content)
                    WHERE structure_id = OLD.structure_id;
                END;
            """,
            """
            CREATE TABLE unreported_app_data(
                structure_id TEXT NOT NULL REFERENCES structure(id) ON DELETE CASCADE,
                object_id TEXT NOT NULL, app_id TEXT NOT NULL,
                PRIMARY KEY (structure_id, object_id, app_id)) WITHOUT ROWID;
            """,
            """
            ALTER TABLE hub ADD COLUMN had_structures INTEGER NOT NULL DEFAULT 0;
            CREATE TRIGGER had_structures AFTER DELETE ON structure
                BEGIN UPDATE hub SET had_structures = 1; END;
            """,
            // Secrets have a table of their own, whose values backups without keys omit.
            """
            CREATE TABLE integration(
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, identity TEXT NOT NULL,
                name TEXT NOT NULL, structure_id TEXT NOT NULL, UNIQUE (kind, identity));
            CREATE TABLE integration_setting(
                integration_id TEXT NOT NULL REFERENCES integration(id) ON DELETE CASCADE,
                field TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (integration_id, field)) WITHOUT ROWID;
            CREATE TABLE integration_secret(
                integration_id TEXT NOT NULL REFERENCES integration(id) ON DELETE CASCADE,
                field TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (integration_id, field)) WITHOUT ROWID;
            """,
            "ALTER TABLE integration ADD COLUMN memory BLOB NOT NULL DEFAULT x'';",
            // Removed devices and integrations keep their rows for a time, so that they can come back as the same ones.
            """
            ALTER TABLE device ADD COLUMN removed_at INTEGER;
            CREATE TRIGGER unreported_former_device AFTER UPDATE OF removed_at ON device
                WHEN (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 2, NEW.id); END;
            ALTER TABLE integration ADD COLUMN removed_at INTEGER;
            """,
            """
            CREATE TABLE ignored_thing(
                number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, identity TEXT NOT NULL,
                name TEXT NOT NULL, maker TEXT NOT NULL, ignored_at INTEGER NOT NULL);
            """,
            // NULL is the hub's owner, and an empty writer is unknown, as in rows from before.
            """
            ALTER TABLE app_data ADD COLUMN writer TEXT DEFAULT '';
            ALTER TABLE automation ADD COLUMN other_changes INTEGER NOT NULL DEFAULT 0;
            """,
            // Aliases are lines, as no name has a line break.
            """
            ALTER TABLE room ADD COLUMN aliases TEXT NOT NULL DEFAULT '';
            CREATE TRIGGER unreported_aliases_of_room AFTER UPDATE OF aliases ON room WHEN OLD.aliases <> NEW.aliases
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 1, NEW.id); END;
            ALTER TABLE zone ADD COLUMN aliases TEXT NOT NULL DEFAULT '';
            CREATE TRIGGER unreported_aliases_of_zone AFTER UPDATE OF aliases ON zone WHEN OLD.aliases <> NEW.aliases
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 3, NEW.id); END;
            ALTER TABLE automation ADD COLUMN aliases TEXT NOT NULL DEFAULT '';
            CREATE TRIGGER unreported_aliases_of_automation AFTER UPDATE OF aliases ON automation
                WHEN OLD.aliases <> NEW.aliases
                BEGIN INSERT INTO unreported VALUES (NEW.structure_id, 6, NEW.id); END;
            """,
            "ALTER TABLE answer ADD COLUMN structures TEXT NOT NULL DEFAULT '';",
            // The batches of reports after which none is as early: their times and positions ascend together, even if
            // the clock was set back. So the end of a past day is found without a look at the later batches.
            """
            CREATE TABLE report_end(
                structure INTEGER NOT NULL REFERENCES structure(number) ON DELETE CASCADE,
                time INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (structure, time)) WITHOUT ROWID;
            INSERT INTO report_end
                SELECT structure, time, last FROM (
                    SELECT structure, time, last, min(time) OVER (
                        PARTITION BY structure ORDER BY last DESC
                        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later FROM report_batch)
                WHERE later IS NULL OR later > time;
            CREATE TRIGGER end_of_new_reports AFTER INSERT ON report_batch
                BEGIN
                    DELETE FROM report_end WHERE structure = NEW.structure AND time >= NEW.time;
                    INSERT INTO report_end VALUES (NEW.structure, NEW.time, NEW.last);
                END;
            CREATE TRIGGER end_of_old_reports AFTER DELETE ON report_batch
                BEGIN
                    DELETE FROM report_end
                    WHERE structure = OLD.structure AND time = OLD.time AND last = OLD.last;
                END;
            """,
            // Households: empty for the structure's own. A batch that is stored again replaces its former row without the
            // trigger for deleted ones. Its end is found by its key, as the ends of a log can be a million.
            """
            ALTER TABLE structure ADD COLUMN households TEXT NOT NULL DEFAULT '';
            CREATE TRIGGER end_of_replaced_reports BEFORE INSERT ON report_batch
                BEGIN
                    DELETE FROM report_end
                    WHERE structure = NEW.structure AND last = NEW.last AND time = (
                        SELECT time FROM report_batch WHERE structure = NEW.structure AND last = NEW.last);
                END;
            """,
        ],
        // Logs can reach hundreds of megabytes, which each backup checks.
        logs: ["report_batch", "history_block"])
}
