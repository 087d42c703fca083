/// The tables of homes. Released migrations never change; new ones are appended.
///
/// Every table begins its key with the home, so that a home is one range of each index. Texts that others choose
/// freely are `bytea`, as the server refuses U+0000 in a `text`. Keys are compared by their bytes (`COLLATE "C"`).
enum PostgresSchema {
    /// The schema of the tables in the database.
    static let name = "hearth"

    private static let key = #"text COLLATE "C" NOT NULL"#
    private static let keyOrNull = #"text COLLATE "C""#

    /// A reference to an object of the same home, removed with it.
    private static func part(of table: String, _ column: String) -> String {
        "FOREIGN KEY (home, \(column)) REFERENCES \(table)(home, id) ON DELETE CASCADE"
    }

    /// The statements of each version.
    static let migrations: [[String]] = [
        [
            """
            CREATE TABLE home(
                home bigint PRIMARY KEY, id \(key), epoch bigint NOT NULL, ending smallint NOT NULL,
                run \(key), server \(key), fence bigint NOT NULL, mark bigint NOT NULL DEFAULT 0,
                had_structures boolean NOT NULL DEFAULT false, audit_number bigint NOT NULL DEFAULT 0,
                audit_bytes bigint NOT NULL DEFAULT 0, highest_time bigint NOT NULL DEFAULT 0)
                WITH (fillfactor = 50)
            """,
            // The fence: a transaction of a former run, or of one whose outcome was looked up, fails as a whole. It
            // leaves a mark, by which the outcome is looked up when the answer is lost.
            """
            CREATE FUNCTION begin_home_transaction(bigint, bigint, bigint) RETURNS void LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE hearth.home SET mark = $3 WHERE home = $1 AND fence = $2;
                IF NOT FOUND THEN
                    RAISE EXCEPTION 'the home has another owner' USING ERRCODE = 'HF001';
                END IF;
            END $$
            """,
            """
            CREATE TABLE structure(
                home bigint NOT NULL REFERENCES home(home) ON DELETE CASCADE, number bigint NOT NULL, id \(key),
                name bytea NOT NULL, sequence bigint NOT NULL, event_number bigint NOT NULL,
                report_bytes bigint NOT NULL DEFAULT 0, time_zone \(key), latitude double precision,
                longitude double precision, households \(key),
                PRIMARY KEY (home, id), UNIQUE (home, number)) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE room(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), structure_id \(key), name bytea NOT NULL,
                aliases bytea NOT NULL, PRIMARY KEY (home, id), \(part(of: "structure", "structure_id")))
            """,
            "CREATE INDEX room_by_structure ON room(home, structure_id)",
            """
            CREATE TABLE device(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), structure_id \(key), room_id \(keyOrNull),
                name bytea NOT NULL, is_name_given boolean NOT NULL, description bytea NOT NULL, provider_id \(key),
                bridge_id \(keyOrNull), removed_at bigint, PRIMARY KEY (home, id),
                \(part(of: "structure", "structure_id")), \(part(of: "device", "bridge_id")),
                FOREIGN KEY (home, room_id) REFERENCES room(home, id))
            """,
            "CREATE INDEX device_by_structure ON device(home, structure_id)",
            "CREATE INDEX device_by_room ON device(home, room_id) WHERE room_id IS NOT NULL",
            "CREATE INDEX device_by_bridge ON device(home, bridge_id) WHERE bridge_id IS NOT NULL",
            """
            CREATE TABLE trait_state(
                home bigint NOT NULL, device_id \(key), endpoint integer NOT NULL, trait_id bigint NOT NULL,
                attributes bytea NOT NULL, observed_at bigint NOT NULL,
                PRIMARY KEY (home, device_id, endpoint, trait_id), \(part(of: "device", "device_id")))
                WITH (fillfactor = 80)
            """,
            """
            CREATE TABLE memory(
                home bigint NOT NULL, device_id \(key), key bytea NOT NULL, value bytea NOT NULL,
                PRIMARY KEY (home, device_id, key), \(part(of: "device", "device_id")))
            """,
            """
            CREATE TABLE event(
                home bigint NOT NULL, structure_id \(key), number bigint NOT NULL, device_id \(key),
                endpoint integer NOT NULL, trait_id bigint NOT NULL, event_id bigint NOT NULL, time bigint NOT NULL,
                payload bytea NOT NULL, PRIMARY KEY (home, structure_id, number),
                \(part(of: "structure", "structure_id")))
            """,
            """
            CREATE TABLE trait_schema(
                home bigint NOT NULL, trait_id bigint NOT NULL, schema bytea NOT NULL, provider_id \(keyOrNull),
                PRIMARY KEY (home, trait_id))
            """,
            "CREATE TABLE provider(home bigint NOT NULL, id \(key), principal bytea NOT NULL, PRIMARY KEY (home, id))",
            """
            CREATE TABLE provider_run(
                home bigint NOT NULL, number bigint NOT NULL, provider_id \(key), run_id bytea NOT NULL,
                taken bigint NOT NULL, PRIMARY KEY (home, provider_id), UNIQUE (home, number))
            """,
            "CREATE TABLE removed_device(home bigint NOT NULL, id \(key), PRIMARY KEY (home, id))",
            """
            CREATE TABLE app_data(
                home bigint NOT NULL, object_id bytea NOT NULL, app_id bytea NOT NULL, key bytea NOT NULL,
                value bytea NOT NULL, writer bytea, PRIMARY KEY (home, object_id, app_id, key))
            """,
            """
            CREATE TABLE zone(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), structure_id \(key), name bytea NOT NULL,
                aliases bytea NOT NULL, PRIMARY KEY (home, id), \(part(of: "structure", "structure_id")))
            """,
            "CREATE INDEX zone_by_structure ON zone(home, structure_id)",
            """
            CREATE TABLE zone_room(
                home bigint NOT NULL, zone_id \(key), place integer NOT NULL, room_id \(key),
                PRIMARY KEY (home, zone_id, place), UNIQUE (home, zone_id, room_id), \(part(of: "zone", "zone_id")),
                \(part(of: "room", "room_id")))
            """,
            "CREATE INDEX zone_room_by_room ON zone_room(home, room_id)",
            """
            CREATE TABLE service_group(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), structure_id \(key), name bytea NOT NULL,
                PRIMARY KEY (home, id), \(part(of: "structure", "structure_id")))
            """,
            "CREATE INDEX service_group_by_structure ON service_group(home, structure_id)",
            """
            CREATE TABLE group_service(
                home bigint NOT NULL, group_id \(key), place integer NOT NULL, device_id \(key),
                endpoint integer NOT NULL, type \(key), part bigint NOT NULL, PRIMARY KEY (home, group_id, place),
                UNIQUE (home, group_id, device_id, endpoint, type, part), \(part(of: "service_group", "group_id")),
                \(part(of: "device", "device_id")))
            """,
            "CREATE INDEX group_service_by_device ON group_service(home, device_id)",
            """
            CREATE TABLE automation(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), structure_id \(key), name bytea NOT NULL,
                details bytea NOT NULL, is_active boolean NOT NULL, revision bigint NOT NULL,
                other_changes bigint NOT NULL, aliases bytea NOT NULL, saved_by bytea NOT NULL,
                memory bytea NOT NULL, PRIMARY KEY (home, id), \(part(of: "structure", "structure_id")))
                WITH (fillfactor = 50)
            """,
            "CREATE INDEX automation_by_structure ON automation(home, structure_id)",
            """
            CREATE TABLE automation_program(
                home bigint NOT NULL, automation_id \(key), revision bigint NOT NULL, program bytea NOT NULL,
                PRIMARY KEY (home, automation_id, revision), \(part(of: "automation", "automation_id")))
            """,
            """
            CREATE TABLE automation_run(
                home bigint NOT NULL, automation_id \(key), id bigint NOT NULL, structure_id \(key),
                revision bigint NOT NULL, is_ended boolean NOT NULL, started_at bigint NOT NULL,
                is_dull boolean NOT NULL, content bytea NOT NULL, PRIMARY KEY (home, automation_id, id),
                \(part(of: "automation", "automation_id"))) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE automation_last_run(
                home bigint NOT NULL, structure_id \(key), last bigint NOT NULL, PRIMARY KEY (home, structure_id),
                \(part(of: "structure", "structure_id"))) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE person(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), structure_id \(key), identity \(key),
                name bytea NOT NULL, role bigint NOT NULL, access_grant bytea NOT NULL, PRIMARY KEY (home, id),
                UNIQUE (home, structure_id, identity), \(part(of: "structure", "structure_id")))
            """,
            """
            CREATE TABLE primary_structure(
                home bigint NOT NULL, identity \(key), structure_id \(key), PRIMARY KEY (home, identity),
                \(part(of: "structure", "structure_id")))
            """,
            "CREATE INDEX primary_structure_by_structure ON primary_structure(home, structure_id)",
            """
            CREATE TABLE unreported(
                home bigint NOT NULL, structure_id \(key), kind smallint NOT NULL, object_id \(key),
                app_id bytea NOT NULL, PRIMARY KEY (home, structure_id, kind, object_id, app_id),
                \(part(of: "structure", "structure_id")))
            """,
            """
            CREATE TABLE report_batch(
                home bigint NOT NULL, structure bigint NOT NULL, last bigint NOT NULL, first bigint NOT NULL,
                epoch bigint NOT NULL, event_number bigint NOT NULL, time bigint NOT NULL, content bytea NOT NULL,
                PRIMARY KEY (home, structure, last),
                FOREIGN KEY (home, structure) REFERENCES structure(home, number) ON DELETE CASCADE)
            """,
            // The batches of reports after which none is as early: their times and positions ascend together, even if
            // the clock was set back. So the end of a past day is found without a look at the later batches.
            """
            CREATE TABLE report_end(
                home bigint NOT NULL, structure bigint NOT NULL, time bigint NOT NULL, last bigint NOT NULL,
                PRIMARY KEY (home, structure, time),
                FOREIGN KEY (home, structure) REFERENCES structure(home, number) ON DELETE CASCADE)
            """,
            """
            CREATE TABLE former_epoch(
                home bigint NOT NULL, structure bigint NOT NULL, epoch bigint NOT NULL, last bigint NOT NULL,
                PRIMARY KEY (home, structure, epoch),
                FOREIGN KEY (home, structure) REFERENCES structure(home, number) ON DELETE CASCADE)
            """,
            """
            CREATE TABLE answer(
                home bigint NOT NULL, number bigint NOT NULL, caller bytea NOT NULL, request_key bytea NOT NULL,
                households \(key), begun bigint NOT NULL, code smallint, message bytea NOT NULL,
                content bytea NOT NULL, PRIMARY KEY (home, number))
            """,
            """
            CREATE TABLE credential(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), kind bigint NOT NULL, role bigint NOT NULL,
                name bytea NOT NULL, hash bytea NOT NULL, created_at bigint NOT NULL, expires_at bigint,
                last_used_at bigint, created_by bytea NOT NULL, revoked_at bigint, request_key bytea,
                person bytea NOT NULL, PRIMARY KEY (home, id))
            """,
            """
            CREATE TABLE invitation(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), role bigint NOT NULL, name bytea NOT NULL,
                hash bytea NOT NULL, expires_at bigint NOT NULL, created_by bytea NOT NULL, request_key bytea,
                person bytea NOT NULL, offers bytea NOT NULL, PRIMARY KEY (home, id))
            """,
            """
            CREATE TABLE wrong_tries(
                home bigint NOT NULL, network \(key), count bigint NOT NULL, since bigint NOT NULL,
                locks bigint NOT NULL, locked_until bigint NOT NULL, PRIMARY KEY (home, network))
            """,
            """
            CREATE TABLE audit(
                home bigint NOT NULL, number bigint NOT NULL, time bigint NOT NULL, action bigint NOT NULL,
                actor bytea NOT NULL, person_id bytea NOT NULL, credential_id bytea NOT NULL,
                structure_id bytea NOT NULL, object_id bytea NOT NULL, what bytea NOT NULL, address bytea NOT NULL,
                bytes bigint NOT NULL, PRIMARY KEY (home, number))
            """,
            "CREATE INDEX audit_by_time ON audit(home, time)",
            "CREATE INDEX audit_of_refusals ON audit(home, number) WHERE action = 10",
            """
            CREATE TABLE integration(
                home bigint NOT NULL, number bigint NOT NULL, id \(key), kind \(key), identity bytea NOT NULL,
                name bytea NOT NULL, structure_id \(key), memory bytea NOT NULL DEFAULT '', removed_at bigint,
                PRIMARY KEY (home, id), UNIQUE (home, kind, identity))
            """,
            """
            CREATE TABLE integration_setting(
                home bigint NOT NULL, integration_id \(key), field \(key), value bytea NOT NULL,
                PRIMARY KEY (home, integration_id, field), \(part(of: "integration", "integration_id")))
            """,
            // Secrets have a table of their own, so that rights can be granted without it.
            """
            CREATE TABLE integration_secret(
                home bigint NOT NULL, integration_id \(key), field \(key), value bytea NOT NULL,
                PRIMARY KEY (home, integration_id, field), \(part(of: "integration", "integration_id")))
            """,
            """
            CREATE TABLE ignored_thing(
                home bigint NOT NULL, number bigint NOT NULL, key bytea NOT NULL, kind bytea NOT NULL,
                identity bytea NOT NULL, name bytea NOT NULL, maker bytea NOT NULL, ignored_at bigint NOT NULL,
                PRIMARY KEY (home, key))
            """,
            """
            CREATE TABLE history_series(
                home bigint NOT NULL, number bigint NOT NULL, device_id \(key), endpoint integer NOT NULL,
                trait_id bigint NOT NULL, attribute_id bigint NOT NULL, is_state boolean NOT NULL,
                varies boolean NOT NULL DEFAULT false, PRIMARY KEY (home, number),
                UNIQUE (home, device_id, endpoint, trait_id, attribute_id), \(part(of: "device", "device_id")))
            """,
            """
            CREATE TABLE history_sample(
                home bigint NOT NULL, series bigint NOT NULL, place bigint NOT NULL, time bigint NOT NULL,
                kind smallint NOT NULL, value bigint NOT NULL, PRIMARY KEY (home, series, place),
                FOREIGN KEY (home, series) REFERENCES history_series(home, number) ON DELETE CASCADE)
            """,
            """
            CREATE TABLE history_block(
                home bigint NOT NULL, series bigint NOT NULL, tier smallint NOT NULL, start bigint NOT NULL,
                content bytea NOT NULL, PRIMARY KEY (home, series, tier, start),
                FOREIGN KEY (home, series) REFERENCES history_series(home, number) ON DELETE CASCADE)
            """,
            "CREATE INDEX history_block_by_age ON history_block(home, tier, start)",
        ]
    ]
}
