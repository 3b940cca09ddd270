// SPDX-License-Identifier: GPL-3.0-or-later

/// The tables of a store, and how they come to be.
enum StoreSchema {
    /// The steps from one version to the next; the version is how many were taken. A step is never changed once released.
    private static let steps = [
        """
        CREATE TABLE cabrank.experiments (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text NOT NULL UNIQUE,
            key text NOT NULL,
            command text NOT NULL,
            version text NOT NULL,
            build text NOT NULL,
            state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'cancelled')),
            most bigint NOT NULL,
            began timestamptz NOT NULL DEFAULT now(),
            -- When its command gave its last sign of life.
            seen timestamptz NOT NULL DEFAULT now(),
            ended timestamptz
        );
        CREATE TABLE cabrank.members (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            experiment bigint NOT NULL REFERENCES cabrank.experiments ON DELETE CASCADE,
            key text NOT NULL,
            recipe text NOT NULL,
            UNIQUE (experiment, key)
        );
        CREATE TABLE cabrank.inputs (hash text PRIMARY KEY, bytes bytea NOT NULL);
        CREATE TABLE cabrank.member_inputs (
            member bigint NOT NULL REFERENCES cabrank.members ON DELETE CASCADE,
            hash text NOT NULL REFERENCES cabrank.inputs,
            PRIMARY KEY (member, hash)
        );
        CREATE TABLE cabrank.workers (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            host text NOT NULL,
            process int NOT NULL,
            version text NOT NULL,
            build text NOT NULL,
            began timestamptz NOT NULL DEFAULT now(),
            seen timestamptz NOT NULL DEFAULT now()
        );
        -- state: 0 wanted, 1 with a worker until the lease ends, 2 done, 3 failed.
        CREATE TABLE cabrank.replications (
            member bigint NOT NULL REFERENCES cabrank.members ON DELETE CASCADE,
            number int NOT NULL,
            state smallint NOT NULL DEFAULT 0,
            tries smallint NOT NULL DEFAULT 0,
            worker bigint,
            lease timestamptz,
            ended timestamptz,
            result text,
            error text,
            PRIMARY KEY (member, number)
        );
        CREATE INDEX replications_wanted ON cabrank.replications (member, number) WHERE state < 2;
        """,
        // Results apart from what is claimed: claims change small rows only, and a command reads what is new.
        """
        CREATE TABLE cabrank.results (
            experiment bigint NOT NULL,
            member bigint NOT NULL REFERENCES cabrank.members ON DELETE CASCADE,
            number int NOT NULL,
            result text,
            error text,
            -- The transaction that brought it: what an earlier look cannot have seen is found by it.
            brought xid8 NOT NULL DEFAULT pg_current_xact_id(),
            PRIMARY KEY (member, number),
            CHECK ((result IS NULL) <> (error IS NULL))
        );
        CREATE INDEX results_brought ON cabrank.results (experiment, brought);
        INSERT INTO cabrank.results (experiment, member, number, result, error)
            SELECT m.experiment, r.member, r.number, r.result, r.error
            FROM cabrank.replications r JOIN cabrank.members m ON m.id = r.member WHERE r.state > 1;
        DROP INDEX cabrank.replications_wanted;
        ALTER TABLE cabrank.replications DROP COLUMN result, DROP COLUMN error, ADD COLUMN experiment bigint;
        UPDATE cabrank.replications r SET experiment = m.experiment FROM cabrank.members m WHERE m.id = r.member;
        ALTER TABLE cabrank.replications ALTER COLUMN experiment SET NOT NULL;
        CREATE INDEX replications_wanted ON cabrank.replications (experiment, member, number) WHERE state = 0;
        CREATE INDEX replications_running ON cabrank.replications (experiment, worker) WHERE state = 1;
        """,
    ]

    /// Makes the tables, or brings them to this version; several processes at once do no harm.
    ///
    /// - Throws: `PostgresProblem` also for a store of a later version.
    static func prepare(_ session: PostgresSession) throws(PostgresProblem) {
        if try version(session) != steps.count {
            let found = try? version(session)
            guard found ?? 0 >= 0 else {
                throw PostgresProblem(
                    .statement("schema"),
                    "the store \(session.address) has tables of version \(found ?? 0), which no Cabrank made: "
                        + "cabrank.version was changed; restore it, or use another database")
            }
            guard found ?? 0 <= steps.count else {
                throw PostgresProblem(
                    .statement("schema"),
                    "the store \(session.address) has tables of version \(found ?? 0), and this program knows them up to "
                        + "\(steps.count); use the Cabrank that made them, or another database")
            }
            let moves = steps.enumerated().map { index, step in
                // Each step looks at the version anew: another process may have taken it in the meantime.
                """
                DO $step$ BEGIN
                IF (SELECT number FROM cabrank.version) = \(index) THEN
                \(step)
                UPDATE cabrank.version SET number = \(index + 1);
                END IF;
                END $step$;
                """
            }
            try session.run(
                script: """
                    BEGIN;
                    SELECT pg_advisory_xact_lock(724300);
                    CREATE SCHEMA IF NOT EXISTS cabrank;
                    CREATE TABLE IF NOT EXISTS cabrank.version (number int NOT NULL);
                    INSERT INTO cabrank.version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM cabrank.version);
                    \(moves.joined(separator: "\n"))
                    COMMIT;
                    """)
        }
    }

    /// The version of the tables that are there; 0 without any.
    private static func version(_ session: PostgresSession) throws(PostgresProblem) -> Int {
        let there = try session.run("SELECT to_regclass('cabrank.version')")
        guard there.first?.first ?? nil != nil else { return 0 }
        return try session.run("SELECT number FROM cabrank.version").first?.first?.flatMap { Int($0) } ?? 0
    }
}
